/**
 * Random sequences of what members, operators and the bank do with withdrawals, against a model that knows only states: whatever
 * is repeated, reordered or refused, each withdrawal is paid or returned once and no money appears or is lost.
 */
import { randomUUID } from 'node:crypto'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { testWallet, type TestWallet } from '../wallet.fixture.ts'
import { applied, recharge, richMember, type Rich } from './withdrawal.fixture.ts'
import { returnWithdrawal } from './withdrawal.ts'

let wallet: TestWallet
let people: Rich[]
beforeAll(async () => {
  wallet = await testWallet()
  people = await Promise.all(Array.from({ length: 3 }, () => richMember(wallet, '100000.00')))
})
afterAll(() => wallet.close())

const OPERATORS = [randomUUID(), randomUUID()] as const
const START = 100_000_0000n
const expected = [START, START, START]
const [SMALL, LARGE] = [100_0000n, 10_000_0000n] as const

type State = 'waiting' | 'first_approved' | 'approved' | 'exported' | 'success' | 'failed' | 'returned'
type Held = {
  id: string
  number: string
  person: number
  amount: bigint
  state: State
  approvedBy: Set<number>
}
type Act =
  | { do: 'apply'; person: number; large: boolean }
  | { do: 'approve'; which: number; operator: number }
  | { do: 'reject' | 'return' | 'pay'; which: number }
  | { do: 'export'; again: boolean }
  | { do: 'import'; lines: { which: number; paid: boolean }[] }

const which = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('apply'), person: fc.nat(2), large: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('approve'), which, operator: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reject', 'return', 'pay'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('export'), again: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('import'),
      lines: fc.array(fc.record({ which, paid: fc.boolean() }), { minLength: 1, maxLength: 5 }),
    }),
  },
) as fc.Arbitrary<Act>

async function codeOfAct(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
}

/** What the model expects of one approval. */
function approve(held: Held, operator: number): string | null {
  if (held.state === 'approved' && held.approvedBy.has(operator)) return null
  if (held.state !== 'waiting' && held.state !== 'first_approved') return 'WITHDRAWAL_STEP'
  if (held.approvedBy.has(operator)) return 'ALREADY_APPROVED'
  held.approvedBy.add(operator)
  held.state = held.state === 'waiting' && held.amount === LARGE ? 'first_approved' : 'approved'
  return null
}

const ENDED: readonly State[] = ['success', 'failed', 'returned']

/** What the model expects of one line of the bank: what the server reports. */
function bankLine(held: Held, paid: boolean): string {
  const end: State = paid ? 'success' : 'failed'
  if (held.state === end) return 'unchanged'
  if (ENDED.includes(held.state)) return 'refused'
  if (paid && held.state !== 'approved' && held.state !== 'exported') return 'refused'
  held.state = end
  return paid ? 'paid' : 'failed'
}

const lineOf = ({ number }: Held, paid: boolean) =>
  paid ? `${number},paid,UTR ${number}` : `${number},failed,bank_refused,closed`

/** Runs one act on the server and on the model, which say the same. */
async function run(held: Held[], batches: string[], step: Act): Promise<void> {
  const { db, wallet: made } = wallet
  const { desk } = made
  const operatorId = OPERATORS[0]
  if (step.do === 'apply') {
    const amount = step.large ? LARGE : SMALL
    const person = people[step.person]!
    if ((await wallet.balance(person)) < amount) return
    const { id, number } = await applied(wallet, person, amount)
    held.push({ id, number, person: step.person, amount, state: 'waiting', approvedBy: new Set() })
    return
  }
  if (step.do === 'export') {
    const due = held.filter(({ state }) => state === 'approved')
    const batchId = step.again ? (batches.at(-1) ?? randomUUID()) : randomUUID()
    const known = batches.includes(batchId)
    const code = await codeOfAct(db.tx((tx) => desk.export(tx, { batchId, operatorId })))
    expect(code).toBe(known || due.length > 0 ? null : 'NO_SUCH_DATA')
    if (known || due.length === 0) return
    batches.push(batchId)
    for (const each of due) each.state = 'exported'
    return
  }
  if (held.length === 0) return
  const at = (index: number) => held[index % held.length]!
  if (step.do === 'import') {
    const lines = step.lines.map(({ which: n, paid }) => ({ one: at(n), paid }))
    const csv = lines.map(({ one, paid }) => lineOf(one, paid)).join('\n')
    const report = await desk.enterAll(db, csv, (tx, told) => desk.enter(tx, operatorId, told))
    expect(report.map(({ result }) => result)).toEqual(lines.map(({ one, paid }) => bankLine(one, paid)))
    return
  }
  const one = at(step.which)
  const { number } = one
  if (step.do === 'approve') {
    const code = await codeOfAct(db.tx((tx) => desk.approve(tx, number, OPERATORS[step.operator]!)))
    expect(code).toBe(approve(one, step.operator))
  } else if (step.do === 'pay') {
    const reference = `UTR ${number}`
    const code = await codeOfAct(db.tx((tx) => desk.pay(tx, number, { reference, operatorId })))
    expect(code).toBe(bankLine(one, true) === 'refused' ? 'WITHDRAWAL_STEP' : null)
  } else if (step.do === 'reject') {
    const failure = { reason: 'bank_refused' as const, note: 'closed', operatorId }
    const code = await codeOfAct(db.tx((tx) => desk.reject(tx, number, failure)))
    const refused = one.state === 'exported' || bankLine(one, false) === 'refused'
    expect(code).toBe(refused ? 'WITHDRAWAL_STEP' : null)
  } else {
    const { memberId } = people[one.person]!
    const code = await codeOfAct(returnWithdrawal(made.withdrawals, memberId, one.id))
    const may = one.state === 'waiting' || one.state === 'returned'
    expect(code).toBe(may ? null : 'WITHDRAWAL_APPROVED')
    if (may) one.state = 'returned'
  }
}

/** Nothing is open, and what entered and left all books is the same. */
const SOUND = `select (select coalesce(sum(held), 0) from withdrawal_hold)::text as held,
  (select coalesce(sum(case credit when 'clearing' then amount else -amount end), 0) from ledger
   where 'clearing' in (debit, credit))::text as clearing`

test('any sequence pays or returns each withdrawal once, and the books stay balanced', async () => {
  const sequences = fc.array(act, { minLength: 5, maxLength: 25 })
  const property = fc.asyncProperty(sequences, async (steps) => {
    const held: Held[] = []
    const batches: string[] = []
    for (const step of steps) await run(held, batches, step)
    // what is open ends here, so that the next sequence exports nothing of this one
    const csv = held.map((one) => (bankLine(one, false), lineOf(one, false))).join('\n')
    const { desk } = wallet.wallet
    await desk.enterAll(wallet.db, csv, (tx, told) => desk.enter(tx, OPERATORS[0], told))
    for (const { state, person, amount } of held) if (state === 'success') expected[person]! -= amount
    expect(await wallet.db.query(SOUND)).toEqual([{ held: '0', clearing: '0' }])
    for (const [index, person] of people.entries()) {
      expect(await wallet.balance(person)).toBe(expected[index])
      if (expected[index]! > START / 2n) continue
      await recharge(wallet, person, '100000.00')
      expected[index]! += START
    }
  })
  await fc.assert(property, { numRuns: rounds(2_000, 100) })
  expect(await wallet.breaches()).toEqual([])
}, 2_000_000)
