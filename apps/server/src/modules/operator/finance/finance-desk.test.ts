/** Operators and finance products: what two of them decide, what is published, and what the reserve refuses. */
import { randomUUID } from 'node:crypto'
import type { Input } from '@fairlot/contract/define'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { breachesOf, paidMembers } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { financeChecks } from '../../finance/finance.checks.ts'

let server: TestServer
let mina: TestOperator
let omar: TestOperator
let owner: TestOperator
let auditor: TestOperator
beforeAll(async () => {
  server = await testServer()
  await server.context.fair.writer.begin(server.db)
  mina = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['finance'])
  owner = await makeOperator(server, ['owner'])
  auditor = await makeOperator(server, ['auditor'])
})
afterAll(async () => {
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const reason = 'for the winter'
type Terms = Omit<Input<typeof ENDPOINTS.financeSave>, 'reason' | 'requestId'>

/** A product whose unit of 100.00 earns 15.00 in 30 days. On sale from now on, unless the changes say else. */
const terms = (code: string, changes: Partial<Terms> = {}): Terms => {
  const now = server.context.clock.now()
  return {
    code,
    unitPrice: '100.00',
    minUnits: 1,
    maxUnits: 50,
    units: 1_000,
    termHours: 720,
    termUnit: 'days',
    dailyRatePpm: 5_000,
    payout: 'at_maturity',
    needsTrc20: false,
    saleFrom: now - 60_000,
    saleUntil: now + 30 * DAY_MS,
    texts: [{ language: 'en-us', name: 'Save 30', funding: 'From the sales of the mall.' }],
    ...changes,
  }
}
const request = (who: TestOperator, given: Terms) =>
  who.client.call(ENDPOINTS.financeSave, { ...given, reason, requestId: randomUUID() })
const approve = (who: TestOperator, id: string) => who.client.call(ENDPOINTS.approvalApprove, { id })

async function saved(code: string, changes: Partial<Terms> = {}): Promise<void> {
  const { approval } = await request(mina, terms(code, changes))
  await approve(omar, approval!.id)
}
const move = (
  who: TestOperator,
  kind: 'fund' | 'defund',
  input: { code: string; amount: string; reference: string; requestId?: string },
) =>
  who.client.call(kind === 'fund' ? ENDPOINTS.financeFund : ENDPOINTS.financeDefund, {
    reason,
    requestId: randomUUID(),
    ...input,
  })
async function funded(code: string, amount: string, reference: string = randomUUID()): Promise<void> {
  const { approval } = await move(mina, 'fund', { code, amount, reference })
  await approve(omar, approval!.id)
}
const shown = async (code: string, who = auditor) =>
  (await who.client.call(ENDPOINTS.financeProducts, {})).items.find((row) => row.code === code)!
const outlookOf = async (id: string) => (await omar.client.call(ENDPOINTS.approvalShow, { id })).outlook
const audited = async (code: string) =>
  (
    await server.db.query<{ action: string }>(
      `select action from audit where subject = $1 order by audit_id`,
      [`finance:${code}`],
    )
  ).map(({ action }) => action)
const published = async (code: string) =>
  (
    await server.db.query<{ amount: string; reference: string }>(
      `select said ->> 'amount' as amount, said ->> 'reference' as reference from (
         select entry as said from log_pending union all select bytes::jsonb from log_entry) e
       where said ->> 'account' = $1 order by said ->> 'at'`,
      [`reserve:${code}`],
    )
  ).map(({ amount, reference }) => `${amount} ${reference}`)
const buy = async (code: string, units: number) => {
  const [member] = await paidMembers(server, 1, '10000.00')
  return member!.client.call(ENDPOINTS.financeBuy, { code, units, requestId: randomUUID() })
}

test('a check says what the reserve lacks, and saves nothing', async () => {
  const given = terms('CHECK')
  expect(await auditor.client.call(ENDPOINTS.financeCheck, given)).toEqual({
    isNew: true,
    unitInterest: '15.00',
    interest: '15000.00',
    // 1 % and 0.5 %, and 0.5 % of the highest VIP level
    unitRebates: '2.00',
    rebates: '2000.00',
    principal: '100000.00',
    free: '0.00',
    covered: 0,
    missing: '17000.00',
  })
  expect(await shown('CHECK')).toBeUndefined()
  for (const wrong of [
    { minUnits: 51 },
    { units: 0 },
    { termHours: 25 },
    { saleUntil: given.saleFrom },
    { texts: [{ language: 'vi-vn' as const, name: 'Tiết kiệm', funding: 'Từ doanh thu' }] },
    { dailyRatePpm: 0 },
  ])
    expect(await codeOf(auditor.client.call(ENDPOINTS.financeCheck, { ...given, ...wrong }))).toBe(
      'INPUT_INVALID',
    )
})

test('two operators save a product; the approver reads every term and text', async () => {
  const { approval } = await request(mina, terms('SAVE'))
  expect(approval).toMatchObject({
    action: 'finance.save',
    params: {
      code: 'SAVE',
      unitPrice: '100.00',
      dailyRatePpm: '5000',
      'name en-us': 'Save 30',
      'funding en-us': 'From the sales of the mall.',
    },
  })
  expect(await codeOf(approve(mina, approval!.id))).toBe('OWN_REQUEST')
  expect(await codeOf(approve(auditor, approval!.id))).toBe('NOT_PERMITTED')
  expect(await outlookOf(approval!.id)).toMatchObject({
    effect: { units: '1000', earlyExit: 'true', 'name en-us': 'Save 30' },
    before: {},
    money: {
      'interest of all units': '15000.00',
      'highest rebates': '2000.00',
      'reserve missing': '17000.00',
    },
    facts: [{ name: 'covered', value: '0 of 1000 units by the free reserve', warns: true }],
  })
  expect(await shown('SAVE')).toBeUndefined()
  await approve(omar, approval!.id)
  expect(await shown('SAVE')).toMatchObject({
    sale: 'selling',
    changeable: false,
    reserve: '0.00',
    left: 1_000,
  })
  expect(await audited('SAVE')).toEqual(['finance.save'])
})

test('terms change until the sale begins, and never after', async () => {
  const saleFrom = server.context.clock.now() + DAY_MS
  await saved('LATER', { saleFrom })
  const { approval } = await request(mina, terms('LATER', { saleFrom, dailyRatePpm: 6_000 }))
  expect(await outlookOf(approval!.id)).toMatchObject({
    effect: { dailyRatePpm: '6000', unitPrice: '100.00' },
    before: { dailyRatePpm: '5000', unitPrice: '100.00' },
  })
  await approve(omar, approval!.id)
  expect(await shown('LATER')).toMatchObject({ changeable: true, terms: { dailyRatePpm: 6_000 } })
  await saved('NOW')
  expect(await codeOf(request(mina, terms('NOW', { dailyRatePpm: 1 })))).toBe('TERMS_FIXED')
  expect(await codeOf(auditor.client.call(ENDPOINTS.financeCheck, terms('NOW')))).toBe('TERMS_FIXED')
})

test('a request that is approved after the sale began changes nothing', async () => {
  const saleFrom = server.context.clock.now() + DAY_MS
  await saved('RACE', { saleFrom })
  const { approval } = await request(mina, terms('RACE', { saleFrom, dailyRatePpm: 9_000 }))
  await server.db.query(
    `update finance_product set sale_from = business_now() - interval '1 minute' where code = 'RACE'`,
  )
  expect(await codeOf(approve(omar, approval!.id))).toBe('TERMS_FIXED')
  expect(await shown('RACE')).toMatchObject({ terms: { dailyRatePpm: 5_000 } })
})

test('two operators fund a reserve: booked, published and audited once, whatever is repeated', async () => {
  await saved('FUND')
  const input = { code: 'FUND', amount: '1500.00', reference: ' B-1  first', requestId: randomUUID() }
  const first = await move(mina, 'fund', input)
  expect((await move(mina, 'fund', input)).approval!.id).toBe(first.approval!.id)
  expect(await codeOf(move(mina, 'fund', { ...input, amount: '1' }))).toBe('REQUEST_ID_REUSED')
  const again = { code: 'FUND', amount: '1500.00', reference: 'B-1 first' }
  expect(await codeOf(move(omar, 'fund', again))).toBe('REFERENCE_USED')
  expect(await codeOf(approve(mina, first.approval!.id))).toBe('OWN_REQUEST')
  expect(await shown('FUND')).toMatchObject({ reserve: '0.00' })
  await Promise.all([approve(omar, first.approval!.id), approve(omar, first.approval!.id)])
  expect(await shown('FUND')).toMatchObject({ reserve: '1500.00', free: '1500.00' })
  expect(await published('FUND')).toEqual(['15000000 B-1 first'])
  expect(await audited('FUND')).toEqual(['finance.save', 'finance.fund'])
  expect(await codeOf(move(omar, 'fund', again))).toBe('REFERENCE_USED')
  expect(await codeOf(move(omar, 'fund', { ...again, reference: 'b-1 FIRST' }))).toBe('REFERENCE_USED')
  expect(await codeOf(move(omar, 'fund', { ...again, code: 'NONE' }))).toBe('NO_SUCH_DATA')
  const twice = `insert into finance_funding (product_id, funding_id, kind, amount, reference, requested_by, approved_by, approval_id, funded_at)
    select product_id, gen_random_uuid(), kind, amount, 'b-1 FIRST', requested_by, approved_by, approval_id, funded_at
    from finance_funding where reference = 'B-1 first'`
  expect(await planted(server.owner, financeChecks, twice)).toContain(
    'a reference of the bank moves money of a reserve once in each direction, in whatever case it is written',
  )
})

test('twenty approvals of one funding at the same time book it once', async () => {
  await saved('CROWD')
  const { approval } = await move(mina, 'fund', { code: 'CROWD', amount: '10', reference: 'CROWD' })
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => approve(n % 2 === 0 ? omar : owner, approval!.id)),
  )
  expect(all.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await shown('CROWD')).toMatchObject({ reserve: '10.00' })
  expect(await published('CROWD')).toEqual(['100000 CROWD'])
})

