/**
 * Random sequences of what members, operators and the bank do with withdrawals, against a model that knows only states: whatever
 * is repeated, reordered or refused, each withdrawal is paid or returned once and no money appears or is lost.
 */
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWallet, type TestWallet } from '../wallet.fixture.ts'
import { withdrawalAct, withdrawalModel } from './withdrawal-model.fixture.ts'
import { recharge, richMember, type Rich } from './withdrawal.fixture.ts'

let wallet: TestWallet
let people: Rich[]
beforeAll(async () => {
  wallet = await testWallet()
  people = await Promise.all(Array.from({ length: 3 }, () => richMember(wallet, '100000.00')))
})
afterAll(() => wallet.close())

const START = 100_000_0000n
const expected = [START, START, START]

/** Nothing is open, and what entered and left all books is the same. */
const SOUND = `select (select coalesce(sum(held), 0) from withdrawal_hold)::text as held,
  (select coalesce(sum(case credit when 'clearing' then amount else -amount end), 0) from ledger
   where 'clearing' in (debit, credit))::text as clearing`

test('any sequence pays or returns each withdrawal once, and the books stay balanced', async () => {
  const sequences = fc.array(withdrawalAct, { minLength: 5, maxLength: 25 })
  const property = fc.asyncProperty(sequences, async (steps) => {
    const model = withdrawalModel(wallet, people)
    for (const step of steps) await model.run(step)
    // what is open ends here, so that the next sequence exports nothing of this one
    const paid = await model.end()
    expect(await wallet.db.query(SOUND)).toEqual([{ held: '0', clearing: '0' }])
    for (const [index, person] of people.entries()) {
      expected[index]! -= paid[index]!
      expect(await wallet.balance(person)).toBe(expected[index])
      if (expected[index]! > START / 2n) continue
      await recharge(wallet, person, '100000.00')
      expected[index]! += START
    }
  })
  await fc.assert(property, { numRuns: rounds(2_000, 100) })
  expect(await wallet.breaches()).toEqual([])
}, 2_000_000)
