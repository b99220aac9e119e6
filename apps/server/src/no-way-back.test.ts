/**
 * A copy of the database from between the sell-out and the seal of an issue cannot draw it a second time. The live server
 * seals and draws; a restored copy with the same secrets is halted by the high-water mark, or by a witness, until two owners
 * start a new log and refund what was open.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { createAuditor } from '@fairlot/fairness/audit'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Parts } from './composition/parts.ts'
import { highWaterFile } from './modules/fair/index.ts'
import { freshSecrets } from './platform/secrets.ts'
import { CHECKS } from './programs/doctor.checks.ts'
import { copyDatabase, testDatabase, type TestDatabase } from './testing/database.ts'
import { makeMember, type TestMember } from './testing/factories.ts'
import { makeOperator } from './testing/operators.ts'
import { playWitness, type PlayedWitness } from './testing/played/played-witness.ts'
import { testClient, type TestClient } from './testing/client.ts'
import { testServer, type TestServer } from './testing/server.ts'

const secrets = freshSecrets()
/** the state of the database between sell-out and seal */
let backup: TestDatabase
/** the database that went on: sealed and drawn */
let live: TestDatabase
let liveFolder: string
let witness: PlayedWitness
let buyers: TestMember[]
/** numbers of the issues: drawn before the copy, sold out, on sale, scheduled */
let issues: { drawn: string; full: string; selling: string; soon: string }
let liveCode: number

const opened: { close(): Promise<void> }[] = []
const databases: TestDatabase[] = []
const folders: string[] = []

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'fairlot-way-'))
  folders.push(made)
  return made
}

async function serve(
  database: TestDatabase,
  dataDir: string | null,
  parts: Partial<Pick<Parts, 'drill' | 'witnesses'>> = {},
): Promise<TestServer> {
  const highWater = dataDir === null ? {} : { highWater: highWaterFile(dataDir) }
  const server = await testServer({ database, parts: { secrets, ...highWater, ...parts } })
  opened.push(server)
  await server.context.fair.standing.check(server.db)
  return server
}

async function closeAll(): Promise<void> {
  for (const server of opened.splice(0)) await server.close()
}

/** A copy of the backup, and a folder with the live server's mark unless it is lost. */
async function restored(options: {
  mark: 'live' | 'gone'
}): Promise<{ database: TestDatabase; dataDir: string }> {
  const database = await copyDatabase(backup)
  databases.push(database)
  const dataDir = folder()
  if (options.mark === 'live')
    copyFileSync(path.join(liveFolder, 'high-water.json'), path.join(dataDir, 'high-water.json'))
  return { database, dataDir }
}

async function product(server: TestServer, code: string, shares: number, maxIssues = 0): Promise<void> {
  await server.context.mall.createProduct({
    code,
    category: 'test',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: code, description: '' } },
    marketPrice: 10_000n * BigInt(shares),
    sharePrice: 10_000n,
    shares,
    maxIssues,
  })
}

/** It pays the even shares of what is lost. */
async function fundGuarantee(server: TestServer): Promise<void> {
  const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
  const funding = { account: 'guarantee', amount: '1000.00', reference: 'capital' } as const
  const { approval } = await first.client.call(ENDPOINTS.houseFund, {
    ...funding,
    reason: 'for a test',
    requestId: randomUUID(),
  })
  await second.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
}

const buy = (client: TestClient, issue: string, quantity: number) =>
  client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })
const clientOf = (server: TestServer, { session }: TestMember) => testClient({ url: server.url, session })

/** Seals, moves the clock past the round, draws. */
async function drawAll({ context, database }: TestServer): Promise<void> {
  await context.mall.draws.runDue()
  await database.advanceClock(40_000)
  await context.mall.draws.runDue()
}

