/** Two persons fund the house: what they see, what is booked, and what is published. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../testing/operator-client.ts'
import { fundHouse } from '../ledger/index.ts'
import { operatorChecks } from './operator.checks.ts'
import { testWork, type TestWork } from './back-office.fixture.ts'

let work: TestWork
let mina: { id: string; name: string; client: OperatorClient }
let omar: typeof mina
beforeAll(async () => {
  work = await testWork()
  mina = await work.operator('finance')
  omar = await work.operator('owner')
})
afterAll(() => work.close())

type Input = Parameters<typeof ask>[1]
const ask = (
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
  Number((await work.db.query<{ n: bigint }>(`select count(*) as n ${sql}`))[0]!.n)

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
  const { approval } = await ask(mina, input)
  await approve(omar, approval!.id)
}

test('one asks, the other approves: booked, published and audited once', async () => {
  const before = await balance('bankroll')
  const asked = await ask(mina, { reference: '  B-2041   first ' })
  expect(asked).toMatchObject({
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

  const done = await approve(omar, asked.approval!.id)
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
  ])
  const { items: fundings } = await mina.client.call(ENDPOINTS.houseFundings, {})
  expect(fundings[0]).toMatchObject({
    account: 'bankroll',
    amount: '5000.00',
    reference: 'B-2041 first',
    requestedBy: { id: mina.id, name: mina.name },
    approvedBy: { id: omar.id, name: omar.name },
  })
  expect(await work.breaches()).toEqual([])

  await work.writer.flush(work.db, { checkpoint: true })
  const [entry] = await work.db.query<{ said: object }>(
    `select bytes::jsonb as said from log_entry where kind = 'funding' and bytes::jsonb ->> 'reference' = 'B-2041 first'`,
  )
  expect(entry!.said).toMatchObject({ t: 'funding', account: 'bankroll', amount: '50000000' })
  expect(await work.breaches()).toEqual([])
})

test('repeating the request and the approval moves the money once', async () => {
  const input = { reference: 'RETRY', requestId: randomUUID() }
  const first = await ask(mina, input)
  expect((await ask(mina, input)).approval!.id).toBe(first.approval!.id)
  await expect(ask(mina, { ...input, amount: '5001' })).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' })
  await approve(omar, first.approval!.id)
  const again = await approve(omar, first.approval!.id)
  expect(again).toMatchObject({ state: 'done', approval: { state: 'approved' } })
  expect(await ask(mina, input)).toMatchObject({ state: 'done', approval: { state: 'approved' } })
  expect(await effects('RETRY')).toEqual(ONCE)
})

test('of twenty approvals by different people at once one moves it', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => work.operator('finance')))
  const { approval } = await ask(mina, { reference: 'CROWD' })
  const ended = await Promise.allSettled(people.map((one) => approve(one, approval!.id)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of ended)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'NOT_PENDING' })
  expect(await effects('CROWD')).toEqual(ONCE)
  expect(await work.breaches()).toEqual([])
})

test('one person alone never: neither by two sessions nor by two roles', async () => {
  const both = await work.operator('owner', 'finance')
  const { approval } = await ask(both, { reference: 'ALONE' })
  await expect(approve(both, approval!.id)).rejects.toMatchObject({ code: 'OWN_REQUEST' })
  await expect(
    work.owner.query(
      `update approval set state = 'approved', decided_by = requested_by, decided_at = now() where approval_id = $1`,
      [approval!.id],
    ),
  ).rejects.toThrow('approval_two_people')
  await expect(
    work.db.tx((tx) =>
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

test.each(['support', 'content', 'fulfilment', 'auditor'] as const)('%s may not ask', async (role) => {
  const somebody = await work.operator(role)
  await expect(ask(somebody, { reference: 'ROLE' })).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
})

describe('one reference funds an account once', () => {
  test('it is taken while a request waits, and free again when that was not approved', async () => {
    const first = await ask(mina, { reference: 'TAKEN' })
    await expect(ask(omar, { reference: ' TAKEN ' })).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    await work.owner.query(
      `update approval set state = 'withdrawn', decided_by = requested_by, decided_at = now() where approval_id = $1`,
      [first.approval!.id],
    )
    await funded({ reference: 'TAKEN' })
    await expect(ask(mina, { reference: 'TAKEN' })).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    await expect(ask(mina, { reference: 'TAKEN', amount: '1' })).rejects.toMatchObject({
      code: 'REFERENCE_USED',
    })
    expect(await effects('TAKEN')).toEqual(ONCE)
  })

  test('a request that has expired does not keep it', async () => {
    const late = await ask(mina, { reference: 'LATE' })
    await work.database.advanceClock(25 * 3_600_000)
    await funded({ reference: 'LATE' })
    await expect(approve(omar, late.approval!.id)).rejects.toMatchObject({ code: 'NOT_PENDING' })
    expect(await effects('LATE')).toEqual(ONCE)
    await work.database.setClockOffset(0)
  })

  test('when it was used behind a waiting request, the approval is refused and changes nothing', async () => {
    const { approval } = await ask(mina, { reference: 'RACE' })
    await work.db.tx((tx) => fundHouse(tx, { account: 'bankroll', amount: 7n, reference: 'RACE' }))
    await expect(approve(omar, approval!.id)).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    const [row] = await work.db.query('select state from approval where approval_id = $1', [approval!.id])
    expect(row).toEqual({ state: 'pending' })
    // what the test itself has booked is in no log
    await work.db.query(
      `insert into log_pending (entry) select jsonb_build_object('t', 'funding', 'account', 'bankroll', 'amount', '7', 'reference', 'RACE')`,
    )
  })

  test('another account may be funded by the same transfer', async () => {
    await funded({ reference: 'SPLIT', account: 'marketing', amount: '1.50' })
    await funded({ reference: 'SPLIT', account: 'subsidy', amount: '2.50' })
    expect(await effects('SPLIT')).toMatchObject({ fundings: 2, postings: 4 })
  })
})

test.each([
  [{ amount: '0' }, { amount: expect.stringContaining('above') }],
  [{ amount: '1.005' }, { amount: 'Please enter an amount with at most 2 decimals.' }],
  [{ amount: '-5' }, { amount: 'Please enter an amount with at most 2 decimals.' }],
  [{ reference: '   ' }, { reference: 'Please fill this in.' }],
  [{ reference: 'B\u202E1' }, { reference: 'This is not valid.' }],
])('%o is refused at its field', async (part, fields) => {
  await expect(ask(mina, { reference: 'FIELDS', ...part })).rejects.toMatchObject({
    failure: { code: 'INPUT_INVALID', fields },
  })
})

test('fundings are paged, newest first, and by account', async () => {
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

test('the doctor finds a funding whose approval says something else', async () => {
  await funded({ reference: 'FORGED' })
  expect(await work.breaches()).toEqual([])
  for (const lie of [
    `params = jsonb_set(params, '{amount}', '"1.00"')`,
    `params = jsonb_set(params, '{account}', '"marketing"')`,
    `state = 'rejected'`,
    `decided_by = '${mina.id}', requested_by = '${omar.id}'`,
  ]) {
    const undone = new Error('undone')
    await expect(
      work.owner.tx(async (tx) => {
        await tx.query(`update approval set ${lie} where params ->> 'reference' = 'FORGED'`)
        const [row] = await tx.query<{ breaches: bigint }>(operatorChecks[0]!.sql)
        expect(row!.breaches, lie).toBeGreaterThan(0n)
        throw undone
      }),
    ).rejects.toBe(undone)
  }
})

describe('real money', () => {
  test('is refused without two persons, by the program and by the doctor', async () => {
    const real = await testWork({ moneyMode: 'real' })
    try {
      const [asker, approver] = [await real.operator('finance'), await real.operator('finance')]
      const alone = { account: 'bankroll', amount: 5n, reference: 'SEED' } as const
      await expect(real.db.tx((tx) => fundHouse(tx, alone))).rejects.toThrow('takes two persons')
      const { approval } = await ask(asker, { reference: 'REAL' })
      await approve(approver, approval!.id)
      expect(await real.breaches()).toEqual([])
      await real.owner.query(
        `insert into house_funding (book, funding_id, amount, reference, funded_at)
         select book, gen_random_uuid(), 5, 'SLIPPED IN', now() from house_account where name = 'bankroll'`,
      )
      expect((await real.breaches()).join()).toContain('asked for by one person and approved by another')
    } finally {
      await real.close()
    }
  })
})
