/** Server-sent events over HTTP. */
import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from '../http/headers.ts'
import type { StreamResponse } from '../http/http-handler.ts'
import type { Sink } from './stream.ts'

const STREAM_HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  // no caching, and no compression by a proxy, which would delay events
  'cache-control': 'no-store, no-transform',
  // nginx and compatible proxies pass each event on at once
  'x-accel-buffering': 'no',
} as const

/** Interval of the TCP probes that detect a client which vanished without closing the connection. */
const PROBE_MS = 30_000

/** Writes the head and passes the body to the stream. */
export function sendStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { stream }: StreamResponse,
): void {
  // the client has closed the connection meanwhile, and no close event would follow
  if (response.destroyed || response.socket === null) return
  response.writeHead(200, { ...STREAM_HEADERS, ...headers })
  response.socket.setKeepAlive(true, PROBE_MS)
  stream(sinkOf(response))
}

function sinkOf(response: ServerResponse): Sink {
  return {
    // after `end` and `destroy` no drain event follows
    write: (text) => response.writableEnded || response.destroyed || response.write(text),
    end: () => void response.end(),
    destroy: () => void response.destroy(),
    onDrain: (run) => void response.on('drain', run),
    onClose: (run) => void response.once('close', run),
  }
}