beforeAll(async () => {
  backup = await testDatabase()
  witness = await playWitness(publicKeyOf(secrets.logSeed))
  const server = await serve(backup, folder())
  const { mall, fair } = server.context
  await fair.writer.begin(server.db)
  await mall.createCategory({ category: 'test', position: 1, tile: 'sea', titles: { 'en-us': 'Test' } })
  await fundGuarantee(server)
  await product(server, 'DONE', 2, 1)
  buyers = [await makeMember(server, { balance: '100.00' }), await makeMember(server, { balance: '100.00' })]
  const drawn = (await mall.openIssue('DONE'))!.number
  await buy(buyers[0]!.client, drawn, 2)
  await drawAll(server)
  // from here on nothing is opened or sealed by itself
  await mall.draws.stop()
  await product(server, 'FULL', 6)
  await product(server, 'OPEN', 50)
  await product(server, 'SOON', 5)
  const full = (await mall.openIssue('FULL'))!.number
  const selling = (await mall.openIssue('OPEN'))!.number
  const [now] = await server.db.query<{ ms: bigint }>(
    'select (extract(epoch from business_now()) * 1000)::bigint as ms',
  )
  const soon = (await mall.scheduleIssue('SOON', Number(now!.ms) + 86_400_000))!.number
  issues = { drawn, full, selling, soon }
  await buy(buyers[0]!.client, full, 4)
  await buy(buyers[1]!.client, full, 2)
  await buy(buyers[1]!.client, selling, 7)
  await fair.writer.flush(server.db, { checkpoint: true })
  await closeAll()

  live = await copyDatabase(backup)
  liveFolder = folder()
  copyFileSync(path.join(folders[0]!, 'high-water.json'), path.join(liveFolder, 'high-water.json'))
  const going = await serve(live, liveFolder, { witnesses: [witness] })
  await drawAll(going)
  await going.context.fairLog.witnesses.push({ atOnce: true })
  liveCode = (await going.anonymous().call(ENDPOINTS.calculation, { issue: full })).code!
  await closeAll()
})
afterEach(async () => {
  await closeAll()
  for (const database of databases.splice(0)) await database.drop()
})
afterAll(async () => {
  witness.close()
  await live.drop()
  await backup.drop()
  for (const one of folders) rmSync(one, { recursive: true })
})