/** A product without orders: the others refuse it to the server. */
const NEWEST = '(select product_id from finance_product order by created_at desc limit 1) n'
test.each([
  [
    'app',
    'a higher rate',
    `update finance_product p set daily_rate = p.daily_rate + 1 from ${NEWEST} where p.product_id = n.product_id`,
  ],
  [
    'app',
    'more units',
    `update finance_product p set total_units = p.total_units + 1 from ${NEWEST} where p.product_id = n.product_id`,
  ],
  [
    'app',
    'another sentence about the interest',
    `update finance_product_text t set funding = 'The state pays.' from ${NEWEST} where t.product_id = n.product_id`,
  ],
  [
    'app',
    'a text that nobody approved',
    `insert into finance_product_text select product_id, 'vi-vn', 'x', 'y' from ${NEWEST}`,
  ],
  ['owner', 'an exit that was not offered', 'update finance_product set early_exit = not early_exit'],
  [
    'owner',
    'another minimum',
    'update finance_product set min_units = min_units + 1, max_units = max_units + 1',
  ],
] as const)(
  'the doctor finds that the %s plants %s in a product that two operators saved',
  async (role, _, sql) => {
    await saved(`P${randomUUID().slice(0, 6).toUpperCase()}`)
    const title =
      'every finance product has the terms and texts that one operator requested last, and another approved'
    const checks = CHECKS.filter((check) => check.title === title)
    expect(await planted(role === 'app' ? server.db : server.owner, checks, sql)).toEqual([title])
  },
)

