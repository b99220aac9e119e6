/**
 * `npm run witness -- --log <key>`: a small witness (c2sp.org/tlog-witness). It stores the last checkpoint that it signed
 * of each log and signs a new checkpoint only when it extends the stored one. A house that shows different logs to
 * different people is therefore detected. Run the witness on a machine that the house does not control.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { publicKeyOf } from '../src/ed25519.ts'
import { formatKey, KEY_NAME, type NoteKey, parseKey } from '../src/note.ts'
import { cosign, decideCosignature, parseWitnessRequest, witnessKey } from '../src/witness.ts'
import { openState, type StateFile } from './witness-state.ts'

const USAGE = `Usage: npm run witness -- --log <key> [--name <name>] [--state <folder>] [--host <address>] [--port <port>]

  --log <key>       key of the log to witness, from its fairness page (fairlot/…+…+…); may be repeated
  --name <name>     name of this witness, without spaces and plus signs (default: fairlot-witness)
  --state <folder>  folder of the witness' key and last signed checkpoints (default: witness). Back it up: without it,
                    the witness cannot detect that a log was rewritten
  --host <address>  address to listen on (default: 127.0.0.1)
  --port <port>     port to listen on (default: 8090)

The witness prints a line WITNESSES=… with its key and address. The house adds its value to the setting WITNESSES.`

const ORIGIN = 'fairlot/'
const MAX_REQUEST_BYTES = 64 * 1024

export type WitnessOptions = {
  name: string
  /** keys of the logs that the witness accepts */
  logs: readonly NoteKey[]
  state: StateFile
  /** Unix seconds */
  now: () => number
  /** writes one line to the program's log */
  log: (line: string) => void
}

/** Creates the witness' HTTP server. The caller starts listening. */
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

function fail({ log }: WitnessOptions, response: ServerResponse, error: unknown): void {
  log(`failed: ${error instanceof Error ? error.message : String(error)}`)
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
  // addCheckpoint is synchronous: of two concurrent requests, the second sees the state that the first has saved
  return body === null ? { status: 413, body: 'too large\n' } : addCheckpoint(options, body)
}

function addCheckpoint({ name, logs, state, now, log }: WitnessOptions, body: string): Answer {
  const wanted = parseWitnessRequest(body)
  if (wanted === null) return { status: 400, body: 'malformed\n' }
  const origin = wanted.note.slice(0, wanted.note.indexOf('\n'))
  const key = logs.find((one) => one.name === origin)
  if (!key) return { status: 404, body: 'another log\n' }
  const deployment = key.name.slice(ORIGIN.length)
  const last = state.last(deployment)
  const decision = decideCosignature(wanted, last, { deployment, publicKey: key.publicKey })
  if (!decision.sign) {
    const { status, reason } = decision
    // a log sends a wrong old size to learn the right one, which is ordinary; every other refusal is logged
    if (status !== 409 || wanted.oldSize === last.size) log(`refused ${origin}: ${reason}`)
    return status === 409
      ? { status, body: `${last.size}\n`, type: 'text/x.tlog.size' }
      : { status, body: `${reason}\n` }
  }
  const { size, root } = decision.checkpoint
  state.save(deployment, { size, root })
  log(`signed ${origin} at ${size} entries`)
  return { status: 200, body: `${cosign(state.seed, name, wanted.note, now())}\n` }
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
      return refuse('--log must be the key of a log.')
    if (!KEY_NAME.test(values.name)) return refuse('--name must not contain spaces or plus signs.')
    if (!/^\d{1,5}$/.test(values.port)) return refuse('--port must be a port number.')
    return { ...values, logs: logs as NoteKey[], port: Number(values.port) }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function main(): void {
  const { logs, name, state: folder, host, port } = readArguments()
  const state = openState(folder)
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
  const server = createWitness({ name, logs, state, now: () => Math.floor(Date.now() / 1000), log })
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
