/** Server-sent events over HTTP. */
import type { ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from '../http/headers.ts'
import type { StreamResponse } from '../http/http-handler.ts'
import type { Sink } from './stream.ts'

const STREAM_HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  // kept by nobody, and compressed by no proxy, which would hold events back
  'cache-control': 'no-store, no-transform',
  // nginx and those who follow it pass each event on at once
  'x-accel-buffering': 'no',
} as const

/** A peer that is gone without a word is noticed by the system after about this long. */
const PROBE_MS = 30_000

/** Writes the head and hands the body over. Neither side's limits of ordinary requests apply to it. */
export function sendStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { stream }: StreamResponse,
): void {
  // gone while it was being decided: there is nobody to hand anything to, and no close would be told
  if (response.destroyed || response.socket === null) return
  response.writeHead(200, { ...STREAM_HEADERS, ...headers })
  response.socket.setKeepAlive(true, PROBE_MS)
  stream(sinkOf(response))
}

function sinkOf(response: ServerResponse): Sink {
  return {
    // after `end` and `destroy` nobody waits for a drain
    write: (text) => response.writableEnded || response.destroyed || response.write(text),
    end: () => void response.end(),
    destroy: () => void response.destroy(),
    onDrain: (run) => void response.on('drain', run),
    onClose: (run) => void response.once('close', run),
  }
}
