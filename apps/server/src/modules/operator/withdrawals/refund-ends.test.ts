/** Refunds that a payment company does not end: two operators end them, once, and only when the company cannot pay any more. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import {
  makeRefund,
  makeStuckRefund,
  refuseRefund,
  type StuckRefund,
} from '../../../testing/made/stuck-refunds.ts'
import { takeRefund } from '../../wallet/back/refunds.ts'
import { operatorChecks } from '../operator.checks.ts'

let server: TestServer
let mina: TestOperator
let omar: TestOperator
beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  mina = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['owner'])
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const reason = 'as the company says'
const change = () => ({ reason, requestId: randomUUID() })
const askPaid = ({ client }: TestOperator, number: string, reference: string = randomUUID()) =>
  client.call(ENDPOINTS.refundPaid, { number, reference, ...change() })
const askFailed = ({ client }: TestOperator, number: string) =>
  client.call(ENDPOINTS.refundFailed, { number, note: 'Please recharge again.', ...change() })
const approve = ({ client }: TestOperator, { approval }: { approval: { id: string } | null }) =>
  client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
const status = ({ member, id }: StuckRefund) => member.client.call(ENDPOINTS.withdrawStatus, { id })
const balance = async ({ member }: StuckRefund) => (await member.client.call(ENDPOINTS.account, {})).balance
const show = ({ number }: StuckRefund) => mina.client.call(ENDPOINTS.withdrawalShow, { number })

/** What the company's signed notice about the refund says. */
const notice = ({ id, paymentId }: StuckRefund, amount = 200_0000n) => ({
  type: 'refunded' as const,
  eventId: `evt_${randomUUID()}`,
  paymentId,
  amount,
  currency: 'VND',
  reference: id,
  refundId: `r-${id}`,
  body: '{}',
})
const tell = (one: ReturnType<typeof notice>) => {
  const { log, providers } = server.context.wallet.recharges
  return takeRefund({ db: server.db, log, providers }, providers.get('sandbox')!, one)
}

describe('a refund that the company refused for good', () => {
  test('is shown with its fault, and as failed its money goes back to the member, who is told', async () => {
    const refund = await makeStuckRefund(server, mina)
    expect(await show(refund)).toMatchObject({
      stage: 'exported',
      refund: { company: 'sandbox', stuck: true, fault: 'Error: account closed', notices: [] },
    })
    expect(await balance(refund)).toBe('300.00')
    const asked = await askFailed(mina, refund.number)
    expect(asked).toMatchObject({
      state: 'requested',
      approval: {
        action: 'refund.failed',
        params: {
          number: refund.number,
          company: 'sandbox',
          amount: '200.00',
          note: 'Please recharge again.',
        },
      },
    })
    const { outlook } = await omar.client.call(ENDPOINTS.approvalShow, { id: asked.approval!.id })
    expect(outlook).toMatchObject({ money: { 'the wallet gets back': '200.00' }, refused: null })
    expect(outlook!.facts).toContainEqual({
      name: 'last attempt',
      value: 'Error: account closed',
      warns: false,
    })
    expect(await codeOf(approve(mina, asked))).toBe('OWN_REQUEST')
    expect(await balance(refund)).toBe('300.00')
    await approve(omar, asked)
    expect(await balance(refund)).toBe('500.00')
    expect(await status(refund)).toMatchObject({
      status: 'failed',
      reason: 'bank_refused',
      note: 'Please recharge again.',
    })
    const [told] = await server.db.query(
      `select 1 from job where name = 'identity.sms-notice' and data ->> 'phone' = $1`,
      [refund.member.phone],
    )
    expect(told).toBeDefined()
    const [entry] = await server.db.query(
      'select action, operator_id, reason from audit where subject = $1 order by audit_id desc limit 1',
      [`withdrawal:${refund.number}`],
    )
    expect(entry).toMatchObject({ action: 'refund.failed', operator_id: omar.operatorId, reason })
    // the decision stands: nothing revives the job, and a late notice raises an alarm
    expect(await server.db.query(`select 1 from job where key = $1`, [refund.id])).toEqual([])
    expect(await tell(notice(refund))).toBe('mismatch')
    expect(await balance(refund)).toBe('500.00')
    expect(await codeOf(askPaid(mina, refund.number))).toBe('WITHDRAWAL_STEP')
  })

  test('ends once, when requests for both ends are approved at once', async () => {
    for (let round = 0; round < 5; round++) {
      const refund = await makeStuckRefund(server, mina)
      const asked = [await askFailed(mina, refund.number), await askPaid(mina, refund.number)]
      const both = await Promise.allSettled(asked.map((one) => approve(omar, one)))
      expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      const { status: ended } = await status(refund)
      expect(await balance(refund)).toBe(ended === 'failed' ? '500.00' : '300.00')
    }
  })

  test('repeated as a request has one effect, also after it ended', async () => {
    const refund = await makeStuckRefund(server, mina)
    const input = { number: refund.number, note: 'Please recharge again.', ...change() }
    const ask = () => mina.client.call(ENDPOINTS.refundFailed, input)
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(new Set(asked.map(({ approval }) => approval!.id)).size).toBe(1)
    await approve(omar, asked[0])
    await approve(omar, asked[0])
    expect(await ask()).toMatchObject({ state: 'done' })
    expect(await balance(refund)).toBe('500.00')
  })
})

