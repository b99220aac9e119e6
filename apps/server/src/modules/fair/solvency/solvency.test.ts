/** The house states its solvency once a day; members check that their money is in it. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Output } from '@fairlot/contract/define'
import { parseMoney } from '@fairlot/contract/money/money'
import { checkSolvencyClaim3, type SolvencyClaim3 } from '@fairlot/fairness/solvency/solvency-claim'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { testClient } from '../../../testing/client.ts'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { createJobs } from '../../../platform/jobs/jobs.ts'
import { adjust, testServer, type TestServer } from '../../../testing/server.ts'
import { homeChecks } from '../../home/home.checks.ts'
import { MEMBERS_MONEY } from '../../home/members-money.ts'
import type { LogWriter } from '../log/log-writer.ts'
import { fairLiveness } from '../fair-liveness.checks.ts'
import { solvencyJobs } from './solvency.jobs.ts'
import { checkSolvency, solvencyChecks } from './solvency.checks.ts'
import { stateSolvency, utcDay } from './state-solvency.ts'

let server: TestServer
let rich: TestMember
/** Some hours after the beginning of a UTC day, in the future. */
const at = (days: number, hours = 6) =>
  server.database.setClockOffset(Date.UTC(2031, 5, 2) + days * DAY_MS + hours * HOUR_MS - Date.now())
const state = (assets = MEMBERS_MONEY.assets) =>
  stateSolvency({
    db: server.db,
    random: server.context.random,
    writer: server.context.fair.writer,
    books: { ...MEMBERS_MONEY, assets },
  })

/** A member with money in the wallet, the piggy bank, a withdrawal and an order. */
async function richMember(issue: string): Promise<TestMember> {
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { client, memberId } = member
  await client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
  await client.call(ENDPOINTS.piggyTransfer, { direction: 'in', amount: '30.00', requestId: randomUUID() })
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, memberId)
  await makeWithdrawal(place, memberId, { accountId, amount: 150_000n })
  return member
}

beforeAll(async () => {
  server = await testServer()
  await at(0)
  const { fair } = server.context
  await fair.writer.begin(server.db)
  rich = await richMember(await sellIssue(server, 'SALE', 1_000))
})
afterAll(() => server.close())

type Answer = Output<(typeof ENDPOINTS)['fairInclusion']>

function claimOf({ statement, leaf, path, entry }: Answer, phone: string): SolvencyClaim3 {
  if (!statement || !leaf || !entry) throw new Error('nothing is proven')
  const { nonce, amount, wallet, piggy, held, escrow } = leaf
  return {
    ...statement,
    total: parseMoney(statement.total),
    assets: parseMoney(statement.assets),
    witnesses: null,
    phone,
    nonce,
    amount: parseMoney(amount),
    parts: [wallet, piggy, held, escrow].map(parseMoney),
    path: path.map((step) => ({ ...step, sum: parseMoney(step.sum) })),
    entry,
  }
}

const ALL_HOLD = { leaf: true, path: true, entry: true, log: true, witnesses: true }
const phoneOf = async ({ memberId }: TestMember) =>
  (await server.db.query<{ phone: string }>('select phone from member where member_id = $1', [memberId]))[0]!
    .phone

/** The steps of a member's check, as the member app makes it. */
async function checked(member: TestMember, day?: string) {
  const phone = await phoneOf(member)
  const answer = await member.client.call(ENDPOINTS.fairInclusion, day === undefined ? {} : { day })
  const { publicKey } = server.context.fair.writer
  return checkSolvencyClaim3(claimOf(answer, phone), { phone, publicKey })
}

test('before the first statement there is nothing to check', async () => {
  const answer = await rich.client.call(ENDPOINTS.fairInclusion, {})
  expect(answer).toMatchObject({ statement: null, leaf: null, path: [], entry: null })
  expect(await server.anonymous().call(ENDPOINTS.fairSolvency, {})).toEqual({ items: [], next: null })
})

