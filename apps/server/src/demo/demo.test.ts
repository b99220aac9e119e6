import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { parseMoney } from '@fairlot/contract/money/money'
import { PRIZE_STATUSES } from '@fairlot/contract/life/order-life'
import { hasPython, NOT_RUN, type PythonCase, verifyInPython } from '@fairlot/fairness/testing/python.fixture'
import { verifyRound } from '@fairlot/fairness/verify/round'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { checkRounds, exportLog } from '../modules/fair/index.ts'
import { CHECKS, runDoctorChecks } from '../programs/doctor.checks.ts'
import { sealedChecks } from '../programs/sealed.checks.ts'
import { businessClock } from '../platform/clock.ts'
import { freshSecrets } from '../platform/secrets.ts'
import { stateFigures } from '../modules/operator/figures/state-figures.ts'
import { failing, planted } from '../testing/planted.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import { DEMO_PRODUCTS } from './catalogue.ts'
import { DEMO_LOGINS } from './people.ts'
import { HOUSE_PLANTS, ROUNDS } from './plants.fixture.ts'
import { demoTimeline } from './timeline.ts'
import { seedDemo } from './seed.ts'

const secrets = freshSecrets()
let server: TestServer
beforeAll(async () => {
  server = await testServer({ parts: { secrets } })
})
afterAll(() => server.close())

test('the next start completes an interrupted one, and the doctor finds no breach', async () => {
  const { context, db, owner } = server
  const clock = await businessClock(db)
  let purchases = 0
  const sales: Context['mall']['sales'] = {
    buy: (request) => {
      purchases += 1
      if (purchases > 300) return Promise.reject(new Error('the power went out'))
      return context.mall.sales.buy(request)
    },
  }
  const interrupted = { ...context, mall: { ...context.mall, sales } }
  await expect(seedDemo({ context: interrupted, clock, owner })).rejects.toThrow('the power went out')
  const offset = () => db.query('select offset_ms from clock_offset')
  expect(await offset()).toEqual([{ offset_ms: 0n }])

  expect(await seedDemo({ context, clock, owner })).toBe(true)
  expect(await offset()).toEqual([{ offset_ms: 0n }])
  const [counts] = await db.query(
    `select count(*)::int as orders, (select count(*)::int from product where demo) as products,
       (select count(*)::int from issue_draw) as draws from purchase where kind = 'shares' and state in ('done', 'refunded')`,
  )
  const buys = demoTimeline().filter((event) => event.do === 'buy')
  expect(counts).toMatchObject({ orders: buys.length, products: DEMO_PRODUCTS.length })
  const [cooker] = await db.query<{ left: number }>(
    `select shares - sold as left from issue join issue_terms using (issue_id, shares) where number = 'COOKER-0003'`,
  )
  expect(cooker?.left).toBe(1)
  const states = await db.query<{ status: string }>('select distinct status from issue order by status')
  expect(states.map(({ status }) => status)).toEqual(expect.arrayContaining(['drawn', 'refunded', 'selling']))

  const prizes = await db.query<{ status: string }>(
    `select distinct z.status from prize z join issue_terms terms using (issue_id) where terms.mode <> 'cash'`,
  )
  expect(prizes.map(({ status }) => status).toSorted()).toEqual(PRIZE_STATUSES.toSorted())

  const { fair } = context
  const warned: string[] = []
  for await (const finding of runDoctorChecks({ snapshot: db, fair, sealKeys: secrets })) {
    expect(finding, finding.title).toMatchObject({ breaches: 0 })
    if (finding.warnings !== undefined) warned.push(...(finding.warnings > 0 ? [finding.title] : []))
  }
  // nothing stands still in the first minutes of a server; here no worker takes jobs
  expect(warned.filter((title) => !title.startsWith('late-jobs:'))).toEqual([])
})

test('a house that is filled gets the figures of its past days, which equal the ledger', async () => {
  const { db } = server
  const days = await stateFigures({ db, utcOffsetMinutes: 0 })
  const [span] = await db.query<{ from: string; days: number }>(
    `select min(at at time zone 'utc')::date::text as from, (now() at time zone 'utc')::date - min(at at time zone 'utc')::date as days
     from ledger`,
  )
  expect(days[0]).toBe(span!.from)
  // in the first minutes after midnight the last day is not settled
  expect([span!.days, span!.days - 1]).toContain(days.length)
  const checks = CHECKS.filter(({ id }) => id === 'INV-45')
  expect(checks).toHaveLength(4)
  expect(await failing(db, checks)).toEqual([])
  const sums = await db.query<{ area: string; amount: bigint }>(
    `select area, sum(amount)::bigint as amount from figure where area in ('drawn', 'reserve') and side <> 'end' group by area`,
  )
  expect(new Map(sums.map(({ area, amount }) => [area, amount > 0n]))).toEqual(
    new Map([
      ['drawn', true],
      ['reserve', true],
    ]),
  )
  const other = await db.query(`select distinct subject from figure where area = 'other'`)
  expect(other).toEqual([])
})

