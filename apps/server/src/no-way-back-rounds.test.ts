/**
 * A copy of the database from the middle of rounds cannot give them another result. The log went on elsewhere: the copy is
 * halted, and neither seals nor decides its rounds, until two owners start a new log and every stake goes back.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { createAuditor } from '@fairlot/fairness/audit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLogWriter, highWaterFile } from './modules/fair/index.ts'
import { freshSecrets } from './platform/secrets.ts'
import { copyDatabase, testDatabase, type TestDatabase } from './testing/database.ts'
import type { TestMember } from './testing/factories.ts'
import { breachesOf, paidMembers } from './testing/fuzz-world.ts'
import { makeOperator } from './testing/operators.ts'
import { codeOf } from './testing/refused.ts'
import {
  finishRound,
  goTo,
  openRound,
  placeBet,
  roundsBegin,
  startGames,
  type OpenRound,
} from './testing/made/rounds.ts'
import { testClient } from './testing/client.ts'
import { testServer, type TestServer } from './testing/server.ts'

const secrets = freshSecrets()
const dataDir = mkdtempSync(path.join(tmpdir(), 'fairlot-way-'))
const markFile = path.join(dataDir, 'high-water.json')
let backup: TestDatabase
let members: TestMember[]
/** the mark of the backup, and the one of the live server, which went on */
let kept: string
let lost: string
/** rounds of the copy: settled, closed with bets and of version 2 sealed, open with bets */
let rounds: { settled: OpenRound; closed: OpenRound; open: OpenRound }

const opened: TestServer[] = []
const databases: TestDatabase[] = []

async function serve(database: TestDatabase, parts: { drill?: boolean } = {}): Promise<TestServer> {
  const server = await testServer({
    database,
    parts: { secrets, highWater: highWaterFile(dataDir), ...parts },
  })
  opened.push(server)
  await server.context.fair.standing.check(server.db)
  return server
}
async function copied(): Promise<TestDatabase> {
  const database = await copyDatabase(backup)
  databases.push(database)
  return database
}
async function closeAll(): Promise<void> {
  for (const server of opened.splice(0)) await server.close()
}

/** Lets a server write its log as a release before version 3 does. */
function asEarlierRelease({ context }: TestServer): void {
  const { writer } = context.fair
  const { deployment, standing } = writer
  Object.assign(writer, createLogWriter({ deployment, seed: secrets.logSeed, rules: 2, standing }))
}