test('a day is stated once, also by several servers, and a member proves every part of the balance', async () => {
  const stated = (await Promise.all([state(), state(), state()])).filter((day) => day !== null)
  expect(stated).toHaveLength(1)
  const [made] = stated
  const answer = await rich.client.call(ENDPOINTS.fairInclusion, {})
  expect(answer.leaf).toMatchObject({
    wallet: '53.00',
    piggy: '30.00',
    held: '15.00',
    escrow: '2.00',
    amount: '100.00',
  })
  expect(answer.statement).toMatchObject({ day: '2031-06-02', total: '100.00', assets: '100.00' })
  expect(await checked(rich)).toEqual(ALL_HOLD)
  const { items } = await server.anonymous().call(ENDPOINTS.fairSolvency, {})
  expect(items).toEqual([answer.statement])
  expect(made).toMatchObject({ members: 1, total: 1_000_000n, assets: 1_000_000n })
  // the state of the log that contains it is signed
  const { size } = await server.anonymous().call(ENDPOINTS.fairCheckpoint, {})
  expect(size).toBe(made!.index + 1)
  expect(await state()).toBeNull()
})

test('every member of a larger tree proves their balance, and no member proves that of another', async () => {
  await at(1)
  const members = [rich, ...(await paidMembers(server, 5, '100.00'))]
  // more than one block of leaves
  await server.owner.query(`
    with made as (
      insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at,
        adult_declared_at, created_at)
      select gen_random_uuid(), '+88018' || lpad(n::text, 8, '0'), 'Member ' || n, '$argon2id$none',
        translate(lpad(n::text, 6, '0'), '01', 'AB'), '1', business_now(), business_now(), business_now()
      from generate_series(1, 700) n returning member_id)
    insert into wallet (member_id) select member_id from made`)
  const stated = await state()
  expect(stated).toMatchObject({ members: 706, total: 6_000_000n })
  for (const member of members) expect(await checked(member)).toEqual(ALL_HOLD)
  const [first, second] = members as [TestMember, TestMember]
  const answer = await second.client.call(ENDPOINTS.fairInclusion, {})
  const { publicKey } = server.context.fair.writer
  const phone = await phoneOf(first)
  const foreign = checkSolvencyClaim3(claimOf(answer, phone), { phone, publicKey })
  expect(foreign).toEqual({ ...ALL_HOLD, path: false })
  expect(await checkSolvency(server.db)).toEqual({ figure: '2 trees', breaches: 0 })
  expect(await failing(server.db, [...solvencyChecks, ...homeChecks])).toEqual([])
})

test('a member who registered later is not in the tree of an earlier day', async () => {
  const late = await makeMember(server)
  const answer = await late.client.call(ENDPOINTS.fairInclusion, {})
  expect(answer.statement?.day).toBe('2031-06-03')
  expect([answer.leaf, answer.path]).toEqual([null, []])
  expect(await checked(rich, '2031-06-02')).toEqual(ALL_HOLD)
  await expect(rich.client.call(ENDPOINTS.fairInclusion, { day: '2031-05-01' })).rejects.toMatchObject({
    code: 'NO_SUCH_DATA',
  })
})

test('a clock that goes back states no day again, and pages go from the newest day to the oldest', async () => {
  await at(0, 7)
  expect(await state()).toBeNull()
  await at(3)
  expect(await state()).toMatchObject({ day: '2031-06-05' })
  const days: string[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const page = await server
      .anonymous()
      .call(ENDPOINTS.fairSolvency, { limit: 2, ...(cursor && { cursor }) })
    days.push(...page.items.map(({ day }) => day))
    cursor = page.next ?? undefined
    more = page.next !== null
  }
  expect(days).toEqual(['2031-06-05', '2031-06-03', '2031-06-02'])
})

test('a halted log takes no statement', async () => {
  await at(4)
  const halted = { ...server.context.fair.writer, standing: { check: async () => ({ reason: 'drill' }) } }
  const deps = { db: server.db, random: server.context.random, books: MEMBERS_MONEY }
  expect(await stateSolvency({ ...deps, writer: halted as never })).toBeNull()
  expect(await server.db.query(`select from solvency_leaf where day = '2031-06-06'`)).toEqual([])
})

