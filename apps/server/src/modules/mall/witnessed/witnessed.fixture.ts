/** Issues of grade witnessed with played witnesses, which speak the real protocol over loopback and behave as a test says. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { auditLog } from '@fairlot/fairness/audit'
import { roundTimeMs } from '@fairlot/fairness/beacon'
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
import { createWitnesses, type Witnesses } from '../../fair/index.ts'
import { logFiles } from '../../fair/log/log.files.ts'
import { testClock, type TestClock } from '../../../testing/clock.ts'
import { createDraws, type Draws, type DrawsOptions } from '../draws/draws.jobs.ts'
import { drawMall, openTestIssue, sellOut, type DrawMall } from '../draws/draws.fixture.ts'
import { createReader } from '../issues/issue-steps.fixture.ts'
import { TIMELY_LINES } from './timely-lines.queries.ts'

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
  refuses: ((size: number) => string | null) | null
  /** the key with which it signs; by default its own */
  signsWith: string
  /** breaks the connections that it left unanswered */
  release(): void
  /** resolves at the next checkpoint that it is shown */
  nextShown(): Promise<unknown>
  close(): Promise<void>
}

export type WitnessedMall = DrawMall & {
  clock: TestClock
  witnesses: Record<string, PlayedWitness>
  askWitnesses: Witnesses
  /** entries of the server's log, by level */
  alarms: { message: string; fields: Record<string, unknown> }[]
  /** another server on the same database */
  another(overrides?: Partial<DrawsOptions>): { draws: Draws; askWitnesses: Witnesses; options: DrawsOptions }
  /** Moves business time and the clock of pauses. */
  advance(ms: number): Promise<void>
  /** Runs the due steps and waits for the answers of the witnesses, until nothing more follows from them. */
  settle(): Promise<void>
  close(): Promise<void>
}

const seedOf = (name: string) => Buffer.from(name.padEnd(32, '.').slice(0, 32)).toString('hex')

/** The witness of this name is the program of the repository, which audits the log of the house. */
export const AUDITING = 'watch'

/** Starts a mall with these witnesses, whose issues open under the rules of version 2. */
export const witnessedMall = (...names: string[]): Promise<WitnessedMall> => witnessedMallUnder(2, names)

/** @param rules version of the log's rules under which issues open */
export async function witnessedMallUnder(rules: 2 | 3, names: readonly string[]): Promise<WitnessedMall> {
  const world = await drawMall({ rules })
  const clock = testClock(0)
  const { writer } = world.options
  const origin = logKey(writer.deployment, writer.publicKey)
  const witnesses: Record<string, PlayedWitness> = {}
  const house = await serveLog(world)
  for (const name of names)
    witnesses[name] =
      name === AUDITING
        ? await auditingWitness(name, origin, world.now, house.url)
        : await playWitness(name, origin, world.now)
  const alarms: WitnessedMall['alarms'] = []
  const log = {
    info: world.options.log.info,
    warn: world.options.log.warn,
    error(fields: object, message: string) {
      if ('alarm' in fields) alarms.push({ message, fields })
      else world.options.log.error(fields, message)
    },
  }
  const configured = Object.values(witnesses).map(({ key, url }) => ({ key, url }))
  const another: WitnessedMall['another'] = (overrides = {}) => {
    const { db, beacons } = world.options
    const askWitnesses = createWitnesses({
      db: overrides.db ?? db,
      clock,
      deployment: writer.deployment,
      publicKey: writer.publicKey,
      beacons,
      log,
      witnesses: configured,
    })
    const options = {
      ...world.options,
      clock,
      log,
      askWitnesses,
      witnesses: askWitnesses.noteKeys,
      ...overrides,
    }
    return { draws: createDraws(options), askWitnesses, options }
  }
  const own = another()
  return {
    ...world,
    ...own,
    clock,
    witnesses,
    alarms,
    another,
    async advance(ms) {
      clock.advance(ms)
      await world.mall.database.advanceClock(ms)
    },
    settle: () => settleServer(own),
    async close() {
      await own.askWitnesses.stop()
      for (const witness of Object.values(witnesses)) await witness.close()
      await house.close()
      await own.draws.stop()
      await world.mall.close()
    },
  }
}

/** Runs the due steps of a server and waits for the answers of the witnesses, until nothing more follows from them. */
export async function settleServer(server: { draws: Draws; askWitnesses: Witnesses }): Promise<void> {
  // ping, seal, sign, collect: four rounds, and one for what follows a void seal
  for (let round = 0; round < 6; round++) {
    await server.draws.runDue()
    // as the keeper of the log does each second
    await server.askWitnesses.push()
    await server.askWitnesses.settled()
  }
}

