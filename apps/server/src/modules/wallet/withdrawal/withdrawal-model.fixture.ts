/**
 * A model of withdrawals that knows only states, and what members, operators and the bank do with them. Every act runs on the server
 * and on the model, which say the same.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import type { TestWallet } from '../wallet.fixture.ts'
import { applied, type Rich } from './withdrawal.fixture.ts'
import { returnWithdrawal } from './withdrawal.ts'

const OPERATORS = [randomUUID(), randomUUID()] as const
const [SMALL, LARGE] = [100_0000n, 10_000_0000n] as const

type State = 'waiting' | 'first_approved' | 'approved' | 'exported' | 'success' | 'failed' | 'returned'
export type Held = {
  id: string
  number: string
  person: number
  amount: bigint
  state: State
  approvedBy: Set<number>
}
export type WithdrawalAct =
  | { do: 'apply'; person: number; large: boolean }
  | { do: 'approve'; which: number; operator: number }
  | { do: 'reject' | 'return' | 'pay'; which: number }
  | { do: 'export'; again: boolean }
  | { do: 'import'; lines: { which: number; paid: boolean }[] }

const which = fc.nat(5)
/** What members, operators and the bank do. */
export const withdrawalAct: fc.Arbitrary<WithdrawalAct> = fc.oneof(
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
) as fc.Arbitrary<WithdrawalAct>

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

type World = { wallet: TestWallet; people: readonly Rich[]; held: Held[]; batches: string[] }

async function run({ wallet, people, held, batches }: World, step: WithdrawalAct): Promise<void> {
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

export type WithdrawalModel = {
  /** Runs one act on the server and on the model. */
  run(step: WithdrawalAct): Promise<void>
  /** The bank refuses what is open. @returns what was paid to each person, minor units */
  end(): Promise<bigint[]>
  /** what leaves each wallet by withdrawals that are open or paid, minor units */
  out(): bigint[]
}

/** A model of the withdrawals of some people, which begins with none. */
export function withdrawalModel(wallet: TestWallet, people: readonly Rich[]): WithdrawalModel {
  const world: World = { wallet, people, held: [], batches: [] }
  const { held } = world
  const sums = (counts: (one: Held) => boolean) =>
    people.map((_, person) =>
      held
        .filter((one) => one.person === person && counts(one))
        .reduce((sum, { amount }) => sum + amount, 0n),
    )
  return {
    run: (step) => run(world, step),
    async end() {
      const csv = held.map((one) => (bankLine(one, false), lineOf(one, false))).join('\n')
      const { desk } = wallet.wallet
      await desk.enterAll(wallet.db, csv, (tx, told) => desk.enter(tx, OPERATORS[0], told))
      return sums(({ state }) => state === 'success')
    },
    out: () => sums(({ state }) => state !== 'failed' && state !== 'returned'),
  }
}
