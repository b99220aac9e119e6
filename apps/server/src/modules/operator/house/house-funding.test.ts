/** Two operators fund the house: what they see, what is booked, and what is published. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { fundHouse, ledgerChecks } from '../../ledger/index.ts'
import { planted } from '../../../testing/planted.ts'
import { operatorChecks } from '../operator.checks.ts'
import { testBackOffice, type TestBackOffice } from '../back-office.fixture.ts'

let backOffice: TestBackOffice
let mina: { id: string; name: string; client: OperatorClient }
let omar: typeof mina
beforeAll(async () => {
  backOffice = await testBackOffice()
  mina = await backOffice.operator('finance')
  omar = await backOffice.operator('owner')
})
afterAll(() => backOffice.close())

type Input = Parameters<typeof request>[1]
const request = (
  who: { client: OperatorClient },
  input: {
    reference: string
    account?: 'bankroll' | 'marketing' | 'subsidy'
    amount?: string
    requestId?: string
  },
) =>
  who.client.call(ENDPOINTS.houseFund, {
    account: 'bankroll',
    amount: '5000',
    reason: 'opening balance',
    requestId: randomUUID(),
    ...input,
  })
const approve = (who: { client: OperatorClient }, id: string) =>
  who.client.call(ENDPOINTS.approvalApprove, { id })

async function balance(account: string): Promise<string> {
  const { items } = await omar.client.call(ENDPOINTS.houseList, {})
  return items.find((item) => item.account === account)!.balance
}

const count = async (sql: string) =>
  Number((await backOffice.db.query<{ n: bigint }>(`select count(*) as n ${sql}`))[0]!.n)

/** Bookings and log entries of a reference. */
const effects = async (reference: string) => ({
  fundings: await count(`from house_funding where reference = '${reference}'`),
  postings: await count(
    `from ledger l join house_funding f on f.funding_id = l.ref where f.reference = '${reference}' and l.kind = 'funding'`,
  ),
  published: await count(`from log_pending where entry ->> 'reference' = '${reference}'`),
  audited: await count(`from audit where action = 'house.fund' and after ->> 'reference' = '${reference}'`),
})
const ONCE = { fundings: 1, postings: 2, published: 1, audited: 1 }
const NEVER = { fundings: 0, postings: 0, published: 0, audited: 0 }

async function funded(input: Input): Promise<void> {
  const { approval } = await request(mina, input)
  await approve(omar, approval!.id)
}

test('a request by one operator and the approval by another book, publish and audit the funding once', async () => {
  const before = await balance('bankroll')
  const requested = await request(mina, { reference: '  B-2041   first ' })
  expect(requested).toMatchObject({
    state: 'requested',
    oneTimePassword: null,
    approval: {
      action: 'house.fund',
      params: { account: 'bankroll', amount: '5000.00', reference: 'B-2041 first' },
      requestedBy: { id: mina.id, name: mina.name },
      state: 'pending',
      mayDecide: false,
    },
  })
  expect(await effects('B-2041 first')).toEqual(NEVER)
  expect(await omar.client.call(ENDPOINTS.houseList, {})).toMatchObject({ pending: 1 })

  const other = await request(mina, { reference: 'B-2042' })
  const { outlook } = await omar.client.call(ENDPOINTS.approvalShow, { id: requested.approval!.id })
  const cash = await balance('cash')
  expect(outlook).toMatchObject({
    effect: { account: 'bankroll', balance: (Number(before) + 5000).toFixed(2) },
    before: { account: 'bankroll', balance: before },
    money: { 'account gets': '5000.00', 'cash now': cash, 'cash after': (Number(cash) - 5000).toFixed(2) },
    facts: [{ name: 'other request', value: 'reference B-2042 for the same account', warns: true }],
    refused: null,
  })
  await mina.client.call(ENDPOINTS.approvalWithdraw, { id: other.approval!.id })

  const done = await approve(omar, requested.approval!.id)
  expect(await omar.client.call(ENDPOINTS.approvalShow, { id: requested.approval!.id })).toMatchObject({
    outlook: null,
  })
  expect(done).toMatchObject({
    state: 'done',
    approval: { state: 'approved', decidedBy: { id: omar.id, name: omar.name } },
  })
  expect(await effects('B-2041 first')).toEqual(ONCE)
  expect(Number(await balance('bankroll')) - Number(before)).toBe(5000)
  const { items, pending } = await omar.client.call(ENDPOINTS.houseList, {})
  expect(pending).toBe(0)
  expect(items.map((item) => [item.account, item.funded])).toEqual([
    ['cash', false],
    ['sales', false],
    ['bankroll', true],
    ['marketing', true],
    ['subsidy', true],
    ['fees', false],
    ['vouchers', false],
    ['guarantee', true],
  ])
  const { items: fundings } = await mina.client.call(ENDPOINTS.houseFundings, {})
  expect(fundings[0]).toMatchObject({
    account: 'bankroll',
    amount: '5000.00',
    reference: 'B-2041 first',
    requestedBy: { id: mina.id, name: mina.name },
    approvedBy: { id: omar.id, name: omar.name },
  })
  expect(await backOffice.breaches()).toEqual([])

  await backOffice.writer.flush(backOffice.db, { checkpoint: true })
  const [entry] = await backOffice.db.query<{ said: object }>(
    `select bytes::jsonb as said from log_entry where kind = 'funding' and bytes::jsonb ->> 'reference' = 'B-2041 first'`,
  )
  expect(entry!.said).toMatchObject({ t: 'funding', account: 'bankroll', amount: '50000000' })
  expect(await backOffice.breaches()).toEqual([])
})

