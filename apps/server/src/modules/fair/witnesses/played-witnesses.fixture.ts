/**
 * Witnesses for tests, which speak the real protocol over loopback: played ones, which behave as a test says, and the program of the
 * repository, which audits the log of the house before it signs.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { logKey } from '@fairlot/fairness/checkpoint'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { formatKey, type NoteKey } from '@fairlot/fairness/note'
import {
  cosign,
  decideCosignature,
  NOTHING_WITNESSED,
  parseWitnessRequest,
  witnessKey,
  type WitnessState,
} from '@fairlot/fairness/witness'
import { createWitness } from '../../../../../../packages/fairness/cli/witness.ts'
import { openState } from '../../../../../../packages/fairness/cli/witness-state.ts'
import type { Db } from '../../../platform/db.ts'
import { logFiles } from '../log/log.files.ts'
import type { LogWriter } from '../log/log-writer.ts'
import { testClock, type TestClock } from '../../../testing/clock.ts'
import type { Beacons } from '../beacon/beacon.ts'
import { releaseHold, witnessHold } from './hold.ts'
import type { Send } from './witness-client.ts'
import { createWitnesses, type Witnesses } from './witnesses.ts'

export type PlayedWitness = {
  key: NoteKey
  url: string
  /** sizes that it was shown, in order */
  shown: number[]
  /**
   * `down`: breaks every connection. `deaf`: answers pings only. `slow`: accepts a checkpoint and does not answer. `forgetful`:
   * signs, and its answer is lost.
   */
  mode: 'well' | 'down' | 'deaf' | 'slow' | 'forgetful'
  /** changes the time with which it signs, Unix seconds */
  dates: (seconds: number) => number
  /** refuses a checkpoint of a size, with this reason */
  refuses: ((size: number) => string | null | Promise<string | null>) | null
  /** the key with which it signs; by default its own */
  signsWith: string
  /** breaks the connections that it left unanswered */
  release(): void
  /** resolves at the next checkpoint that it is shown */
  nextShown(): Promise<unknown>
  close(): Promise<void>
}

const ORIGIN = 'fairlot/'
const seedOf = (name: string) => Buffer.from(name.padEnd(32, '.').slice(0, 32)).toString('hex')

/** The witness of this name is the program of the repository, which audits the log of the house. */
export const AUDITING = 'watch'

type Served = { readonly options: { readonly db: Db; readonly writer: LogWriter } }

/** Serves the log over HTTP as the house does, for witnesses that audit it. @param world its options are read at each request */
export async function serveLog(world: Served): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://house')
    const route = logFiles(world.options).find((one) => one.path === pathname)
    const call = {
      path: pathname,
      rest: '',
      query,
      headers: {},
      body: Buffer.alloc(0),
      address: '',
      requestId: '',
    }
    void Promise.resolve(route?.handle(call)).then((answer) =>
      response.writeHead(answer?.status ?? 404).end(answer?.body ?? ''),
    )
  })
  return listening(server)
}

