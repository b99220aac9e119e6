/**
 * Random sequences of notices (repeated, reordered, forged, with a wrong amount or currency, 72 hours late) together with what members,
 * operators and the bank do with withdrawals: every deposit is credited once, every withdrawal is paid or returned once, and the sum
 * of all books stays zero.
 */
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawalAct, withdrawalModel } from '../withdrawal/withdrawal-model.fixture.ts'
import { richMember, type Rich } from '../withdrawal/withdrawal.fixture.ts'
import { testWallet, type TestWallet } from '../wallet.fixture.ts'
import { betweenNotices, noticeAct, noticesModel } from './notices-model.fixture.ts'

let wallet: TestWallet
let people: Rich[]
beforeAll(async () => {
  wallet = await testWallet()
  people = await Promise.all(Array.from({ length: 3 }, () => richMember(wallet, '30000.00')))
})
afterAll(() => wallet.close())

const expected = [30_000_0000n, 30_000_0000n, 30_000_0000n]
/** A notice, and at most one other thing after it. */
const sequence = fc.array(
  fc.tuple(
    noticeAct,
    fc.array(fc.oneof(fc.record({ recharge: betweenNotices }), fc.record({ withdrawal: withdrawalAct })), {
      maxLength: 1,
    }),
  ),
  { minLength: 15, maxLength: 25 },
)

/** Nothing is held, and what entered and left every book is the same: each line has its counter-line. */
const SOUND = `select (select coalesce(sum(held), 0) from withdrawal_hold)::text as held,
  (select coalesce(sum(case credit when 'clearing' then amount else -amount end), 0) from ledger
   where 'clearing' in (debit, credit))::text as clearing,
  (select coalesce(sum(balance), 0) from wallet)::text as wallets,
  (select -sum(balance) from house_account)::text as house`

async function balances(): Promise<bigint[]> {
  const rows = await wallet.db.query<{ member_id: string; balance: bigint }>(
    'select member_id, balance from wallet',
  )
  return people.map(({ memberId }) => rows.find((row) => row.member_id === memberId)!.balance)
}

const NOTICES = rounds(10_000, 2_000)

test('any sequence of notices and withdrawals credits each deposit once and pays or returns each withdrawal once', async () => {
  let notices = 0
  const property = fc.asyncProperty(sequence, async (steps) => {
    const deposits = await noticesModel(wallet, people)
    const withdrawals = withdrawalModel(wallet, people)
    for (const [notice, others] of steps) {
      await deposits.run(notice)
      for (const other of others) {
        if ('recharge' in other) await deposits.run(other.recharge)
        else await withdrawals.run(other.withdrawal)
      }
      const [credited, out] = [deposits.credited(), withdrawals.out()]
      expect(await balances()).toEqual(
        expected.map((start, person) => start + credited[person]! - out[person]!),
      )
    }
    const [credited, paid] = [await deposits.end(), await withdrawals.end()]
    for (const person of expected.keys()) expected[person]! += credited[person]! - paid[person]!
    notices += deposits.notices()
    const total = String(expected.reduce((sum, one) => sum + one, 0n))
    expect(await wallet.db.query(SOUND)).toEqual([{ held: '0', clearing: '0', wallets: total, house: total }])
  })
  // a run has about 45 notices; a failure is not made smaller, because the books remember the runs before it
  while (notices < NOTICES)
    await fc.assert(property, { numRuns: Math.ceil((NOTICES - notices) / 45), endOnFailure: true })
  expect(await wallet.breaches()).toEqual([])
}, 2_000_000)