test('repeated requests and approvals book the funding once', async () => {
  const input = { reference: 'RETRY', requestId: randomUUID() }
  const first = await request(mina, input)
  expect((await request(mina, input)).approval!.id).toBe(first.approval!.id)
  await expect(request(mina, { ...input, amount: '5001' })).rejects.toMatchObject({
    code: 'REQUEST_ID_REUSED',
  })
  await approve(omar, first.approval!.id)
  const again = await approve(omar, first.approval!.id)
  expect(again).toMatchObject({ state: 'done', approval: { state: 'approved' } })
  expect(await request(mina, input)).toMatchObject({ state: 'done', approval: { state: 'approved' } })
  expect(await effects('RETRY')).toEqual(ONCE)
})

test('of twenty approvals by different operators at the same time one books the funding', async () => {
  const approvers = await Promise.all(Array.from({ length: 20 }, () => backOffice.operator('finance')))
  const { approval } = await request(mina, { reference: 'CROWD' })
  const ended = await Promise.allSettled(approvers.map((one) => approve(one, approval!.id)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of ended)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'NOT_PENDING' })
  expect(await effects('CROWD')).toEqual(ONCE)
  expect(await backOffice.breaches()).toEqual([])
})

test('one operator cannot fund alone: not with two roles, not in SQL, not through the ledger', async () => {
  const both = await backOffice.operator('owner', 'finance')
  const { approval } = await request(both, { reference: 'ALONE' })
  await expect(approve(both, approval!.id)).rejects.toMatchObject({ code: 'OWN_REQUEST' })
  await expect(
    backOffice.owner.query(
      `update approval set state = 'approved', decided_by = requested_by, decided_at = now() where approval_id = $1`,
      [approval!.id],
    ),
  ).rejects.toThrow('approval_two_people')
  await expect(
    backOffice.db.tx((tx) =>
      fundHouse(tx, {
        account: 'bankroll',
        amount: 1n,
        reference: 'ALONE',
        by: { requestedBy: both.id, approvedBy: both.id, approvalId: approval!.id },
      }),
    ),
  ).rejects.toThrow('house_funding_two_people')
  expect(await effects('ALONE')).toEqual(NEVER)
})

test.each(['support', 'content', 'fulfilment', 'auditor'] as const)(
  'the role %s cannot request a funding',
  async (role) => {
    const operator = await backOffice.operator(role)
    await expect(request(operator, { reference: 'ROLE' })).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  },
)

