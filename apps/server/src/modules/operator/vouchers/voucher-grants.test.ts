/** Two operators grant vouchers: who may ask, who may approve, what is set aside, and what is written down. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMembers } from '../../../testing/mall.ts'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { planted } from '../../../testing/planted.ts'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { testBackOffice, type TestBackOffice } from '../back-office.fixture.ts'

let backOffice: TestBackOffice
let mina: { client: OperatorClient }
let omar: typeof mina
let members: string[]
beforeAll(async () => {
  backOffice = await testBackOffice()
  ;[mina, omar] = [await backOffice.operator('finance'), await backOffice.operator('owner')]
  members = await testMembers(backOffice, 2, 0n)
  const { approval } = await mina.client.call(ENDPOINTS.houseFund, {
    account: 'marketing',
    amount: '100',
    reference: 'vouchers',
    reason: 'money for vouchers',
    requestId: randomUUID(),
  })
  await approve(omar, approval!.id)
})
afterAll(() => backOffice.close())

const request = (who: typeof mina, more: { amount?: string; requestId?: string } = {}) =>
  who.client.call(ENDPOINTS.voucherGrant, {
    members,
    amount: '5',
    minSpend: '20',
    days: 30,
    reason: 'a late draw',
    requestId: randomUUID(),
    ...more,
  })
const approve = (who: typeof mina, id: string) => who.client.call(ENDPOINTS.approvalApprove, { id })

async function balances() {
  const { items } = await omar.client.call(ENDPOINTS.houseList, {})
  const of = (name: string) => Number(items.find(({ account }) => account === name)!.balance)
  return { marketing: of('marketing'), vouchers: of('vouchers') }
}
const own = async () => (await omar.client.call(ENDPOINTS.voucherList, { member: members[0]! })).items

test('a grant moves nothing until an operator other than the one who asked approves it, and then once', async () => {
  const before = await balances()
  const asked = { requestId: randomUUID() }
  const { state, approval } = await request(mina, asked)
  expect([state, approval!.mayDecide]).toEqual(['requested', false])
  await expect(approve(mina, approval!.id)).rejects.toMatchObject({ code: 'OWN_REQUEST' })
  expect([await balances(), await own()]).toEqual([before, []])

  const { outlook } = await omar.client.call(ENDPOINTS.approvalShow, { id: approval!.id })
  expect(outlook).toMatchObject({
    money: {
      'all vouchers, from marketing': '10.00',
      'marketing now': before.marketing.toFixed(2),
      'marketing after': (before.marketing - 10).toFixed(2),
    },
    facts: [{ name: 'members', value: '2', warns: false }],
    refused: null,
  })
  // whose data an operator reads is in the audit log
  const read = await backOffice.db.query(`select from audit where action = 'member.read' and subject = $1`, [
    `member:${members[0]}`,
  ])
  expect(read).toHaveLength(1)

  await Promise.all([1, 2, 3].map(() => approve(omar, approval!.id)))
  await approve(omar, approval!.id)
  expect(await request(mina, asked)).toMatchObject({ state: 'done' })
  expect(await balances()).toEqual({ marketing: before.marketing - 10, vouchers: before.vouchers + 10 })
  expect(await own()).toMatchObject([{ amount: '5.00', minSpend: '20.00', state: 'open', order: null }])
  const audited = await backOffice.db.query(
    `select 1 from audit where action = 'voucher.grant' and after is not null`,
  )
  expect(audited).toHaveLength(1)
  expect(await backOffice.breaches()).toEqual([])
})

test('the doctor finds a voucher that can be used from less on than two operators granted', async () => {
  const lowered = 'update voucher set min_spend = amount where approval_id is not null'
  expect(await planted(backOffice.owner, CHECKS, lowered)).toEqual([
    'every voucher is the gift of a task, or was requested by one operator and approved by another, as it is',
  ])
  expect(await planted(backOffice.db, CHECKS, lowered)).toEqual([
    'refused: permission denied for table voucher',
  ])
})

test('an owner alone cannot grant vouchers, not even for a small amount', async () => {
  const { state, approval } = await request(omar, { amount: '0.01' })
  expect(state).toBe('requested')
  await expect(approve(omar, approval!.id)).rejects.toMatchObject({ code: 'OWN_REQUEST' })
})

test('a grant above the marketing account, or whose minimum is below its amount, is refused', async () => {
  await expect(request(mina, { amount: '21' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  const large = {
    members,
    amount: '900',
    minSpend: '900',
    days: 30,
    reason: 'a late draw',
    requestId: randomUUID(),
  }
  await expect(mina.client.call(ENDPOINTS.voucherGrant, large)).rejects.toMatchObject({
    code: 'MARKETING_SHORT',
  })
})