async function listening(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** `npm run witness -- --from`, behind a door that a test closes with `mode`. */
export async function auditingWitness(
  name: string,
  origin: NoteKey,
  now: () => Promise<number>,
  house: string,
): Promise<PlayedWitness> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairlot-witness-'))
  // its operator names the logs that continue a lost one, too
  const origins = ['', '.2', '.3'].map((number) => ({ ...origin, name: `${origin.name}${number}` }))
  const state = openState(folder)
  let seconds = 0
  const program = createWitness({
    name,
    logs: origins,
    houses: new Map(origins.map(({ name: log }) => [log, house])),
    state,
    now: () => seconds,
    log: () => undefined,
  })
  const server = createServer((request, response) => {
    if (witness.mode === 'down' || (witness.mode === 'deaf' && request.url !== '/'))
      return void response.destroy()
    // its clock is that of the test
    void now().then((ms) => {
      seconds = Math.floor(ms / 1_000)
      program.emit('request', request, response)
    })
  })
  const { url, close } = await listening(server)
  const witness: PlayedWitness = {
    key: witnessKey(name, publicKeyOf(state.seed)),
    url,
    shown: [],
    mode: 'well',
    dates: (at) => at,
    refuses: null,
    signsWith: state.seed,
    release: () => undefined,
    nextShown: () => Promise.resolve(),
    async close() {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
  return witness
}

export async function playWitness(
  name: string,
  origin: NoteKey,
  now: () => Promise<number>,
): Promise<PlayedWitness> {
  const seed = seedOf(name)
  const { publicKey } = origin
  const states = new Map<string, WitnessState>()
  const kept: { log: string; size: number; note: string; line: string }[] = []
  const waiting: (() => void)[] = []
  const unanswered: ServerResponse[] = []

  const answer = (response: ServerResponse, status: number, body: string, type = 'text/plain') =>
    void response.writeHead(status, { 'content-type': type }).end(body)

  /** One after the other, as the program decides. */
  let queue: Promise<unknown> = Promise.resolve()
  async function add(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    const decided = queue.then(() => decide(body, response))
    queue = decided.catch(() => undefined)
    await decided
  }

  async function decide(body: string, response: ServerResponse): Promise<void> {
    const wanted = parseWitnessRequest(body)
    if (!wanted) return answer(response, 400, 'malformed\n')
    const log = wanted.note.slice(0, wanted.note.indexOf('\n'))
    // logs that continue a lost one have its name and a number
    if (log !== origin.name && !log.startsWith(`${origin.name}.`))
      return answer(response, 404, 'another log\n')
    const state = states.get(log) ?? NOTHING_WITNESSED
    const decision = decideCosignature(wanted, state, { deployment: log.slice(ORIGIN.length), publicKey })
    if (!decision.sign) {
      return decision.status === 409
        ? answer(response, 409, `${state.size}\n`, 'text/x.tlog.size')
        : answer(response, decision.status, `${decision.reason}\n`)
    }
    const { size, root } = decision.checkpoint
    witness.shown.push(size)
    for (const resolve of waiting.splice(0)) resolve()
    if (witness.mode === 'slow') return void unanswered.push(response)
    const reason = (await witness.refuses?.(size)) ?? null
    if (reason !== null) return answer(response, 422, `${reason}\n`)
    const seconds = witness.dates(Math.floor((await now()) / 1_000))
    const line = cosign(witness.signsWith, name, wanted.note, seconds)
    states.set(log, { size, root })
    kept.push({ log, size, note: wanted.note, line })
    if (witness.mode === 'forgetful') response.destroy()
    else answer(response, 200, `${line}\n`)
  }

  function handle(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const url = new URL(request.url ?? '/', 'http://witness')
    const isPing = url.pathname === '/'
    if (witness.mode === 'down' || (witness.mode === 'deaf' && !isPing)) return void response.destroy()
    if (url.pathname === '/add-checkpoint') return add(request, response)
    if (isPing) return answer(response, 200, `${formatKey(witness.key)}\n`)
    if (url.pathname === '/refusal')
      return answer(
        response,
        200,
        JSON.stringify([{ log: origin.name, at: 1, size: 1, rule: 'seal', reason: 'a second seal' }]),
        'application/json',
      )
    const { searchParams } = url
    const index = Number(searchParams.get('index'))
    const found = kept.find(
      ({ log, size }) => url.pathname === '/seal' && log === searchParams.get('log') && size > index,
    )
    if (!found) return answer(response, 404, 'none\n')
    return answer(response, 200, JSON.stringify({ note: found.note, line: found.line }), 'application/json')
  }

  const server = createServer((request, response) => void handle(request, response))
  const { url, close } = await listening(server)
  const witness: PlayedWitness = {
    key: witnessKey(name, publicKeyOf(seed)),
    url,
    shown: [],
    mode: 'well',
    dates: (seconds) => seconds,
    refuses: null,
    signsWith: seed,
    release() {
      for (const response of unanswered.splice(0)) response.destroy()
    },
    nextShown: () => new Promise<void>((resolve) => waiting.push(resolve)),
    close,
  }
  return witness
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

export type Alarm = { message: string; fields: Record<string, unknown> }

type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>

/** What a server needs to ask witnesses, and what is heard of them. */
export type StartedWitnesses = {
  /** of pauses and of the answers to pings; business time moves apart from it */
  clock: TestClock
  /** in the order of their names */
  witnesses: PlayedWitness[]
  /** the server's log without its alarms */
  log: Log
  alarms: Alarm[]
  /** A server's side of these witnesses, by default of all. The caller stops it. */
  ask(named?: readonly PlayedWitness[], db?: Db, send?: Send): Witnesses
  close(): Promise<void>
}

type House = Served & {
  readonly options: { readonly beacons: Beacons; readonly log: Log }
  now(): Promise<number>
}

/** Starts witnesses of a house. The one called `AUDITING` is the program of the repository, which audits the log before it signs. */
export async function startWitnesses(house: House, names: readonly string[]): Promise<StartedWitnesses> {
  const { db, writer, beacons, log } = house.options
  const { deployment, publicKey } = writer
  const origin = logKey(deployment, publicKey)
  const served = await serveLog(house)
  const witnesses = await Promise.all(
    names.map((name) =>
      name === AUDITING
        ? auditingWitness(name, origin, house.now, served.url)
        : playWitness(name, origin, house.now),
    ),
  )
  const clock = testClock(0)
  const alarms: Alarm[] = []
  const told: Log = {
    ...log,
    error(fields, message) {
      if ('alarm' in fields) alarms.push({ message, fields })
      else log.error(fields, message)
    },
  }
  return {
    clock,
    witnesses,
    log: told,
    alarms,
    ask: (named = witnesses, at = db, send?: Send) =>
      createWitnesses({
        ...(send && { send }),
        db: at,
        clock,
        deployment,
        publicKey,
        beacons,
        log: told,
        witnesses: named.map(({ key, url }) => ({ key, url })),
      }),
    async close() {
      for (const witness of witnesses) await witness.close()
      await served.close()
    },
  }
}

/** The witness signs, at the right time. */
export function makeWell(witness: PlayedWitness): void {
  const well = { mode: 'well', dates: (at: number) => at, refuses: null } as const
  Object.assign(witness, well)
}

/** Releases the stop after failed witnesses, as two operators do. @param owner of the schema */
export async function releaseWitnessed(db: Db, owner: Db): Promise<void> {
  if ((await witnessHold(db)) === null) return
  const id = await approvedRelease(owner)
  await db.tx(async (tx) => {
    await releaseHold(tx, id)
  })
}

const OPERATOR = `
  insert into operator (operator_id, name, full_name, roles, password_hash, one_time_until, created_at)
  select $1, $2, 'Test', '{owner}', '$argon2id$', at, at from business_clock`

/** An approved request of two operators for the release. */
async function approvedRelease(owner: Db): Promise<string> {
  const [id, one, other] = [randomUUID(), randomUUID(), randomUUID()]
  for (const operator of [one, other]) await owner.query(OPERATOR, [operator, `op-${operator.slice(0, 8)}`])
  await owner.query(
    `insert into approval (approval_id, action, params, reason, requested_by, requested_at, expires_at, state, decided_by, decided_at)
     values ($1, 'witnesses.release', '{}', 'the witnesses sign again', $2, business_now(), business_now() + interval '1 day', 'approved', $3, business_now())`,
    [id, one, other],
  )
  return id
}
