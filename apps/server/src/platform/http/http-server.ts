/** The HTTP server: sorts requests to the envelope, the plain routes and the files, and closes without losing any. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { BASE_PATH, MAX_BODY_BYTES } from '@fairlot/contract/wire'
import { ENVELOPE_HEADERS, SECURITY_HEADERS } from './headers.ts'
import { closeAfterAnswer, readBody } from './http-body.ts'
import type { PlainRequest, PlainResponse, PlainRoute, StreamRoute } from './http-handler.ts'
import { notFound, text } from './http-responses.ts'
import { sendStream } from '../stream/stream-response.ts'
import type { Api, HttpLog } from './http.ts'
import type { Files } from './static.ts'

export type HttpServerOptions = {
  readonly api: Api
  readonly plain: readonly PlainRoute[]
  /** answers that go on: told apart by their path alone */
  readonly streams?: readonly StreamRoute[]
  /** told before the server waits for what runs: ends the answers that would go on */
  readonly onClosing?: () => void
  /** the built web app; without one, unknown paths are 404 */
  readonly files: Files | undefined
  /** how many proxies of the operator stand in front; 0 = the connection's own address counts */
  readonly trustProxy: number
  readonly log: HttpLog
  /** a connection on which nothing moves for so many milliseconds is cut; streams beat more often */
  readonly stallMs?: number
}

export type HttpServer = {
  readonly server: Server
  /** @returns the port. @throws Error of the system, e.g. EADDRINUSE. */
  listen(port: number, host: string): Promise<number>
  /** Refuses new connections and calls, and waits for what runs; after `patienceMs` the rest is cut. */
  close(patienceMs?: number): Promise<void>
}

/** Against clients that are slow on purpose; times in milliseconds. */
const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const
/** Longer than any answer takes. Whoever does not read theirs would else have it kept in memory for ever. */
const STALL_MS = 120_000
const REQUEST_ID = 'x-request-id'
const MAX_ADDRESS = 64
const MAX_USER_AGENT = 300

/** @throws Error when two plain routes share method and path. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const plain = plainTable(options.plain)
  const streams = new Map((options.streams ?? []).map((route) => [route.path, route]))
  const requestIds = requestIdMaker()
  let closing = false

  async function handle(exchange: Exchange): Promise<void> {
    const { request, response, path, requestId } = exchange
    const isApi = path.startsWith(`${BASE_PATH}/`)
    if (isApi && request.method === 'POST') return answerCall(options.api, exchange)
    const stream = streams.get(path)
    if (stream && request.method === 'GET') return answerStream(stream, exchange)
    const routes = plain(path)
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    const route = routes?.get(method)
    if (route) return answerPlain(route, exchange)
    if (routes) return notAllowed(exchange, [...routes.keys()])
    if (isApi) return notAllowed(exchange, ['POST'])
    if (method !== 'GET') return notAllowed(exchange, ['GET'])
    response.setHeader(REQUEST_ID, requestId)
    if (!options.files?.serve(request, response)) sendPlain(exchange, notFound())
  }

  const server = createServer(LIMITS, (request, response) => {
    // whoever is answered while we stop shall connect anew, elsewhere
    if (closing) response.shouldKeepAlive = false
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    const exchange: Exchange = {
      request,
      response,
      path: mark === -1 ? url : url.slice(0, mark),
      query: mark === -1 ? '' : url.slice(mark + 1),
      address: clientAddress(request, options.trustProxy),
      requestId: requestIds(),
    }
    handle(exchange).catch((error: unknown) => {
      const { path, requestId } = exchange
      options.log.error({ err: error, path: path.slice(0, 200), requestId }, 'defect outside the envelope')
      if (response.headersSent) response.destroy()
      else sendPlain(exchange, text(500, 'internal error'))
    })
  })
  server.maxHeadersCount = 100
  server.timeout = options.stallMs ?? STALL_MS
  const silent = silentConnections(server)

  return {
    server,
    listen: (port, host) => listen(server, port, host),
    async close(patienceMs = 20_000) {
      closing = true
      options.onClosing?.()
      await closed(server, silent, patienceMs)
    },
  }
}

/** A request on its way to its answer. */
type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: string
  readonly address: string
  readonly requestId: string
}

