/**
 * `npm run witness -- --log <key> --from <url>`: a witness (c2sp.org/tlog-witness) that audits. It stores the last checkpoint
 * that it signed of each log and signs a new one only when it extends the stored one and the entries between them keep the
 * rules of the log. Run the witness on a machine that the house does not control.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { publicKeyOf } from '../src/signatures/ed25519.ts'
import { formatKey, KEY_NAME, type NoteKey, parseKey } from '../src/note.ts'
import { parseWitnessRequest, witnessKey } from '../src/witness.ts'
import { commandLine, refuseArguments } from './arguments.ts'
import { openState, type StateFile } from './witness-state.ts'
import type { LostLog } from './witness/losses.ts'
import { answerPage } from './witness/pages.ts'
import { createReport } from './witness/report.ts'
import { type Answer, createSigner, type Signer, type WatchedLog } from './witness/signer.ts'

const USAGE = `Usage: npm run witness -- --log <key> [--from <url>] [--skew <seconds>] [--name <name>] [--state <folder>]
                       [--host <address>] [--port <port>]

  --log <key>       key of the log to witness, from its fairness page (fairlot/…+…+…); may be repeated
  --from <url>      address of the house. The witness reads the entries there and audits them before it signs; without
                    it, the witness checks only that the log grows. With several logs: one address for all of them, or
                    one for each, in the same order
  --skew <seconds>  how far a checkpoint may be ahead of this machine's clock (default: 120)
  --name <name>     name of this witness, without spaces and plus signs (default: fairlot-witness)
  --state <folder>  folder of the witness' key and of what it signed (default: witness). Back it up: without it, the
                    witness cannot detect that a log was rewritten
  --host <address>  address to listen on (default: 127.0.0.1)
  --port <port>     port to listen on (default: 8090)

The witness prints a line WITNESSES=… with its key and address. The house adds its value to the setting WITNESSES.
The clock of this machine must be right: it decides which seals were shown in time.`

const ORIGIN = 'fairlot/'
const MAX_REQUEST_BYTES = 64 * 1024
const DEFAULT_SKEW_SECONDS = 120
/** below the ten seconds that a house waits */
const PATIENCE_MS = 8_000

export type WitnessOptions = {
  name: string
  /** keys of the logs that the witness accepts */
  logs: readonly NoteKey[]
  /** addresses of the houses, by the name (origin) of their log; a log without one is not audited */
  houses?: ReadonlyMap<string, string>
  skewSeconds?: number
  /** how long a request waits for the audit, milliseconds */
  patienceMs?: number
  state: StateFile
  /** Unix seconds */
  now: () => number
  /** writes one line to the program's log */
  log: (line: string) => void
}

/** Creates the witness' HTTP server. The caller starts listening. */
export function createWitness(options: WitnessOptions): Server {
  const { name, state, now, log, houses } = options
  const logs = options.logs.map((key): WatchedLog => ({ key, from: houses?.get(key.name) ?? null }))
  const { skewSeconds = DEFAULT_SKEW_SECONDS, patienceMs = PATIENCE_MS } = options
  const report = createReport(state, log)
  const lostLog = (deployment: string): LostLog | null => {
    const signed = state.last(deployment)
    const audit = signers.get(`${ORIGIN}${deployment}`)?.audit() ?? state.audit(deployment)
    return signed.size === 0 ? null : { signed, audit }
  }
  const settings = { name, state, now, log, skewSeconds, patienceMs, report, lostLog }
  const signers: ReadonlyMap<string, Signer> = new Map(
    logs.map((watched) => [watched.key.name, createSigner(watched, settings)]),
  )
  const parts = { name, logs, state, signers, now }
  return createServer((request, response) => {
    answer(parts, request)
      .then(({ status, body, type = 'text/plain; charset=utf-8' }) => {
        response.writeHead(status, {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
          'cache-control': 'no-store',
        })
        response.end(body)
      })
      .catch((error: unknown) => fail(options, response, error))
  })
}

function fail({ log }: WitnessOptions, response: ServerResponse, error: unknown): void {
  log(`failed: ${error instanceof Error ? error.message : String(error)}`)
  response.writeHead(500, { connection: 'close' })
  response.end()
}

type Parts = {
  name: string
  logs: readonly WatchedLog[]
  state: StateFile
  signers: ReadonlyMap<string, Signer>
  /** Unix seconds */
  now: () => number
}

async function answer(parts: Parts, request: IncomingMessage): Promise<Answer> {
  const { method, url = '/', headers } = request
  if (method === 'GET') return answerPage(parts, url, headers.accept ?? '')
  if (method !== 'POST' || url !== '/add-checkpoint') return { status: 404, body: 'not found\n' }
  const body = await read(request)
  if (body === null) return { status: 413, body: 'too large\n' }
  const wanted = parseWitnessRequest(body)
  if (wanted === null) return { status: 400, body: 'malformed\n' }
  const signer = parts.signers.get(wanted.note.slice(0, wanted.note.indexOf('\n')))
  return signer ? signer.answer(wanted) : { status: 404, body: 'another log\n' }
}

async function read(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_REQUEST_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const refuse = (problem: string): never => refuseArguments(problem, USAGE)

function readArguments() {
  try {
    const { values } = commandLine({
      usage: USAGE,
      options: {
        log: { type: 'string', multiple: true, default: [] },
        from: { type: 'string', multiple: true, default: [] },
        skew: { type: 'string', default: String(DEFAULT_SKEW_SECONDS) },
        name: { type: 'string', default: 'fairlot-witness' },
        state: { type: 'string', default: 'witness' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8090' },
      },
    })
    const logs = values.log.map(parseKey)
    if (logs.length === 0 || logs.some((key) => key?.kind !== 1 || !key.name.startsWith(ORIGIN)))
      return refuse('--log must be the key of a log.')
    if (!KEY_NAME.test(values.name)) return refuse('--name must not contain spaces or plus signs.')
    if (!/^\d{1,5}$/.test(values.port)) return refuse('--port must be a port number.')
    if (!/^\d{1,6}$/.test(values.skew)) return refuse('--skew must be a number of seconds.')
    const keys = logs as NoteKey[]
    const houses = housesOf(keys, values.from)
    return { ...values, logs: keys, houses, skew: Number(values.skew), port: Number(values.port) }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** The address of each log's house. */
function housesOf(logs: readonly NoteKey[], from: readonly string[]): Map<string, string> {
  if (from.length > 1 && from.length !== logs.length)
    return refuse('--from must be given once, or once for each log.')
  const urls = from.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
      return refuse('--from must be an http or https address.')
    return url.href.replace(/\/+$/, '')
  })
  return new Map(logs.flatMap(({ name }, i) => (urls.length === 0 ? [] : [[name, urls[i] ?? urls[0]!]])))
}

function main(): void {
  const { logs, houses, skew: skewSeconds, name, state: folder, host, port } = readArguments()
  const state = openState(folder)
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
  const now = () => Math.floor(Date.now() / 1000)
  const server = createWitness({ name, logs, houses, skewSeconds, state, now, log })
  server.listen(port, host, () => {
    const address = server.address()
    const at = typeof address === 'object' && address ? address.port : port
    console.log(`WITNESSES=${formatKey(witnessKey(name, publicKeyOf(state.seed)))} http://${host}:${at}`)
    for (const key of logs) {
      const from = houses.get(key.name)
      console.log(
        `${key.name}: ${from === undefined ? 'co-signs only; --from makes it audit' : `audits from ${from}`}`,
      )
    }
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close()
      server.closeAllConnections()
    })
  }
}

if (import.meta.main) main()