describe('a refund that the company reported with another amount', () => {
  test('is marked as paid with the company’s id of it, which pays no other one', async () => {
    const refund = await makeRefund(server, mina)
    await server.context.jobs.drain()
    const again = await makeRefund(server, mina)
    await refuseRefund(server, again)
    await server.owner.query(`delete from job where key = $1`, [again.id])
    expect(await codeOf(askPaid(mina, again.number))).toBe('REFUND_PENDING')
    expect(await tell(notice(again, 150_0000n))).toBe('mismatch')
    expect(await show(again)).toMatchObject({
      refund: { stuck: true, fault: null, notices: [{ amount: '150.00', outcome: 'mismatch' }] },
    })
    const { reference } = await status(refund)
    const used = await askPaid(mina, again.number, reference!.replace('sandbox ', ''))
    expect(await codeOf(approve(omar, used))).toBe('REFERENCE_USED')
    await approve(omar, await askPaid(mina, again.number, ' ref  77 '))
    expect(await status(again)).toMatchObject({ status: 'success', reference: 'sandbox ref 77' })
    expect(await balance(again)).toBe('300.00')
    // what the company says later changes nothing
    expect(await tell(notice(again))).toBe('unchanged')
    expect(await balance(again)).toBe('300.00')
  })

  test('ends once, when its right notice comes while operators approve', async () => {
    for (let round = 0; round < 5; round++) {
      const refund = await makeRefund(server, mina)
      await refuseRefund(server, refund)
      const asked = await askFailed(mina, refund.number)
      await Promise.allSettled([approve(omar, asked), tell(notice(refund))])
      const { status: ended } = await status(refund)
      expect(await balance(refund)).toBe(ended === 'failed' ? '500.00' : '300.00')
      // the simulated company's books would have the refund
      if (ended === 'success')
        await server.owner.query(
          `insert into sandbox_refund (payment_id, reference, refund_id, amount, created_at, delivered_at)
           values ($1, $2, $3, 2000000, business_now(), business_now())`,
          [refund.paymentId, refund.id, `r-${refund.id}`],
        )
    }
  })
})

test('a refund whose company can still pay is not ended, and another withdrawal never is', async () => {
  const refund = await makeRefund(server, mina)
  expect(await codeOf(askFailed(mina, refund.number))).toBe('WITHDRAWAL_STEP')
  await refuseRefund(server, refund)
  const asked = await askFailed(mina, refund.number)
  const [dead] = await server.context.jobs.deadLetters(1)
  await server.context.jobs.revive(dead!.jobId)
  expect(await show(refund)).toMatchObject({ refund: { stuck: false } })
  expect(await codeOf(askFailed(mina, refund.number))).toBe('REFUND_PENDING')
  expect(await codeOf(approve(omar, asked))).toBe('REFUND_PENDING')
  await server.context.jobs.drain()
  expect(await status(refund)).toMatchObject({ status: 'success' })
  expect(await codeOf(approve(omar, asked))).toBe('WITHDRAWAL_STEP')
  expect(
    await codeOf(
      mina.client.call(ENDPOINTS.refundFailed, {
        number: 'W0000000000AB',
        note: reason,
        ...change(),
      }),
    ),
  ).toBe('NO_SUCH_DATA')
})

test('a stuck refund is a warning until it has ended', async () => {
  const stuck = async () => {
    const { items } = await omar.client.call(ENDPOINTS.statusShow, {})
    return items.find(({ name }) => name === 'stuck-refunds')?.count
  }
  const refund = await makeStuckRefund(server, mina)
  expect(await stuck()).toBe(1)
  await approve(omar, await askPaid(mina, refund.number))
  expect(await stuck()).toBe(0)
})

describe('the doctor finds', () => {
  const TITLE =
    'every refund that operators ended was requested by one, approved by another, and ended as approved'
  test.each([
    [
      'an end without a request',
      `update approval set state = 'rejected' where action like 'refund.%' and state = 'approved'`,
    ],
    [
      'an end that was approved otherwise',
      `update approval set action = 'refund.paid' where action = 'refund.failed' and state = 'approved'`,
    ],
    [
      'an approval without its end',
      `update withdrawal_step set operator_id = null where state in ('success', 'failed')`,
    ],
  ])('%s', async (_, plant) => {
    expect(await planted(server.owner, operatorChecks, plant)).toContain(TITLE)
  })
})
