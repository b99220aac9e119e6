/** The HTTP server: dispatches requests to the envelope, plain routes, streams and files, and closes without losing one. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { operatorUpload, upload } from '@fairlot/contract/media/upload'
import { BASE_PATH, MAX_BODY_BYTES } from '@fairlot/contract/wire'
import { addressKey, isLoopback } from './client-address.ts'
import { acceptedEncodings, compressed, COMPRESSED_FROM_BYTES } from './encoding.ts'
import { sendFile } from './file-response.ts'
import { ENVELOPE_HEADERS, SECURITY_HEADERS } from './headers.ts'
import { closeAfterAnswer, readBody } from './http-body.ts'
import { createMultipart, type Multipart } from './http-multipart.ts'
import type { PlainRequest, PlainResponse, PlainRoute, StreamRoute } from './http-handler.ts'
import { text } from './http-responses.ts'
import { sendStream } from '../stream/stream-response.ts'
import type { Api, HttpLog, Reply } from './http.ts'
import type { Limiter, RateName } from './rate.ts'
import type { Files } from './static.ts'
import { unknownPath } from './unknown-path.ts'

export type HttpServerOptions = {
  readonly api: Api
  readonly plain: readonly PlainRoute[]
  /** routes of server-sent events and of files, found by their path */
  readonly streams?: readonly StreamRoute[]
  /** called before the server waits for running requests, to end the streams */
  readonly onClosing?: () => void
  /** the built web app; without one, unknown paths are 404 */
  readonly files: Files | undefined
  /** language of the page for an unknown path, when the browser asks for none that is offered */
  readonly defaultLanguage?: OfferedLanguage
  /** number of trusted proxies in front; 0: the address of the connection is the client's */
  readonly trustProxy: number
  readonly log: HttpLog
  /** rate limits of plain routes and streams; without it they have none */
  readonly limiter?: Limiter | undefined
  /** do not limit requests from this machine: for load generators and tests of a sandbox */
  readonly trustLoopback?: boolean | undefined
  /** milliseconds without traffic after which a connection is cut; streams send a beat more often */
  readonly stallMs?: number
}

export type HttpServer = {
  readonly server: Server
  /** @returns the port. @throws Error of the system, e.g. EADDRINUSE. */
  listen(port: number, host: string): Promise<number>
  /** Refuses new connections and waits for running requests; cuts the rest after `patienceMs`. */
  close(patienceMs?: number): Promise<void>
}

/** Limits against slow clients; times in milliseconds. */
const LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // Longer than a proxy keeps an idle connection (nginx 60 s, Caddy 120 s). The side that sends the requests has to end it: a
  // call that meets a connection which the server just ends is lost, and no proxy repeats a POST.
  keepAliveTimeout: 130_000,
  connectionsCheckingInterval: 5_000,
} as const
/** Longer than any answer takes. Without it, an answer that a client does not read stays in memory. */
const STALL_MS = 120_000
const REQUEST_ID = 'x-request-id'
const UPLOAD_PATHS = new Set([upload, operatorUpload].map((endpoint) => BASE_PATH + endpoint.path))
const MAX_ADDRESS = 64
const MAX_USER_AGENT = 300

