/**
 * `npm run witness -- --log <key>`: a small witness (c2sp.org/tlog-witness). It keeps what it has signed last of a log,
 * signs a checkpoint only when it extends that, and so makes it impossible to show different people different logs
 * without being caught. Run it on a machine that the house does not control.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { publicKeyOf } from '../src/ed25519.ts'
import { formatKey, KEY_NAME, type NoteKey, parseKey } from '../src/note.ts'
import { cosign, judge, parseWitnessRequest, witnessKey } from '../src/witness.ts'
import { openState, type StateFile } from './witness-state.ts'

const USAGE = `Usage: npm run witness -- --log <key> [--name <name>] [--state <folder>] [--host <address>] [--port <port>]

  --log <key>       key of the log to witness, as its fairness page shows it (fairlot/…+…+…); may be repeated
  --name <name>     name of this witness, without spaces and plus; fairlot-witness unless told
  --state <folder>  where its key and what it has signed lie; witness unless told. Keep it: whoever loses it
                    cannot tell whether the log was rewritten
  --host, --port    where it listens; 127.0.0.1 and 8090 unless told

The house puts the key that is printed, and this address, into its setting WITNESSES.`

const ORIGIN = 'fairlot/'
const MOST_BYTES = 64 * 1024

export type WitnessOptions = {
  name: string
  /** keys of the logs that it witnesses */
  logs: readonly NoteKey[]
  state: StateFile
  /** Unix seconds */
  now: () => number
  say: (line: string) => void
}

/** The witness' HTTP server, not listening yet. */
export function createWitness(options: WitnessOptions): Server {
  return createServer((request, response) => {
    answer(options, request)
      .then(({ status, body, type = 'text/plain; charset=utf-8' }) => {
        response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        response.end(body)
      })
      .catch((error: unknown) => fail(options, response, error))
  })
}

type Answer = { status: number; body: string; type?: string }

function fail({ say }: WitnessOptions, response: ServerResponse, error: unknown): void {
  say(`failed: ${error instanceof Error ? error.message : String(error)}`)
  response.writeHead(500, { connection: 'close' })
  response.end()
}

async function answer(options: WitnessOptions, request: IncomingMessage): Promise<Answer> {
  const { name, state } = options
  if (request.method === 'GET' && request.url === '/') {
    return { status: 200, body: `${formatKey(witnessKey(name, publicKeyOf(state.seed)))}\n` }
  }
  if (request.method !== 'POST' || request.url !== '/add-checkpoint')
    return { status: 404, body: 'not found\n' }
  const body = await read(request)
  // from here to the kept state nothing waits: of two requests at once, the second sees what the first has kept
  return body === null ? { status: 413, body: 'too large\n' } : add(options, body)
}

function add({ name, logs, state, now, say }: WitnessOptions, body: string): Answer {
  const asked = parseWitnessRequest(body)
  if (asked === null) return { status: 400, body: 'malformed\n' }
  const origin = asked.note.slice(0, asked.note.indexOf('\n'))
  const log = logs.find((key) => key.name === origin)
  if (!log) return { status: 404, body: 'another log\n' }
  const deployment = log.name.slice(ORIGIN.length)
  const last = state.last(deployment)
  const decision = judge(asked, last, { deployment, publicKey: log.publicKey })
  if (!decision.sign) {
    const { status, reason } = decision
    // a wrong old size is how a log asks for the right one; all else is worth a look
    if (status !== 409 || asked.oldSize === last.size) say(`refused ${origin}: ${reason}`)
    return status === 409
      ? { status, body: `${last.size}\n`, type: 'text/x.tlog.size' }
      : { status, body: `${reason}\n` }
  }
  const { size, root } = decision.checkpoint
  state.keep(deployment, { size, root })
  say(`signed ${origin} at ${size} entries`)
  return { status: 200, body: `${cosign(state.seed, name, asked.note, now())}\n` }
}

async function read(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refuse(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        log: { type: 'string', multiple: true, default: [] },
        name: { type: 'string', default: 'fairlot-witness' },
        state: { type: 'string', default: 'witness' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8090' },
      },
    })
    const logs = values.log.map(parseKey)
    if (logs.length === 0 || logs.some((key) => key?.kind !== 1 || !key.name.startsWith(ORIGIN)))
      return refuse('--log is not the key of a log.')
    if (!KEY_NAME.test(values.name)) return refuse('--name has a space or a plus in it.')
    if (!/^\d{1,5}$/.test(values.port)) return refuse('--port is not a port.')
    return { ...values, logs: logs as NoteKey[], port: Number(values.port) }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function main(): void {
  const { logs, name, state: folder, host, port } = readArguments()
  const state = openState(folder)
  const say = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
  const server = createWitness({ name, logs, state, now: () => Math.floor(Date.now() / 1000), say })
  server.listen(port, host, () => {
    const address = server.address()
    const at = typeof address === 'object' && address ? address.port : port
    console.log(`WITNESSES=${formatKey(witnessKey(name, publicKeyOf(state.seed)))} http://${host}:${at}`)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close()
      server.closeAllConnections()
    })
  }
}

if (import.meta.main) main()
