/** The HTTP server: sorts requests to the envelope, the plain routes and the files, and closes without losing any. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BASE_PATH, MAX_BODY_BYTES } from '@fairlot/contract/wire'
import { ENVELOPE_HEADERS, SECURITY_HEADERS } from './headers.ts'
import { closeAfterAnswer, readBody } from './http-body.ts'
import type { PlainResponse, PlainRoute } from './http-handler.ts'
import { notFound, text } from './http-responses.ts'
import type { Api, HttpLog } from './http.ts'
import type { Files } from './static.ts'

export type HttpServerOptions = {
  readonly api: Api
  readonly plain: readonly PlainRoute[]
  /** the built web app; without one, unknown paths are 404 */
  readonly files: Files | undefined
  /** how many proxies of the operator stand in front; 0 = the connection's own address counts */
  readonly trustProxy: number
  readonly log: HttpLog
}

export type HttpServer = {
  readonly server: Server
  /** @returns the port. @throws Error of the system, e.g. EADDRINUSE. */
  listen(port: number, host: string): Promise<number>
  /** Refuses new connections and calls, and waits for what runs; after `patienceMs` the rest is cut. */
  close(patienceMs?: number): Promise<void>
}

const MAX_ADDRESS = 64
const MAX_USER_AGENT = 300

/** @throws Error when two plain routes share method and path. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const plain = plainTable(options.plain)
  const requestIds = requestIdMaker()
  let closing = false

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = requestIds()
    response.setHeader('x-request-id', requestId)
    if (closing) response.setHeader('connection', 'close')
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const address = clientAddress(request, options.trustProxy)

    const isApi = path.startsWith(`${BASE_PATH}/`)
    if (isApi && request.method === 'POST') {
      const body = await readBody(request, MAX_BODY_BYTES)
      if (body === 'aborted') return
      if (body === 'too-large') return tooLarge(request, response)
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT)
      const answer = await options.api.answer({ path, body, address, userAgent, requestId })
      const text = JSON.stringify(answer)
      response.writeHead(200, [...ENVELOPE_HEADERS, 'content-length', String(Buffer.byteLength(text))])
      response.end(text)
      return
    }

    const found = plain(path)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = found?.get(method ?? '')
    if (route) {
      const body = method === 'POST' ? await readBody(request, MAX_BODY_BYTES) : Buffer.alloc(0)
      if (body === 'aborted') return
      if (body === 'too-large') return tooLarge(request, response)
      const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))
      const rest = route.path.endsWith('/*') ? path.slice(route.path.length - 1) : ''
      sendPlain(
        response,
        await route.handle({ path, rest, query, headers: request.headers, body, address, requestId }),
      )
      return
    }
    if (found) return notAllowed(response, [...found.keys()])
    if (isApi) return notAllowed(response, ['POST'])
    if (method !== 'GET') return notAllowed(response, ['GET', 'HEAD'])
    if (!options.files?.serve(request, response)) sendPlain(response, notFound())
  }

  const server = createServer(
    { maxHeaderSize: 16_384, connectionsCheckingInterval: 5_000 },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        options.log.error({ err: error, path: request.url?.slice(0, 200) }, 'defect outside the envelope')
        if (response.headersSent) response.destroy()
        else sendPlain(response, text(500, 'internal error'))
      })
    },
  )
  server.headersTimeout = 10_000
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 65_000
  server.maxHeadersCount = 100

  return {
    server,
    listen: (port, host) => listen(server, port, host),
    async close(patienceMs = 20_000) {
      closing = true
      await closed(server, patienceMs)
    },
  }
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

async function closed(server: Server, patienceMs: number): Promise<void> {
  if (!server.listening) return
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
  // a connection whose last answer went out keep-alive is idle a moment later; `close` looks only once
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cut)
  clearInterval(sweep)
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
    .map((text) => text.trim())
  return (seen.at(-hops) || own).slice(0, MAX_ADDRESS)
}

function sendPlain(response: ServerResponse, { status, type, body, headers }: PlainResponse): void {
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

function notAllowed(response: ServerResponse, methods: readonly string[]): void {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const unique = [...new Set(allow)].join(', ')
  sendPlain(response, { ...text(405, 'method not allowed'), headers: { allow: unique, connection: 'close' } })
}

function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  closeAfterAnswer(request, response)
  sendPlain(response, { ...text(413, 'the body is over the limit'), headers: { connection: 'close' } })
}