test('the statements of the tree have no limit of time, and those after it have the limit of the session', async () => {
  await at(4)
  class Enough extends Error {}
  const limits: unknown[] = []
  const { writer } = server.context.fair
  const watching: LogWriter = {
    ...writer,
    async lock(tx) {
      limits.push(...(await tx.query(`select current_setting('statement_timeout') as after`)))
      throw new Enough()
    },
  }
  const assets = `select 1 / (current_setting('statement_timeout') = '0')::int`
  const books = { ...MEMBERS_MONEY, assets }
  const deps = { db: server.db, random: server.context.random, books }
  await expect(stateSolvency({ ...deps, writer: watching })).rejects.toThrow(Enough)
  expect(limits).toEqual([{ after: '30s' }])
})

/** What the database keeps of a day. */
const keptOf = async (day: string) => {
  const [row] = await server.db.query(
    `select (select count(*)::int from solvency_leaf where day = $1::date) as leaves,
      (select count(*)::int from solvency_node where day = $1::date) as nodes,
      (select count(*)::int from solvency_day where day = $1::date) as days`,
    [day],
  )
  return row
}

test('a connection that breaks when the tree is made leaves nothing of the day, and the next run states it in chunks', async () => {
  await at(4)
  const { db, context } = server
  const { writer } = context.fair
  const deps = { db, random: context.random, books: MEMBERS_MONEY, chunk: 200 }
  const before = await server.anonymous().call(ENDPOINTS.fairCheckpoint, {})
  const seen: unknown[] = []
  const breaking: LogWriter = {
    ...writer,
    async lock(tx) {
      seen.push(await tx.query(`select count(*)::int as leaves from solvency_leaf where day = '2031-06-06'`))
      await tx.query('select pg_terminate_backend(pg_backend_pid())')
      return writer.lock(tx)
    },
  }
  await expect(stateSolvency({ ...deps, writer: breaking })).rejects.toThrow()
  expect(seen).toEqual([[{ leaves: 707 }]])
  expect(await keptOf('2031-06-06')).toEqual({ leaves: 0, nodes: 0, days: 0 })
  expect(await server.anonymous().call(ENDPOINTS.fairCheckpoint, {})).toMatchObject({ size: before.size })
  expect(await stateSolvency({ ...deps, writer })).toMatchObject({ day: '2031-06-06', members: 707 })
  expect(await keptOf('2031-06-06')).toEqual({ leaves: 707, nodes: 6, days: 1 })
  expect(await checked(rich)).toEqual(ALL_HOLD)
  expect((await checkSolvency(db)).breaches).toBe(0)
})

/** The jobs of a server whose books say that the house has this much. @returns what they logged */
async function runJobs(assets: string): Promise<object[]> {
  const logged: object[] = []
  const log = { warn: () => undefined, error: (fields: object) => void logged.push(fields) }
  const { db, context } = server
  const { random, settings, fair } = context
  const jobs = createJobs({ db, random, log })
  solvencyJobs(jobs, { db, random, writer: fair.writer, books: { ...MEMBERS_MONEY, assets }, settings, log })
  await jobs.plan()
  await server.database.advanceClock(HOUR_MS)
  await jobs.drain()
  return logged
}
const stillStanding = () => failing(server.db, fairLiveness)

test('the job states the day, raises an alarm for a shortfall, and the status shows it', async () => {
  await at(5)
  expect(await runJobs(MEMBERS_MONEY.assets)).toEqual([])
  expect(await stillStanding()).toEqual([])
  await at(6)
  expect(await runJobs('select 1')).toEqual([
    { alarm: 'shortfall', day: '2031-06-08', total: '6000000', assets: '1' },
  ])
  const { items } = await server.anonymous().call(ENDPOINTS.fairSolvency, { limit: 2 })
  expect(items).toMatchObject([
    { day: '2031-06-08', total: '600.00', assets: '0.0001' },
    { day: '2031-06-07', total: '600.00', assets: '600.00' },
  ])
  expect(await stillStanding()).toEqual([
    'the house has no less than members own, by the last statement of solvency',
  ])
  expect(await checked(rich)).toEqual(ALL_HOLD)
})

test('a day that is not stated stands still after two hours', async () => {
  await at(7, 1.9)
  expect(await stillStanding()).not.toContain('the solvency of the day is stated within 2 hours')
  await at(7, 2.1)
  expect(await stillStanding()).toContain('the solvency of the day is stated within 2 hours')
})