/** @throws Error when two plain routes share method and path. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const plain = plainTable(options.plain)
  const streams = new Map((options.streams ?? []).map((route) => [route.path, route]))
  const requestIds = requestIdMaker()
  const multipart = createMultipart()
  let closing = false

  /** Refuses a request over the limit of its address. @returns whether it did */
  function isLimited(rate: RateName, exchange: Exchange): boolean {
    const { address } = exchange
    if (!options.limiter || (options.trustLoopback === true && isLoopback(address))) return false
    const wait = options.limiter.take(rate, addressKey(address))
    if (wait === 0) return false
    // the server does not read a body
    const headers = { 'retry-after': String(wait), connection: 'close' }
    sendPlain(exchange, { ...text(429, 'too many requests'), headers })
    return true
  }

  async function handle(exchange: Exchange): Promise<void> {
    const { request, response, path, requestId } = exchange
    const isApi = path.startsWith(`${BASE_PATH}/`)
    if (isApi && request.method === 'POST')
      return UPLOAD_PATHS.has(path)
        ? answerUpload(options.api, multipart, exchange)
        : answerCall(options.api, exchange)
    const stream = streams.get(path)
    if (stream && request.method === 'GET')
      return isLimited('streamAddress', exchange) ? undefined : answerStream(stream, exchange)
    // PostgreSQL stores no NUL, so no route can find what such an address asks for
    if (/%00/.test(exchange.query)) return sendPlain(exchange, text(400, 'the address contains NUL'))
    const routes = plain(path)
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    const route = routes?.get(method)
    if (route) return isLimited('plainAddress', exchange) ? undefined : answerPlain(route, exchange)
    if (routes) return notAllowed(exchange, [...routes.keys()])
    if (isApi) return notAllowed(exchange, ['POST'])
    if (method !== 'GET') return notAllowed(exchange, ['GET'])
    response.setHeader(REQUEST_ID, requestId)
    if (!options.files?.serve(request, response))
      sendPlain(exchange, unknownPath(request.headers, options.defaultLanguage ?? 'en-us'))
  }

  const server = createServer(LIMITS, (request, response) => {
    // a client that is answered while the server stops must open a new connection
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
      options.log.error(
        { err: error, path: path.slice(0, 200), requestId },
        'unexpected error outside the envelope',
      )
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

/** A request and its response. */
type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: string
  readonly address: string
  readonly requestId: string
}

async function answerCall(api: Api, exchange: Exchange): Promise<void> {
  const { request, path, address, requestId } = exchange
  const body = await readBody(request, MAX_BODY_BYTES)
  if (body === 'aborted') return
  if (body === 'too-large') return tooLarge(exchange)
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
  const reply: Reply = {}
  const cookie = request.headers.cookie ?? ''
  const answer = JSON.stringify(
    await api.answer({ path, body, address, userAgent, requestId, cookie, reply }),
  )
  await sendAnswer(exchange, answer, reply)
}

/** A call whose body is multipart: the fields are checked before the file is read. */
async function answerUpload(api: Api, multipart: Multipart, exchange: Exchange): Promise<void> {
  const { request, response, path, address, requestId } = exchange
  const parts = await multipart.read(request)
  if (parts === 'aborted') return
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
  const { form: body, readFile } = parts
  const cookie = request.headers.cookie ?? ''
  const answer = await api.answer({ path, body, readFile, address, userAgent, requestId, cookie })
  parts.end()
  if (!request.complete) {
    response.shouldKeepAlive = false
    closeAfterAnswer(request, response)
  }
  await sendAnswer(exchange, JSON.stringify(answer), {})
}

async function sendAnswer(
  { request, response, requestId }: Exchange,
  answer: string,
  reply: Reply,
): Promise<void> {
  // Node writes a flat list as it is, without a look-up per header
  const headers = [...ENVELOPE_HEADERS, REQUEST_ID, requestId]
  if (reply.cookie !== undefined) headers.push('set-cookie', reply.cookie)
  const encoding =
    reply.compressible === true && answer.length >= COMPRESSED_FROM_BYTES
      ? acceptedEncodings(request.headers['accept-encoding'])[0]
      : undefined
  const content = encoding === undefined ? answer : await compressed(answer, encoding)
  if (encoding !== undefined) headers.push('content-encoding', encoding, 'vary', 'accept-encoding')
  headers.push('content-length', String(Buffer.byteLength(content)))
  response.writeHead(200, headers)
  response.end(content)
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
  const headers = { [REQUEST_ID]: exchange.requestId }
  if ('stream' in answer) sendStream(exchange.response, headers, answer)
  else if ('file' in answer) await sendFile(exchange.response, headers, answer)
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
  // a keep-alive connection becomes idle shortly after its answer, and `close` checks only once
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  silent.end()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cut)
  clearInterval(sweep)
}

/** Connections that browsers open in advance and have not used. Node would wait for them, so `end` closes them. */
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

/** Request ids that are unique among the servers of a deployment: a random prefix per process and a counter. */
function requestIdMaker(): () => string {
  const boot = crypto.randomUUID().slice(0, 8)
  let count = 0
  return () => `${boot}-${(++count).toString(36)}`
}

/**
 * Address of the client. Each of the `hops` trusted proxies appends the address it sees to `X-Forwarded-For`, so the
 * client's address is the one that the outermost proxy appended. Entries to its left come from the client and are ignored.
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
  // the server does not read a body
  sendPlain(exchange, { ...text(405, 'method not allowed'), headers: { allow, connection: 'close' } })
}

function tooLarge(exchange: Exchange): void {
  closeAfterAnswer(exchange.request, exchange.response)
  sendPlain(exchange, { ...text(413, 'the body is over the limit'), headers: { connection: 'close' } })
}