async function answerCall(api: Api, exchange: Exchange): Promise<void> {
  const { request, response, path, address, requestId } = exchange
  const body = await readBody(request, MAX_BODY_BYTES)
  if (body === 'aborted') return
  if (body === 'too-large') return tooLarge(exchange)
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
  const reply: { cookie?: string } = {}
  const cookie = request.headers.cookie ?? ''
  const answer = JSON.stringify(
    await api.answer({ path, body, address, userAgent, requestId, cookie, reply }),
  )
  const length = String(Buffer.byteLength(answer))
  // one flat list: Node writes it as it is, without a look-up per header
  const headers = [...ENVELOPE_HEADERS, REQUEST_ID, requestId, 'content-length', length]
  if (reply.cookie !== undefined) headers.push('set-cookie', reply.cookie)
  response.writeHead(200, headers)
  response.end(answer)
}

async function answerPlain(route: PlainRoute, exchange: Exchange): Promise<void> {
  const body = route.method === 'POST' ? await readBody(exchange.request, MAX_BODY_BYTES) : Buffer.alloc(0)
  if (body === 'aborted') return
  if (body === 'too-large') return tooLarge(exchange)
  const rest = route.path.endsWith('/*') ? exchange.path.slice(route.path.length - 1) : ''
  sendPlain(exchange, await route.handle(asked(exchange, body, rest)))
}

async function answerStream(route: StreamRoute, exchange: Exchange): Promise<void> {
  const answer = await route.open(asked(exchange, Buffer.alloc(0), ''))
  if ('stream' in answer) sendStream(exchange.response, { [REQUEST_ID]: exchange.requestId }, answer)
  else sendPlain(exchange, answer)
}

function asked(exchange: Exchange, body: Buffer, rest: string): PlainRequest {
  const { request, path, query, address, requestId } = exchange
  return { path, rest, query: new URLSearchParams(query), headers: request.headers, body, address, requestId }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

async function closed(
  server: Server,
  silent: { readonly end: () => void },
  patienceMs: number,
): Promise<void> {
  if (!server.listening) return
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
  // a connection whose last answer went out keep-alive is idle a moment later; `close` looks only once
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  silent.end()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cut)
  clearInterval(sweep)
}

/** Connections that browsers open ahead and have not used: nothing is lost with them, but Node would wait for them. */
function silentConnections(server: Server): { readonly end: () => void } {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return {
    end() {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

type RouteLookUp = (path: string) => ReadonlyMap<string, PlainRoute> | undefined

function plainTable(routes: readonly PlainRoute[]): RouteLookUp {
  const exact = new Map<string, Map<string, PlainRoute>>()
  const below = new Map<string, Map<string, PlainRoute>>()
  for (const route of routes) {
    const isPrefix = route.path.endsWith('/*')
    const table = isPrefix ? below : exact
    const key = isPrefix ? route.path.slice(0, -1) : route.path
    const methods = table.get(key) ?? new Map<string, PlainRoute>()
    if (methods.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`)
    table.set(key, methods.set(route.method, route))
  }
  return (path) => {
    const methods = exact.get(path)
    if (methods) return methods
    for (const [prefix, candidates] of below) {
      if (path.startsWith(prefix) && path.length > prefix.length) return candidates
    }
    return undefined
  }
}

/** Ids that are unique among the servers of a deployment and cheap: a random start of the process and a counter. */
function requestIdMaker(): () => string {
  const boot = crypto.randomUUID().slice(0, 8)
  let count = 0
  return () => `${boot}-${(++count).toString(36)}`
}

/**
 * Address of the client. Behind `hops` trusted proxies, each of which appends the address it saw, it is the one that
 * the outermost of them appended; what stands further left was sent by the client and is not believed.
 */
function clientAddress(request: IncomingMessage, hops: number): string {
  const own = request.socket.remoteAddress ?? ''
  if (hops === 0) return own
  const header = request.headers['x-forwarded-for']
  const seen = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((address) => address.trim())
  return (seen.at(-hops) || own).slice(0, MAX_ADDRESS)
}

function sendPlain({ response, requestId }: Exchange, answer: PlainResponse): void {
  response.writeHead(answer.status, {
    ...SECURITY_HEADERS,
    [REQUEST_ID]: requestId,
    'cache-control': 'no-store',
    'content-type': answer.type,
    'content-length': Buffer.byteLength(answer.body),
    ...answer.headers,
  })
  response.end(answer.body)
}

function notAllowed(exchange: Exchange, methods: readonly string[]): void {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  // the body, if there is one, is not read
  sendPlain(exchange, { ...text(405, 'method not allowed'), headers: { allow, connection: 'close' } })
}

function tooLarge(exchange: Exchange): void {
  closeAfterAnswer(exchange.request, exchange.response)
  sendPlain(exchange, { ...text(413, 'the body is over the limit'), headers: { connection: 'close' } })
}