/** Makes the backup, and the marks. @param rules version of the log's rules that its rounds have */
async function makeBackup(rules: 2 | 3): Promise<void> {
  backup = await testDatabase()
  rmSync(markFile, { force: true })
  const server = await serve(backup)
  if (rules === 2) asEarlierRelease(server)
  await startGames(server)
  members = await paidMembers(server, 2, '1000.00')
  await roundsBegin(server)
  const settled = await openRound(server, 'lucky-1m')
  await placeBet(members[0]!, settled)
  await finishRound(server, settled)
  const closed = await openRound(server, 'king-2m')
  const open = await openRound(server, 'lucky-5m')
  await placeBet(members[0]!, closed)
  await placeBet(members[1]!, closed, { picks: ['3'], multiple: 4 })
  await placeBet(members[1]!, open)
  await goTo(server, closed.closesAt + 50)
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
  rounds = { settled, closed, open }
  await closeAll()
  // the live server went on: others have seen a longer log
  kept = readFileSync(markFile, 'utf8')
  const mark = JSON.parse(kept) as { size: number }
  writeFileSync(markFile, JSON.stringify({ ...mark, size: mark.size + 5, root: '5c'.repeat(32) }))
  lost = readFileSync(markFile, 'utf8')
}
afterEach(async () => {
  await closeAll()
  for (const database of databases.splice(0)) await database.drop()
  writeFileSync(markFile, lost)
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const stateOf = ({ db }: TestServer) =>
  db.query(
    `select game, period, status, outcome, ended_at is not null as ended, through_seq as through, pool, bound
     from round cross join (select bound from house_account where name = 'bankroll') house where bets > 0 order by opens_ms, game`,
  )
async function balancesOf({ db }: TestServer): Promise<bigint[]> {
  const ids = members.map(({ memberId }) => memberId)
  const rows = await db.query<{ balance: bigint }>(
    'select balance from wallet where member_id = any($1) order by array_position($1::uuid[], member_id)',
    [ids],
  )
  return rows.map(({ balance }) => balance)
}
const clientOf = (server: TestServer, { session }: TestMember) => testClient({ url: server.url, session })

/** Runs what is due at the close, the result and the end of the rounds. */
async function passTime(server: TestServer): Promise<void> {
  for (const at of [rounds.closed.endsAt, rounds.open.closesAt + 50, rounds.open.endsAt + 60_000])
    await goTo(server, at)
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
}

/** Two owners start a new log. */
async function recover(server: TestServer): Promise<void> {
  const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
  const reason = { reason: 'the disk burnt', requestId: randomUUID() }
  const { approval } = await first.client.call(ENDPOINTS.logRecover, reason)
  const { id } = approval!
  await Promise.all([1, 2, 3].map(() => second.client.call(ENDPOINTS.approvalApprove, { id })))
}

type Entry = { t: string; game?: string; period?: string; bets?: number; lost?: string[] }

/** The entries of the new log, which an auditor has read with its checkpoints. */
async function auditedEntries({ db, context }: TestServer): Promise<Entry[]> {
  const { writer } = context.fair
  await writer.flush(db, { checkpoint: true })
  const entries = await db.query<{ bytes: string }>(
    'select bytes from log_entry where log = 2 order by index',
  )
  const notes = await db.query<{ note: string; size: bigint }>(
    'select size, note from log_checkpoint where log = 2 order by size',
  )
  const auditor = createAuditor({ deployment: writer.nameOf(2), publicKey: writer.publicKey })
  for (const { bytes } of entries) {
    auditor.entry(bytes)
    const note = notes.find(({ size }) => Number(size) === auditor.size())
    if (note) auditor.checkpoint(note.note)
  }
  expect(auditor.covered()).toBe(entries.length)
  return entries.map(({ bytes }) => JSON.parse(bytes) as Entry)
}

describe.each([
  // a round of version 2 is sealed between its cut-off and its result
  { rules: 2, status: 'sealed' },
  { rules: 3, status: 'closed' },
] as const)('rounds of version $rules', ({ rules, status }) => {
  beforeAll(() => makeBackup(rules))
  afterAll(() => backup.drop())

  test.each([
    ['a halted copy', false],
    ['a copy in drill mode', true],
  ] as const)('%s takes no bet, seals no round, and gives none a result', async (_, drill) => {
    const server = await serve(await copied(), { drill })
    server.context.start()
    const before = await stateOf(server)
    const entries = () => server.db.query('select count(*) from log_entry')
    const entriesBefore = await entries()
    const member = { ...members[0]!, client: clientOf(server, members[0]!) }
    expect(await codeOf(placeBet(member, rounds.open))).toBe('LOG_HALTED')
    await passTime(server)
    expect(await stateOf(server)).toEqual(before)
    expect(await entries()).toEqual(entriesBefore)
    // members still read
    const { round } = await member.client.call(ENDPOINTS.gameRound, {
      game: 'king-2m',
      period: rounds.closed.period,
    })
    expect(round).toMatchObject({ status, result: null })
  })

  test('the recovery returns every stake of open and closed rounds once, in a new log that says so', async () => {
    const database = await copied()
    const server = await serve(database)
    const before = await balancesOf(server)
    await recover(server)

    // a second process returns stakes at the same time
    const other = await serve(database)
    await Promise.all(
      [1, 2, 3].flatMap(() => [server, other].map(({ context }) => context.games.rounds.runDue())),
    )
    const returned = [20_0000n, 60_0000n]
    const paid = async () => (await balancesOf(server)).map((balance, i) => balance - before[i]!)
    expect(await paid()).toEqual(returned)
    await passTime(server)
    expect(await paid()).toEqual(returned)
    const done = { ended: true, pool: 0n }
    expect(await stateOf(server)).toMatchObject([
      { ...done, game: 'king-2m', status: 'void', outcome: null, through: 2 },
      { ...done, game: 'lucky-1m', status: 'settled', through: 1 },
      { ...done, game: 'lucky-5m', status: 'void', outcome: null, through: 1 },
    ])
    const client = clientOf(server, members[1]!)
    const { items } = await client.call(ENDPOINTS.gameOrders, {})
    expect(items.map((bet) => bet.status)).toEqual(['void', 'void'])

    // rounds of new chains, in the new log
    await roundsBegin(server)
    const next = await openRound(server, 'lucky-1m')
    await placeBet({ ...members[1]!, client }, next)
    await finishRound(server, next)
    const voids = (await auditedEntries(server)).filter(({ t, bets }) => t === 'round-void' && bets! > 0)
    expect(voids.toSorted((a, b) => (a.game! < b.game! ? -1 : 1))).toMatchObject([
      { game: 'king-2m', period: rounds.closed.period, bets: 2 },
      { game: 'lucky-5m', period: rounds.open.period, bets: 1 },
    ])
    expect(await breachesOf(server)).toEqual([])
  })
})

// version 3 voids a round only in the log that follows a lost one
describe('a round of version 2 that was voided', () => {
  beforeAll(() => makeBackup(2))
  afterAll(() => backup.drop())

  test('the void of a round that waited to be appended when the log was lost goes into the new log, once', async () => {
    const database = await copied()
    writeFileSync(markFile, kept)
    const before = await serve(database)
    // a release whose voids wait in the queue: an update can find some
    asEarlierRelease(before)
    const { writer } = before.context.fair
    Object.assign(writer, { append: writer.enqueue })
    // no step runs between the cut-off and the end of the round
    await goTo(before, rounds.open.endsAt + 1_000)
    expect(
      await before.db.query(
        `select entry ->> 'game' as game from log_pending where entry ->> 't' = 'round-void'`,
      ),
    ).toEqual([{ game: 'lucky-5m' }])
    await closeAll()
    writeFileSync(markFile, lost)

    const server = await serve(database)
    await server.context.games.rounds.runDue()
    const waiting = async () =>
      (
        await server.db.query<{ n: number }>(
          `select count(*)::int as n from log_pending where entry ->> 't' = 'round-void'`,
        )
      )[0]
    // a halted log takes nothing, and what waits stays
    await server.context.fair.writer.flush(server.db, { checkpoint: true })
    expect(await waiting()).toEqual({ n: 1 })
    await recover(server)
    const entries = await auditedEntries(server)
    const { period } = rounds.open
    expect(entries.filter((entry) => entry.t === 'round-void' && entry.period === period)).toMatchObject([
      { game: 'lucky-5m', period, bets: 1 },
    ])
    expect(entries[0]).toMatchObject({ t: 'log-continues' })
    expect(entries[0]!.lost).toContain(`lucky-5m ${period}`)
    expect(await waiting()).toEqual({ n: 0 })
    await server.context.games.rounds.runDue()
    expect(await breachesOf(server)).toEqual([])
  })
})