describe('a reference', () => {
  test('is used while its request is pending, and free again after the request was withdrawn', async () => {
    const first = await request(mina, { reference: 'TAKEN' })
    await expect(request(omar, { reference: ' TAKEN ' })).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    await backOffice.owner.query(
      `update approval set state = 'withdrawn', decided_by = requested_by, decided_at = now() where approval_id = $1`,
      [first.approval!.id],
    )
    await funded({ reference: 'TAKEN' })
    await expect(request(mina, { reference: 'TAKEN' })).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    await expect(request(mina, { reference: 'TAKEN', amount: '1' })).rejects.toMatchObject({
      code: 'REFERENCE_USED',
    })
    expect(await effects('TAKEN')).toEqual(ONCE)
  })

  test('is the same in another case, width and script of its digits', async () => {
    await funded({ reference: 'bank-1' })
    for (const reference of ['BANK-1', ' Bank-1 ', 'ｂａｎｋ-1', 'bank-১'])
      await expect(request(mina, { reference })).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    // two requests that were made before the first of them was approved
    const pending = await request(mina, { reference: 'BANK-2' })
    await expect(request(mina, { reference: 'bank-2' })).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    await backOffice.owner.query(
      `update approval set params = jsonb_set(params, '{reference}', '"bank-1"') where approval_id = $1`,
      [pending.approval!.id],
    )
    await expect(approve(omar, pending.approval!.id)).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    const twice = `insert into house_funding (book, funding_id, amount, reference, requested_by, approved_by, funded_at, approval_id)
      select book, gen_random_uuid(), amount, 'Bank-1', requested_by, approved_by, funded_at, approval_id
      from house_funding where reference = 'bank-1'`
    expect(await planted(backOffice.owner, ledgerChecks, twice)).toContain(
      'a reference of the bank funds an account of the house once, in whatever case it is written',
    )
  })

  test('is free again after its request expired', async () => {
    const late = await request(mina, { reference: 'LATE' })
    await backOffice.database.advanceClock(25 * 3_600_000)
    await funded({ reference: 'LATE' })
    await expect(approve(omar, late.approval!.id)).rejects.toMatchObject({ code: 'NOT_PENDING' })
    expect(await effects('LATE')).toEqual(ONCE)
    await backOffice.database.setClockOffset(0)
  })

  test('that was used while a request was pending makes the approval refused without an effect', async () => {
    const { approval } = await request(mina, { reference: 'RACE' })
    await backOffice.db.tx((tx) => fundHouse(tx, { account: 'bankroll', amount: 7n, reference: 'RACE' }))
    await expect(approve(omar, approval!.id)).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    const [row] = await backOffice.db.query('select state from approval where approval_id = $1', [
      approval!.id,
    ])
    expect(row).toEqual({ state: 'pending' })
    // the test booked a funding without its log entry
    await backOffice.db.query(
      `insert into log_pending (entry) select jsonb_build_object('t', 'funding', 'account', 'bankroll', 'amount', '7', 'reference', 'RACE')`,
    )
  })

  test('can fund several accounts', async () => {
    await funded({ reference: 'SPLIT', account: 'marketing', amount: '1.50' })
    await funded({ reference: 'SPLIT', account: 'subsidy', amount: '2.50' })
    expect(await effects('SPLIT')).toMatchObject({ fundings: 2, postings: 4 })
  })
})

test.each([
  [{ amount: '0' }, { amount: expect.stringContaining('above') }],
  [{ amount: '1.005' }, { amount: 'Please enter an amount with at most 2 decimals.' }],
  [{ amount: '-5' }, { amount: 'Please enter an amount with at most 2 decimals.' }],
  [{ reference: '   ' }, { reference: 'Please fill in the information completely.' }],
  [{ reference: 'B\u202E1' }, { reference: 'This is not valid.' }],
])('refuses %o with the error at the field', async (part, fields) => {
  await expect(request(mina, { reference: 'FIELDS', ...part })).rejects.toMatchObject({
    failure: { code: 'INPUT_INVALID', fields },
  })
})

test('fundings are paged, newest first, and filtered by account', async () => {
  for (let n = 0; n < 5; n++) await funded({ reference: `PAGE-${n}`, account: 'subsidy', amount: '1' })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await omar.client.call(ENDPOINTS.houseFundings, {
      account: 'subsidy',
      limit: 2,
      ...(cursor && { cursor }),
    })
    seen.push(...page.items.map(({ reference }) => reference))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(['PAGE-4', 'PAGE-3', 'PAGE-2', 'PAGE-1', 'PAGE-0', 'SPLIT'])
})

test('the doctor finds a funding that differs from its approval', async () => {
  await funded({ reference: 'FORGED' })
  expect(await backOffice.breaches()).toEqual([])
  for (const corruption of [
    `params = jsonb_set(params, '{amount}', '"1.00"')`,
    `params = jsonb_set(params, '{account}', '"marketing"')`,
    `state = 'rejected'`,
    `decided_by = '${mina.id}', requested_by = '${omar.id}'`,
  ]) {
    const sql = `update approval set ${corruption} where params ->> 'reference' = 'FORGED'`
    expect(await planted(backOffice.owner, operatorChecks, sql), corruption).toEqual([
      'every funding of the house was requested by one operator, approved by another, and booked as approved',
    ])
  }
})

describe('with real money', () => {
  test('a funding without two operators is refused, and the doctor finds one that was inserted', async () => {
    const real = await testBackOffice({ moneyMode: 'real' })
    try {
      const [requester, approver] = [await real.operator('finance'), await real.operator('finance')]
      const alone = { account: 'bankroll', amount: 5n, reference: 'SEED' } as const
      await expect(real.db.tx((tx) => fundHouse(tx, alone))).rejects.toThrow('takes two persons')
      const { approval } = await request(requester, { reference: 'REAL' })
      await approve(approver, approval!.id)
      expect(await real.breaches()).toEqual([])
      await real.owner.query(
        `insert into house_funding (book, funding_id, amount, reference, funded_at)
         select book, gen_random_uuid(), 5, 'SLIPPED IN', now() from house_account where name = 'bankroll'`,
      )
      expect((await real.breaches()).join()).toContain('requested by one operator, approved by another')
    } finally {
      await real.close()
    }
  })
})