/** Serves the log over HTTP as the house does, for witnesses that audit it. */
export async function serveLog({
  options: { db, writer },
}: {
  options: Pick<DrawsOptions, 'db' | 'writer'>
}): Promise<{ url: string; close(): Promise<void> }> {
  const routes = logFiles({ db, writer })
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://house')
    const route = routes.find((one) => one.path === pathname)
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
  const state = openState(folder)
  let seconds = 0
  const program = createWitness({
    name,
    logs: [origin],
    houses: new Map([[origin.name, house]]),
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
  const log = { deployment: origin.name.slice('fairlot/'.length), publicKey: origin.publicKey }
  let state: WitnessState = NOTHING_WITNESSED
  const kept: { size: number; note: string; line: string }[] = []
  const waiting: (() => void)[] = []
  const unanswered: ServerResponse[] = []

  const answer = (response: ServerResponse, status: number, body: string, type = 'text/plain') =>
    void response.writeHead(status, { 'content-type': type }).end(body)

  async function add(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wanted = parseWitnessRequest(await textOf(request))
    if (!wanted) return answer(response, 400, 'malformed\n')
    const decision = decideCosignature(wanted, state, log)
    if (!decision.sign) {
      return decision.status === 409
        ? answer(response, 409, `${state.size}\n`, 'text/x.tlog.size')
        : answer(response, decision.status, `${decision.reason}\n`)
    }
    const { size, root } = decision.checkpoint
    witness.shown.push(size)
    for (const resolve of waiting.splice(0)) resolve()
    if (witness.mode === 'slow') return void unanswered.push(response)
    const reason = witness.refuses?.(size) ?? null
    if (reason !== null) return answer(response, 422, `${reason}\n`)
    const seconds = witness.dates(Math.floor((await now()) / 1_000))
    const line = cosign(witness.signsWith, name, wanted.note, seconds)
    state = { size, root }
    kept.push({ size, note: wanted.note, line })
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
    const index = Number(url.searchParams.get('index'))
    const found = kept.find(({ size }) => url.pathname === '/seal' && size > index)
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

/** A sold-out issue of grade witnessed, before its seal. */
export async function soldOutIssue(world: WitnessedMall): Promise<{ issueId: string; number: string }> {
  const { issueId, number } = await openTestIssue(world, { grade: 'witnessed', shares: 4, maxIssues: 1 })
  await sellOut(world, number, 4)
  // answers to earlier pings do not count any more
  await world.advance(10_000)
  return { issueId, number }
}

export type SealState = {
  status: string
  /** the attempt that counts; null before the seal */
  attempt: number | null
  sealedMs: number
  /** time of its round, Unix milliseconds */
  roundMs: number
  /** names of the witnesses that signed it in time */
  signers: string[]
}

export async function sealState(world: DrawMall, issueId: string): Promise<SealState> {
  const reader = createReader(world)
  const row = await reader.one<{
    status: string
    attempt: number | null
    sealed: bigint
    round: bigint
    signers: string[]
  }>(
    `select i.status, s.attempt, s.sealed_ms as sealed, s.round,
       array(select split_part(c.witness, '+', 1) from issue_cosignature c
         where c.issue_id = s.issue_id and c.attempt = s.attempt
         union select split_part(l.key, '+', 1) from ${TIMELY_LINES('t.number', 't.witnesses', 's.round')} l
         where i.log_rules >= 3 order by 1) as signers
     from issue i join issue_terms t using (issue_id) left join issue_last_seal s using (issue_id) where i.issue_id = $1`,
    [issueId],
  )
  const { chain } = world.options.beacons.current
  return {
    status: row.status,
    attempt: row.attempt,
    sealedMs: Number(row.sealed),
    roundMs: row.round === null ? 0 : roundTimeMs(Number(row.round), chain),
    signers: row.signers,
  }
}

/** Audits the whole log with the lines of the witnesses. @throws AuditBreach */
export async function auditWholeLog(world: DrawMall): Promise<void> {
  const { db, writer } = world.options
  await writer.flush(db, { checkpoint: true })
  const entries = await db.query<{ bytes: string }>('select bytes from log_entry order by index')
  const notes = await db.query<{ size: bigint; note: string }>(
    'select size, note from log_checkpoint order by size',
  )
  const lines = await db.query<{ size: bigint; line: string }>(
    'select size, line from log_cosignature order by size, witness, signed_at',
  )
  auditLog({
    deployment: writer.deployment,
    publicKey: writer.publicKey,
    entries: entries.map(({ bytes }) => bytes),
    checkpoints: notes.map(({ size, note }) => ({
      note,
      cosignatures: lines.filter((one) => one.size === size).map(({ line }) => line),
    })),
  })
}