test('no unit is sold without a reserve; with one, exactly the units that it covers', async () => {
  await saved('SHORT')
  expect(await codeOf(buy('SHORT', 1))).toBe('RESERVE_SHORT')
  await funded('SHORT', '34.00')
  expect(await codeOf(buy('SHORT', 3))).toBe('RESERVE_SHORT')
  await buy('SHORT', 2)
  expect(await codeOf(buy('SHORT', 1))).toBe('RESERVE_SHORT')
  expect(await shown('SHORT')).toMatchObject({
    principal: '200.00',
    liability: '30.00',
    rebates: '4.00',
    free: '0.00',
  })
})

test('what is owed cannot be withdrawn: refused at the request and at the approval, with the free amount', async () => {
  await saved('BACK')
  await funded('BACK', '100.00')
  await buy('BACK', 2)
  const take = (amount: string, reference: string = randomUUID()) =>
    move(mina, 'defund', { code: 'BACK', amount, reference })
  await expect(take('66.01')).rejects.toMatchObject({
    code: 'RESERVE_BOUND',
    message: expect.stringContaining('66') as string,
  })
  const { approval } = await take('66.00')
  expect(await outlookOf(approval!.id)).toMatchObject({
    effect: { code: 'BACK', reserve: '34.00', free: '0.00' },
    before: { code: 'BACK', reserve: '100.00', free: '66.00' },
    refused: null,
  })
  await buy('BACK', 1)
  expect(await outlookOf(approval!.id)).toMatchObject({ before: { free: '49.00' }, refused: 'RESERVE_BOUND' })
  expect(await codeOf(approve(omar, approval!.id))).toBe('RESERVE_BOUND')
  expect(await shown('BACK')).toMatchObject({ reserve: '100.00', liability: '45.00', free: '49.00' })
  const less = await take('49.00', 'OUT-1')
  await approve(omar, less.approval!.id)
  expect(await shown('BACK')).toMatchObject({ reserve: '51.00', free: '0.00' })
  expect(await codeOf(take('0.01'))).toBe('RESERVE_BOUND')
  // the log states fundings; what is taken back is in the next daily statement
  expect(await published('BACK')).toHaveLength(1)
  expect((await audited('BACK')).slice(-1)).toEqual(['finance.defund'])
})

