/** What the house publishes about withdrawals, and the alarm for those that wait too long. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { planted } from '../../../testing/planted.ts'
import { testWallet, type TestWallet } from '../wallet.fixture.ts'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from './operate-withdrawals.ts'
import { publishDay } from './withdrawal-days.ts'
import { withdrawalChecks } from './withdrawal.checks.ts'
import { overdueWithdrawals } from './waiting-withdrawals.ts'
import { applied, richMember, type Rich } from './withdrawal.fixture.ts'

let wallet: TestWallet
let person: Rich
beforeAll(async () => {
  wallet = await testWallet()
  person = await richMember(wallet, '10000.00')
})
afterAll(() => wallet.close())

const operatorId = randomUUID()
/** Business time in days after a Monday, 2031-06-02, midnight. */
const at = (days: number, hours = 0) =>
  wallet.database.setClockOffset(Date.UTC(2031, 5, 2) + days * DAY_MS + hours * HOUR_MS - Date.now())

const apply = async (amount: bigint) => (await applied(wallet, person, amount)).number
async function pay(number: string): Promise<void> {
  await wallet.db.tx((tx) => approveWithdrawal(tx, number, operatorId))
  await wallet.db.tx((tx) => payWithdrawal(tx, number, { reference: number, operatorId }))
}
const fail = (number: string) =>
  wallet.db.tx((tx) => failWithdrawal(tx, number, { reason: 'bank_refused', note: 'closed', operatorId }))
const publish = () =>
  publishDay({
    db: wallet.db,
    utcOffsetMinutes: 0,
    publish: (_, entry) => Promise.resolve(void wallet.published.push(entry)),
  })

test('every business day is published once, in order, with figures that the books confirm', async () => {
  await at(0, 9)
  const [paid, failed, open] = [await apply(200_0000n), await apply(300_0000n), await apply(400_0000n)]
  expect(await publish()).toBeNull()
  await at(0, 12)
  await pay(paid)
  await fail(failed)
  await at(2, 1)
  // two servers at once, and one that comes late
  const days = await Promise.all(Array.from({ length: 4 }, publish))
  expect(days.filter((day) => day !== null)).toEqual(expect.arrayContaining(['2031-06-02']))
  while ((await publish()) !== null);
  expect(wallet.published.map(({ day }) => day)).toEqual(['2031-06-02', '2031-06-03'])
  expect(wallet.published[0]).toMatchObject({
    t: 'withdrawals',
    count: 1,
    amount: '2000000',
    // applied a moment after 9:00
    oldestHours: 14,
    rejected: { bank_refused: 1 },
  })
  expect(wallet.published[1]).toMatchObject({ count: 0, amount: '0', oldestHours: 38, rejected: {} })
  await at(2, 2)
  await pay(open)
  expect(await wallet.breaches()).toEqual([])
})

test.each([
  ['another number', `update withdrawal_day set withdrawals = withdrawals + 1`],
  ['another amount', `update withdrawal_day set amount = amount + 1`],
  ['another age', `update withdrawal_day set oldest_hours = 0`],
  ['a hidden rejection', `update withdrawal_day set rejected = '{}'`],
  ['a day that is left out', `update withdrawal_day set day = day + 1 where day = '2031-06-03'`],
])('the doctor finds %s in what was stated', async (_, plant) => {
  expect(await planted(wallet.owner, withdrawalChecks, plant)).toContain(
    'what is stated about the withdrawals of every day is what the books say, and no day is missing',
  )
})

test.each([
  ['another operator', `update withdrawal_step set operator_id = gen_random_uuid() where state = 'approved'`],
  ['another reason', `update withdrawal_step set reason = 'other' where state = 'failed'`],
  ['another time', `update withdrawal_step set at = at - interval '1 minute' where state = 'approved'`],
  ['a step that is gone', `delete from withdrawal_step where state = 'approved'`],
])('the doctor finds %s in the steps of withdrawals', async (_, plant) => {
  expect(await planted(wallet.owner, withdrawalChecks, plant)).toContain(
    'no row of the steps of withdrawals was changed or removed',
  )
})

test('the doctor finds an export that states another amount', async () => {
  const plant = `insert into payout_batch values (gen_random_uuid(), gen_random_uuid(), 1, 1, now())`
  expect(await planted(wallet.owner, withdrawalChecks, plant)).toContain(
    'every export holds the withdrawals and pays the amount that it states',
  )
})

test.each([
  ['Monday noon', 0, 12, 2, 12],
  ['Wednesday noon', 2, 12, 4, 12],
  ['Thursday noon', 3, 12, 7, 12],
  ['Friday noon', 4, 12, 8, 12],
  ['Saturday noon', 5, 12, 9, 0],
  ['Sunday noon', 6, 12, 9, 0],
])(
  'a withdrawal of %s is overdue after two working days, and not before',
  async (_, day, hour, end, endHour) => {
    // every case in a week of its own
    const week = 7 * (day + 2)
    await at(week + day, hour)
    const number = await apply(100_0000n)
    await at(week + end, endHour - 0.01)
    expect(await overdueWithdrawals(wallet.db)).toEqual([])
    await at(week + end, endHour + 0.01)
    expect(await overdueWithdrawals(wallet.db)).toMatchObject([{ number, stage: 'waiting' }])
    await fail(number)
  },
)