/** Everything that a halted server must not do. @returns what it refuses with */
async function tryEverything(server: TestServer): Promise<void> {
  const { context, db } = server
  const count = async () => {
    const [row] = await db.query<{ entries: bigint; checkpoints: bigint; seals: bigint; draws: bigint }>(
      `select (select count(*) from log_entry) as entries, (select count(*) from log_checkpoint) as checkpoints,
         (select count(*) from issue_seal) as seals, (select count(*) from issue_draw) as draws`,
    )
    return row
  }
  const before = await count()
  await drawAll(server)
  await context.fair.writer.flush(db, { checkpoint: true })
  await context.fairLog.keeper.runDue()
  expect(await count()).toEqual(before)
  const client = clientOf(server, buyers[1]!)
  await expect(buy(client, issues.selling, 1)).rejects.toMatchObject({ code: 'LOG_HALTED' })
  await expect(
    client.call(ENDPOINTS.openRecharge, { method: 'sandbox', amount: '10.00', requestId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'LOG_HALTED' })
  await expect(context.mall.openIssue('SOON')).resolves.toMatchObject({ opened: false })
  await product(server, 'MORE', 5)
  await expect(context.mall.openIssue('MORE')).rejects.toThrow('the log is halted')
  // members still read, and protect themselves
  expect((await client.call(ENDPOINTS.goodsDetail, { issue: issues.full })).card.status).toBe('sold_out')
  expect((await client.call(ENDPOINTS.orderList, {})).items).toHaveLength(2)
  await client.call(ENDPOINTS.limits, {})
  expect(await count()).toEqual(before)
}

const ready = async (server: TestServer) => {
  const response = await fetch(`${server.url}/readyz`)
  return { http: response.status, ...((await response.json()) as { reasons?: { log?: string } }) }
}

/** What the doctor finds. The members of the tests got their money without a recharge. */
async function breaches({ owner }: TestServer): Promise<string[]> {
  const found: string[] = []
  for (const { title, sql } of CHECKS.filter((check) => !check.title.includes('recharge'))) {
    const [row] = await owner.query<{ breaches: bigint }>(sql)
    if (row!.breaches > 0n) found.push(title)
  }
  return found
}

describe('a restored copy', () => {
  test('with the live mark neither seals nor draws nor signs, sells nothing, and says why', async () => {
    const { database, dataDir } = await restored({ mark: 'live' })
    const server = await serve(database, dataDir)
    await tryEverything(server)
    const system = await server.anonymous().call(ENDPOINTS.system, {})
    expect(system.standing).toBe('halted')
    expect(await ready(server)).toMatchObject({
      http: 503,
      reasons: { log: expect.stringContaining('older copy') },
    })
    expect(server.logged.filter((line) => line.includes('"alarm":"log_halted"'))).toHaveLength(1)
    const mark = readFileSync(path.join(dataDir, 'high-water.json'), 'utf8')
    expect(mark).toBe(readFileSync(path.join(liveFolder, 'high-water.json'), 'utf8'))
  })

  test('without the mark is halted as well, because the database says that one was kept', async () => {
    const { database, dataDir } = await restored({ mark: 'gone' })
    const server = await serve(database, dataDir)
    expect(server.context.fair.standing.now()).toMatchObject({ reason: 'missing' })
    await tryEverything(server)
  })

  test('of a release that kept no mark is halted by a witness that has signed more, which refuses its log', async () => {
    const { database, dataDir } = await restored({ mark: 'gone' })
    const server = await serve(database, dataDir, { witnesses: [witness] })
    await server.owner.query('truncate log_mark')
    const signed = structuredClone(witness.signed)
    server.context.fairLog.keeper.start()
    await expect
      .poll(() => server.context.fair.standing.check(server.db))
      .toMatchObject({ reason: 'witness' })
    await tryEverything(server)
    expect(witness.signed).toEqual(signed)
    expect(await ready(server)).toMatchObject({
      reasons: { log: expect.stringContaining('the witness played has signed') },
    })
  })

  test('in drill mode serves reads and does nothing, whatever is kept', async () => {
    const { database, dataDir } = await restored({ mark: 'gone' })
    const server = await serve(database, dataDir, { drill: true, witnesses: [witness] })
    const asked = witness.refused.length
    server.context.start()
    await tryEverything(server)
    expect((await server.anonymous().call(ENDPOINTS.system, {})).standing).toBe('drill')
    expect(await ready(server)).toMatchObject({
      http: 503,
      reasons: { log: expect.stringContaining('drill') },
    })
    expect(witness.refused).toHaveLength(asked)
    const client = (await makeOperator(server, ['owner'])).client
    await expect(
      client.call(ENDPOINTS.logRecover, { reason: 'drill', requestId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'NOTHING_TO_RECOVER' })
  })
})

test('the live server goes on after a restart', async () => {
  const database = await copyDatabase(live)
  databases.push(database)
  const dataDir = folder()
  copyFileSync(path.join(liveFolder, 'high-water.json'), path.join(dataDir, 'high-water.json'))
  const server = await serve(database, dataDir, { witnesses: [witness] })
  server.context.fairLog.keeper.start()
  await expect.poll(() => server.context.fair.standing.check(server.db)).toBe('ok')
  expect((await server.anonymous().call(ENDPOINTS.calculation, { issue: issues.full })).code).toBe(liveCode)
  await expect.poll(async () => (await ready(server)).http).toBe(200)
  expect(await breaches(server)).toEqual([])
})

describe('the recovery', () => {
  /** Owners with sessions on this copy. */
  async function requested(server: TestServer) {
    const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
    const requestId = randomUUID()
    const answer = await first.client.call(ENDPOINTS.logRecover, { reason: 'the disk burnt', requestId })
    expect(answer.state).toBe('requested')
    return { first, second, id: answer.approval!.id, requestId }
  }
  const balances = async ({ db }: TestServer) =>
    (
      await db.query<{ balance: bigint }>(
        'select balance from wallet where member_id = any($1) order by member_id',
        [buyers.map(({ memberId }) => memberId).toSorted()],
      )
    ).map(({ balance }) => balance)

  test('refunds what was open or sealed, once, in a new log that names the lost one', async () => {
    const { database, dataDir } = await restored({ mark: 'live' })
    const server = await serve(database, dataDir)
    const lost = JSON.parse(readFileSync(path.join(dataDir, 'high-water.json'), 'utf8')) as Record<
      string,
      unknown
    >
    const { first, second, id, requestId } = await requested(server)
    const before = await balances(server)
    await expect(first.client.call(ENDPOINTS.approvalApprove, { id })).rejects.toMatchObject({
      code: 'OWN_REQUEST',
    })
    // approved by several clicks at once, and repeated
    await Promise.all([1, 2, 3].map(() => second.client.call(ENDPOINTS.approvalApprove, { id })))
    expect(
      await first.client.call(ENDPOINTS.logRecover, { reason: 'the disk burnt', requestId }),
    ).toMatchObject({
      state: 'done',
    })
    expect(server.context.fair.standing.now()).toBe('ok')

    // a second process refunds at the same time
    const other = await serve(database, dataDir)
    await Promise.all(
      [1, 2, 3].flatMap(() => [server, other].map(({ context }) => context.mall.draws.runDue())),
    )
    const paid = (await balances(server)).map((balance, i) => balance - before[i]!)
    const expected = buyers
      // two shares of FULL at their price, and the seven sold ones of OPEN have all of its prize, 50.00
      .map(({ memberId }, i) => ({ memberId, amount: i === 0 ? 40_000n : 520_000n }))
      .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
    expect(paid).toEqual(expected.map(({ amount }) => amount))
    await drawAll(server)
    expect((await balances(server)).map((balance, i) => balance - before[i]!)).toEqual(paid)

    const about = await server.anonymous().call(ENDPOINTS.fairAbout, {})
    expect(about.deployment).toBe(`${lost['deployment'] as string}.2`)
    expect(about.continues).toMatchObject({
      deployment: lost['deployment'],
      size: lost['size'],
      root: lost['root'],
      lost: [issues.full, issues.selling].toSorted(),
    })
    const client = clientOf(server, buyers[1]!)
    const orders = (await client.call(ENDPOINTS.orderList, {})).items
    expect(orders.map(({ status, card }) => [status, card.status, card.lost])).toEqual([
      ['refunded', 'refunded', true],
      ['refunded', 'refunded', true],
    ])
    expect((await client.call(ENDPOINTS.goodsDetail, { issue: issues.soon })).card.status).toBe('scheduled')
    expect((await client.call(ENDPOINTS.system, {})).standing).toBe('ok')
    expect(await breaches(server)).toEqual([])
    await expect(
      first.client.call(ENDPOINTS.logRecover, { reason: 'again', requestId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'NOTHING_TO_RECOVER' })
  })

  test('leaves finished issues in the lost log, and opens further ones in the new log, which passes the audit', async () => {
    const { database, dataDir } = await restored({ mark: 'live' })
    const server = await serve(database, dataDir)
    const { second, id } = await requested(server)
    await second.client.call(ENDPOINTS.approvalApprove, { id })
    const { mall, fair } = server.context
    await mall.draws.runDue()
    const old = await server.anonymous().call(ENDPOINTS.proof, { issue: issues.drawn })
    expect(old['deployment']).toBe(fair.writer.deployment)
    expect(verifyProof(old, { publicKey: fair.writer.publicKey })).toMatchObject({ verdict: 'verified' })

    // the product's next issue opened after the refund
    const next = (await mall.openIssue('FULL'))!.number
    await buy(clientOf(server, buyers[0]!), next, 6)
    await drawAll(server)
    const proof = await server.anonymous().call(ENDPOINTS.proof, { issue: next })
    expect(proof['deployment']).toBe(fair.writer.nameOf(2))
    expect(verifyProof(proof, { publicKey: fair.writer.publicKey })).toMatchObject({ verdict: 'verified' })

    await fair.writer.flush(server.db, { checkpoint: true })
    const auditor = createAuditor({ deployment: fair.writer.nameOf(2), publicKey: fair.writer.publicKey })
    const entries = await server.db.query<{ bytes: string }>(
      'select bytes from log_entry where log = 2 order by index',
    )
    const notes = await server.db.query<{ size: bigint; note: string }>(
      'select size, note from log_checkpoint where log = 2 order by size',
    )
    for (const { bytes } of entries) {
      auditor.entry(bytes)
      const note = notes.find(({ size }) => Number(size) === auditor.size())
      if (note) auditor.checkpoint(note.note)
    }
    expect(auditor.covered()).toBe(entries.length)
    const { items } = await server
      .anonymous()
      .call(ENDPOINTS.fairLog, { log: fair.writer.deployment, limit: 1 })
    expect(items[0]).toMatchObject({ bytes: expect.stringContaining('issue-') })
    expect(await breaches(server)).toEqual([])
  })

  test('refunds an issue that the copy holds sealed, and never draws it', async () => {
    const { database, dataDir } = await restored({ mark: 'gone' })
    // the copy's own mark, with which it seals
    copyFileSync(path.join(folders[0]!, 'high-water.json'), path.join(dataDir, 'high-water.json'))
    const sealing = await serve(database, dataDir)
    await sealing.context.mall.draws.runDue()
    await closeAll()
    const file = path.join(dataDir, 'high-water.json')
    const mark = JSON.parse(readFileSync(file, 'utf8')) as { size: number }
    // the live server went on from the seal
    writeFileSync(file, JSON.stringify({ ...mark, size: mark.size + 5, root: '5c'.repeat(32) }))
    await database.advanceClock(40_000)
    const server = await serve(database, dataDir)
    await server.context.mall.draws.runDue()
    const { second, id } = await requested(server)
    await second.client.call(ENDPOINTS.approvalApprove, { id })
    await server.context.mall.draws.runDue()
    const issue = await server.anonymous().call(ENDPOINTS.goodsDetail, { issue: issues.full })
    expect(issue.card).toMatchObject({ status: 'refunded', lost: true, drawnAt: null, winner: null })
    expect(issue.card.drawAt).not.toBeNull()
    expect(await breaches(server)).toEqual([])
  })

  test('works without the mark, naming the last checkpoint of the copy', async () => {
    const { database, dataDir } = await restored({ mark: 'gone' })
    const server = await serve(database, dataDir)
    const [last] = await server.db.query<{ size: bigint; root: string }>(
      `select size, encode(root, 'hex') as root from log_checkpoint order by size desc limit 1`,
    )
    const { second, id } = await requested(server)
    await second.client.call(ENDPOINTS.approvalApprove, { id })
    const about = await server.anonymous().call(ENDPOINTS.fairAbout, {})
    expect(about.continues).toMatchObject({ size: Number(last!.size), root: last!.root })
    expect(await server.context.fair.standing.check(server.db)).toBe('ok')
  })

  test('starts no earlier than what a witness signed, which the owners name, and needs the answer of every witness', async () => {
    const { database, dataDir } = await restored({ mark: 'gone' })
    const server = await serve(database, dataDir, { witnesses: [witness] })
    // the server that went on, or a copy of it that was restarted, has shown it to the witness
    const { size, root } = witness.newestOf(server.context.fair.writer.deployment)!
    const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
    const recover = (stated: { size?: number; without?: string[] }, requestId: string = randomUUID()) =>
      first.client.call(ENDPOINTS.logRecover, { ...stated, reason: 'the disk burnt', requestId })
    await expect(recover({})).rejects.toMatchObject({ code: 'STATE_NOT_NAMED' })
    await expect(recover({ size: size - 1 })).rejects.toMatchObject({ code: 'STATE_NOT_NAMED' })
    const requestId = randomUUID()
    const { approval } = await recover({ size }, requestId)
    expect(approval!.params).toEqual({ size: String(size) })
    const approve = () => second.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    witness.isDown = true
    try {
      // what it said a while ago does not count
      await database.advanceClock(600_000)
      await expect(approve()).rejects.toMatchObject({ code: 'WITNESS_SILENT' })
      await expect(recover({ size })).rejects.toMatchObject({ code: 'WITNESS_SILENT' })
      // without it the server still knows what it said
      await expect(recover({ without: ['played'] })).rejects.toMatchObject({ code: 'STATE_NOT_NAMED' })
    } finally {
      witness.isDown = false
    }
    await Promise.all([approve(), approve()])
    expect(await recover({ size }, requestId)).toMatchObject({ state: 'done' })
    const about = await server.anonymous().call(ENDPOINTS.fairAbout, {})
    expect(about.continues).toMatchObject({ size, root })
    await server.context.mall.draws.runDue()
    expect(await breaches(server)).toEqual([])
    const earlier = `update log set known_size = 1 where number = 2; alter table log_entry drop constraint log_entry_leaf;
      update log_entry set bytes = replace(bytes, '"size":${size}', '"size":1') where kind = 'log-continues'`
    await server.owner.query(earlier)
    expect(await breaches(server)).toContain(
      'no log begins before a state that a witness had signed, as far as witnesses told the owners who began it',
    )
  })

  test('can do without a witness that is gone, when both owners name it', async () => {
    const { database, dataDir } = await restored({ mark: 'live' })
    const server = await serve(database, dataDir, { witnesses: [witness] })
    const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
    const input = { reason: 'the disk burnt', requestId: randomUUID(), without: ['played'] }
    witness.isDown = true
    try {
      const { approval } = await first.client.call(ENDPOINTS.logRecover, input)
      expect(approval!.params).toEqual({ without: 'played' })
      const { outlook } = await second.client.call(ENDPOINTS.approvalShow, { id: approval!.id })
      expect(Number(outlook!.money['refunds to members'])).toBeGreaterThan(0)
      expect(outlook!.facts[0]).toMatchObject({ name: 'issues', warns: true })
      expect(outlook!.facts).toContainEqual({ name: 'witnesses', value: 'nobody asks played', warns: true })
      await second.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    } finally {
      witness.isDown = false
    }
    expect(server.context.fair.standing.now()).toBe('ok')
    await server.context.mall.draws.runDue()
    expect(await breaches(server)).toEqual([])
  })

  test('is not undone by a crash before the mark of the new log was written', async () => {
    const { database, dataDir } = await restored({ mark: 'live' })
    const server = await serve(database, dataDir)
    const { second, id } = await requested(server)
    await server.context.mall.draws.stop()
    await second.client.call(ENDPOINTS.approvalApprove, { id })
    await closeAll()
    const next = await serve(database, dataDir)
    expect(next.context.fair.standing.now()).toBe('ok')
    await next.context.mall.draws.runDue()
    await next.context.fair.writer.flush(next.db, { checkpoint: true })
    const mark = JSON.parse(readFileSync(path.join(dataDir, 'high-water.json'), 'utf8')) as Record<
      string,
      unknown
    >
    expect(mark['deployment']).toBe(next.context.fair.writer.nameOf(2))
    expect(await breaches(next)).toEqual([])
    // the copy of the lost log, put back once more, is behind the new log
    const again = await copyDatabase(backup)
    databases.push(again)
    const late = await serve(again, dataDir)
    expect(late.context.fair.standing.now()).toMatchObject({ reason: 'behind' })
  })

  test.each([
    [
      'a sold-out issue that was refunded without a loss',
      `update issue set lost = false where status = 'refunded' and sold_out_at is not null returning 1`,
    ],
    ['a refund of another amount', `update issue_refund set amount = amount + 1 returning 1`],
    [
      'a lost issue that the new log does not name',
      `update log_entry set bytes = replace(bytes, '"FULL-0001",', '') where kind = 'log-continues' returning 1`,
    ],
    ['a lost issue whose refund was undone', `update issue set status = 'expired' where lost returning 1`],
  ])('the doctor finds %s', async (_, corruption) => {
    const { database, dataDir } = await restored({ mark: 'live' })
    const server = await serve(database, dataDir)
    const { second, id } = await requested(server)
    await second.client.call(ENDPOINTS.approvalApprove, { id })
    await server.context.mall.draws.runDue()
    expect(await breaches(server)).toEqual([])
    await server.owner.query('alter table issue drop constraint issue_not_full')
    await server.owner.query('alter table log_entry drop constraint log_entry_leaf')
    expect(await server.owner.query(corruption)).not.toEqual([])
    expect(await breaches(server)).not.toEqual([])
  })
})