test('some past rounds of each game have settled bets of demo members, and every round has a result that verifies', async () => {
  const { db, context } = server
  const games = await db.query(
    `select game, count(*) filter (where bets > 0)::int as played, count(*) filter (where bets > 0 and status = 'settled' and ended_at is not null)::int as settled,
       bool_and(c.demo) as demo
     from round r join game_chain c using (game, chain_id) where c.demo group by game order by game`,
  )
  expect(games).toEqual([
    { game: 'king-2m', played: 2, settled: 2, demo: true },
    { game: 'lucky-1m', played: 4, settled: 4, demo: true },
    { game: 'lucky-3m', played: 1, settled: 1, demo: true },
    { game: 'lucky-5m', played: 1, settled: 1, demo: true },
  ])
  await context.fair.writer.flush(db, { checkpoint: true })
  const [round] = await db.query<{ game: GameId; period: string }>(
    `select game, period from round where bets > 0 and game = 'king-2m' limit 1`,
  )
  const proof = await context.games.proofOf(round!.game, round!.period)
  expect(proof).toMatchObject({ terms: { demo: true } })
  expect(verifyRound(structuredClone(proof))).toMatchObject({ verdict: 'verified' })
  const client = server.anonymous()
  const [login] = DEMO_LOGINS
  client.session = await client.call(ENDPOINTS.login, { account: login!.phone, password: login!.password })
  const { items } = await client.call(ENDPOINTS.gameOrders, {})
  expect(items.length).toBeGreaterThan(2)
  expect(items.every(({ status }) => status === 'win' || status === 'lose')).toBe(true)
})

test('the first demo member has finance orders in every state, and every reserve covers its interest', async () => {
  const client = server.anonymous()
  const [login] = DEMO_LOGINS
  client.session = await client.call(ENDPOINTS.login, { account: login!.phone, password: login!.password })
  const { items, counts } = await client.call(ENDPOINTS.financeOrders, {})
  expect(counts).toEqual({ waiting: 2, completed: 1, exited: 1 })
  const month = items.find(({ code, status }) => code === 'MONTH30' && status === 'waiting')!
  const { accruals } = await client.call(ENDPOINTS.financeOrder, { id: month.id })
  expect(accruals.length).toBeGreaterThanOrEqual(3)
  expect(accruals.every(({ paid }) => paid)).toBe(true)
  const { items: products } = await client.call(ENDPOINTS.financeList, {})
  expect(products.map(({ code, sale }) => [code, sale])).toEqual([
    ['HOURS6', 'selling'],
    ['WEEK7', 'selling'],
    ['MONTH30', 'selling'],
  ])
  for (const { reserve, liability } of products)
    expect(parseMoney(reserve)).toBeGreaterThanOrEqual(parseMoney(liability))
})

test('the first demo member has a row of check-ins, an open task and a refund of lost orders', async () => {
  const [first] = await server.db.query<{ row: number; refunds: number; paid: boolean; claims: number }>(
    `select (select max(streak) from check_in c where c.member_id = m.member_id) as row,
       (select count(*)::int from vip_refund r where r.member_id = m.member_id) as refunds,
       (select bool_and(r.state = 'paid') from vip_refund r) as paid,
       (select count(*)::int from task_claim c where c.member_id = m.member_id) as claims
     from member m where phone = $1`,
    [DEMO_LOGINS[0]!.phone],
  )
  expect(first).toMatchObject({ row: 3, paid: true, claims: 0 })
  expect(first!.refunds).toBeGreaterThan(0)
})

test('the first demo member was told what they had asked for, and of the VIP levels', async () => {
  const client = server.anonymous()
  const [login] = DEMO_LOGINS
  client.session = await client.call(ENDPOINTS.login, { account: login!.phone, password: login!.password })
  const { items } = await client.call(ENDPOINTS.notices, {})
  const asked = items
    .filter(({ order, issue }) => order === null && issue !== null)
    .map(({ issue, kind }) => `${issue} ${kind}`)
  expect(asked).toEqual([expect.stringMatching(/^FRIDGE-0001 (ten_left|sold_out)$/), 'PHONE-0001 drawn'])
  expect(items.flatMap(({ level }) => level ?? [])).toEqual([2, 1])
})

test('one identity check waits for two operators', async () => {
  const { context, db } = server
  const waiting = await context.identityChecks.desk.waiting(db, { after: null, limit: 10 })
  expect(waiting).toHaveLength(1)
})