test('a reserve that is withdrawn while members buy never falls below what it owes', async () => {
  await saved('BOTH')
  await funded('BOTH', '170.00')
  const { approval } = await move(mina, 'defund', { code: 'BOTH', amount: '85.00', reference: 'BOTH' })
  const members = await paidMembers(server, 12, '10000.00')
  const buys = members.map(({ client }) =>
    client.call(ENDPOINTS.financeBuy, { code: 'BOTH', units: 1, requestId: randomUUID() }).then(
      () => 'bought',
      (error: { code: string }) => error.code,
    ),
  )
  const taken = approve(omar, approval!.id).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )
  const [answers, defunded] = [await Promise.all(buys), await taken]
  const bought = answers.filter((answer) => answer === 'bought').length
  expect(answers.every((answer) => ['bought', 'RESERVE_SHORT'].includes(answer))).toBe(true)
  expect(bought).toBe(defunded === 'taken' ? 5 : 10)
  const { reserve, liability, rebates } = await shown('BOTH')
  expect(Number(reserve)).toBeGreaterThanOrEqual(Number(liability) + Number(rebates))
})

test('one operator ends a sale for good; ending it again changes nothing', async () => {
  await saved('END')
  await funded('END', '100.00')
  await buy('END', 1)
  const close = (who: TestOperator) => who.client.call(ENDPOINTS.financeClose, { code: 'END', reason })
  expect(await codeOf(close(auditor))).toBe('NOT_PERMITTED')
  expect(await close(mina)).toMatchObject({ sale: 'ended', openOrders: 1 })
  await close(omar)
  expect(await audited('END')).toEqual(['finance.save', 'finance.fund', 'finance.close'])
  expect(await codeOf(buy('END', 1))).toBe('SALE_CLOSED')
  expect(await codeOf(mina.client.call(ENDPOINTS.financeClose, { code: 'NONE', reason }))).toBe(
    'NO_SUCH_DATA',
  )
})

test('one operator alone cannot approve in SQL', async () => {
  await saved('ALONE')
  const { approval } = await move(mina, 'fund', { code: 'ALONE', amount: '10', reference: 'ALONE' })
  await expect(
    server.db.query(
      `update approval set state = 'approved', decided_by = requested_by, decided_at = now() where approval_id = $1`,
      [approval!.id],
    ),
  ).rejects.toThrow('approval_two_people')
  await expect(
    server.db.query(
      `insert into finance_funding (product_id, funding_id, kind, amount, reference, requested_by, approved_by, approval_id, funded_at)
       select product_id, gen_random_uuid(), 'fund', 1, 'ALONE', $1, $1, $2, now() from finance_product where code = 'ALONE'`,
      [randomUUID(), approval!.id],
    ),
  ).rejects.toThrow('finance_funding_by')
})