const plants: [what: string, plant: string, found: string][] = [
  [
    'a leaf that is left out',
    `delete from solvency_leaf where (day, place) = ('2031-06-03', 3)`,
    'the leaves of every day have the stated number and sum, or are all deleted after their time',
  ],
  [
    'a leaf with less money',
    `update solvency_leaf set wallet = wallet - 1 where day = '2031-06-03' and wallet > 0`,
    'the leaves of every day have the stated number and sum, or are all deleted after their time',
  ],
  [
    'leaves that are deleted too early',
    `delete from solvency_leaf where day = '2031-06-07'`,
    'the leaves of every day have the stated number and sum, or are all deleted after their time',
  ],
  [
    'a statement with another total',
    `update solvency_day set total = total - 1 where day = '2031-06-03'`,
    'no row of the statements of solvency was changed or removed',
  ],
  [
    'other assets than the log has',
    `update solvency_day set assets = assets + 1 where day = '2031-06-03'`,
    'every statement of solvency is in the log as it was made, and the log has no other',
  ],
  [
    'a statement that is removed',
    `delete from solvency_day where day = '2031-06-02'; delete from solvency_leaf where day = '2031-06-02'`,
    'every statement of solvency is in the log as it was made, and the log has no other',
  ],
]

test.each(plants)('the doctor finds %s', async (_, plant, found) => {
  expect(await planted(server.owner, solvencyChecks, plant)).toContain(found)
})

test.each([
  ['a nonce', `update solvency_leaf set nonce = sha256('x') where (day, place) = ('2031-06-03', 300)`],
  ['an owner', `update solvency_leaf set owner = sha256('x') where (day, place) = ('2031-06-03', 300)`],
  ['a node', `update solvency_node set sum = sum + 1 where (day, level, place) = ('2031-06-03', 8, 1)`],
  [
    'the hash of a node',
    `update solvency_node set hash = sha256('x') where (day, level, place) = ('2031-06-03', 9, 1)`,
  ],
  [
    'a part that moves',
    `update solvency_leaf set wallet = case place when 5 then wallet + 1 else wallet end,
    piggy = case place when 5 then piggy else piggy end where day = '2031-06-03' and place in (5, 6)`,
  ],
])('the doctor recomputes the trees and finds a change of %s', async (_, plant) => {
  class Undone extends Error {}
  const work = server.owner.tx(async (tx) => {
    await tx.query(plant)
    expect(await checkSolvency(tx)).toEqual({ figure: 'not the tree of 2031-06-03', breaches: 1 })
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
})

test('the doctor finds money of members in a book that the tree leaves out', async () => {
  const book = `insert into ledger (book, ref, kind, debit, credit, amount, at)
    values (gen_random_uuid(), gen_random_uuid(), 'recharge', 'clearing', 'savings', 10000, business_now())`
  expect(await planted(server.owner, homeChecks, book)).toContain(
    'what members own in wallets, piggy banks and withdrawals is all money outside of escrows, custody, reserves and house accounts',
  )
})

test('leaves and nodes are deleted after their time; the statements stay', async () => {
  await adjust(server.context, { 'fair.solvencyDays': '7' })
  await at(9, 4)
  await runJobs(MEMBERS_MONEY.assets)
  await at(10, 4)
  await runJobs(MEMBERS_MONEY.assets)
  const kept = await server.db.query<{ day: string }>(
    'select distinct day::text from solvency_leaf order by 1',
  )
  expect(kept.map(({ day }) => day)).toEqual([
    '2031-06-05',
    '2031-06-06',
    '2031-06-07',
    '2031-06-08',
    '2031-06-11',
    '2031-06-12',
  ])
  expect(await server.db.query(`select from solvency_node where day < '2031-06-04'`)).toEqual([])
  const session = await server.context.identity.openSession(rich.memberId)
  const client = testClient({ url: server.url, session })
  const answer = await client.call(ENDPOINTS.fairInclusion, { day: '2031-06-03' })
  expect([answer.statement?.day, answer.leaf]).toEqual(['2031-06-03', null])
  expect(await failing(server.db, solvencyChecks)).toEqual([])
  expect((await checkSolvency(server.db)).breaches).toBe(0)
})

test('a UTC day begins at midnight', () => {
  expect([utcDay(Date.UTC(2031, 5, 2) - 1), utcDay(Date.UTC(2031, 5, 2))]).toEqual([
    '2031-06-01',
    '2031-06-02',
  ])
})