test('the log begins before the demo world, whose issues say that their times lie before it', async () => {
  const { db, context } = server
  const entries = await db.query<{ kind: string; at: bigint; demo: boolean | null; issue: string | null }>(
    `select kind, (bytes::jsonb ->> 'at')::int8 as at, (bytes::jsonb ->> 'demo')::boolean as demo, subject as issue
     from log_entry order by index`,
  )
  // neither the begin nor the rules, which follow it at once, counts for the times of the entries after them
  const [begin, rules, ...rest] = entries
  expect(begin).toMatchObject({ kind: 'log-begin' })
  expect(rules).toMatchObject({ kind: 'log-rules', at: begin!.at })
  expect(rest.map(({ kind }) => kind)).not.toContain('log-begin')
  expect(rest.map(({ kind }) => kind)).not.toContain('log-rules')
  const times = rest.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => Number(a - b)))
  const openings = rest.filter(({ kind }) => kind === 'issue-open')
  for (const { issue, at, demo } of openings) expect(demo, issue!).toBe(at < begin!.at)
  expect(openings.filter(({ demo }) => demo).length).toBeGreaterThan(DEMO_PRODUCTS.length)
  const proof = await context.mall.proofs.of('PHONE-0001')
  expect(proof).toMatchObject({ version: 'fairlot-proof/3', terms: { demo: true } })
  expect(verifyProof(structuredClone(proof))).toMatchObject({ verdict: 'verified' })
})

test('the whole log keeps its rules, and each proof fits it, for both verifiers', async () => {
  const { db, context } = server
  await context.fair.writer.flush(db, { checkpoint: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'fairlot-demo-'))
  try {
    const { deployment, publicKey } = context.fair.writer
    await exportLog(db, folder, { deployment, publicKey })
    const drawn = await db.query<{ number: string }>(
      `select number from issue_draw join issue_terms using (issue_id) order by number`,
    )
    expect(drawn.length).toBeGreaterThan(3)
    const proofs = await Promise.all(drawn.map(({ number }) => context.mall.proofs.of(number)))
    for (const proof of proofs) {
      const result = verifyProof(structuredClone(proof), { publicKey })
      expect(result, proof.terms.issue).toMatchObject({ verdict: 'verified' })
    }
    if (!hasPython) return console.warn(`the demo world in Python: ${NOT_RUN}`)
    const cases: PythonCase[] = proofs.map((proof) => ({
      proof: JSON.stringify(proof),
      key: publicKey,
      folder,
    }))
    const [log, ...results] = verifyInPython([{ log: folder, key: publicKey }, ...cases])
    expect(log).toMatchObject({ verdict: 'verified' })
    for (const result of results)
      expect(result).toMatchObject({ verdict: 'verified', steps: { log: 'passed' } })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the demo members can withdraw what is played through, and the first one shows how withdrawals end', async () => {
  for (const { phone, password } of DEMO_LOGINS) {
    const client = server.anonymous()
    client.session = await client.call(ENDPOINTS.login, { account: phone, password })
    const { withdrawable, minimum, playThrough, accounts } = await client.call(ENDPOINTS.withdrawInfo, {})
    expect(parseMoney(withdrawable)).toBeGreaterThan(2n * parseMoney(minimum))
    for (const part of [playThrough.played, playThrough.left]) expect(parseMoney(part)).toBeGreaterThan(0n)
    if (phone !== DEMO_LOGINS[0]?.phone) continue
    expect(accounts.map(({ state }) => state)).toEqual(['usable', 'usable'])
    const { items } = await client.call(ENDPOINTS.withdrawLog, {})
    expect(items.map(({ status }) => status)).toEqual(['processing', 'failed', 'success'])
  }
})

test('a second start changes nothing, and the demo log ins work', async () => {
  const { context, db, owner } = server
  const clock = await businessClock(db)
  const lines = () => db.query('select count(*) from ledger')
  const before = await lines()
  expect(await seedDemo({ context, clock, owner })).toBe(true)
  expect(await lines()).toEqual(before)
  for (const { phone, password } of DEMO_LOGINS) {
    const client = server.anonymous()
    expect(await client.call(ENDPOINTS.login, { account: phone, password })).toMatchObject({
      token: expect.any(String),
    })
  }
})

test.each(HOUSE_PLANTS)('planted by the %s: %s is noticed', async (role, _, sql, found) => {
  const rounds = { title: ROUNDS, find: checkRounds }
  const checks = [...CHECKS, ...sealedChecks(secrets), rounds].filter(({ title }) => title.includes(found))
  const noticed = await planted(role === 'app' ? server.db : server.owner, checks, sql)
  expect(noticed).toEqual([expect.stringContaining(found)])
})

test('does not change a database that contains other data', async () => {
  const own = await testServer()
  try {
    await own.context.mall.createCategory({
      category: 'own',
      position: 1,
      tile: 'sea',
      titles: { 'en-us': 'Own' },
    })
    await own.context.mall.createProduct({ ...DEMO_PRODUCTS[0]!, category: 'own' })
    const clock = await businessClock(own.db)
    expect(await seedDemo({ context: own.context, clock, owner: own.owner })).toBe(false)
    expect(await own.db.query('select count(*)::int as members from member')).toEqual([{ members: 0 }])
  } finally {
    await own.close()
  }
})
