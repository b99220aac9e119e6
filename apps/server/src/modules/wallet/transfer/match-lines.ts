/**
 * Matches lines of statements with recharges. Each line is a transaction of its own that credits the recharge and ends the line,
 * so that a line credits once, whichever of two servers, an import or an operator comes first.
 *
 * Lock order: the line, the recharge, the wallet.
 */
import { formatMoney } from '@fairlot/contract/money/money'
import type { LineReason } from '@fairlot/contract/life/statement-life'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { arrivalEffects, creditArrival, type Arrived } from '../recharge/credits.ts'
import type { RechargeDeps } from '../recharge/recharge.ts'
import { answerOf, type AnswerDeps, type Answered } from './answered-credits.ts'
import { referencesIn } from './reference.ts'
import * as queries from './statement-lines.queries.ts'
import type { LineRow, Target } from './statement-lines.queries.ts'
import { MANUAL } from './transfer-way.ts'

export type MatchDeps = Pick<RechargeDeps, 'db' | 'log' | 'onCredited' | 'onCredit' | 'isClosed'> & AnswerDeps

const CHUNK = 200

/** Searches lines for references and credits what is clear. @returns how many lines were credited */
export async function matchNewLines(
  deps: MatchDeps,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let credited = 0
  for (;;) {
    const lines = await queries.newLines(deps.db, CHUNK)
    const without = lines.filter((line) => !line.repeats && referencesOf(line).length === 0)
    if (without.length > 0)
      await deps.db.tx((tx) =>
        queries.sayLinesWait(
          tx,
          without.map(({ line_id: id }) => id),
          'none',
        ),
      )
    for (const line of lines) {
      if (isStopped()) return credited
      if (without.includes(line)) continue
      const arrived = await deps.db.tx((tx) => matchLine(deps, tx, line.line_id))
      if (!arrived) continue
      arrivalEffects(deps, arrived)
      credited++
    }
    if (lines.length < CHUNK) return credited
  }
}

const referencesOf = (line: Pick<LineRow, 'text' | 'transaction_id'>): string[] =>
  referencesIn(`${line.text} ${line.transaction_id ?? ''}`)

/** @returns undefined when the line waits for an operator, or another process ended it */
async function matchLine(deps: MatchDeps, tx: Tx, lineId: string): Promise<Arrived | undefined> {
  if (!(await queries.lockLine(tx, lineId))) return undefined
  const line = (await queries.lineById(tx, lineId))!
  const references = referencesOf(line)
  const targets = references.length === 0 ? [] : await queries.rechargesByReference(tx, MANUAL, references)
  const [target] = targets
  const reason = whyWaiting(line, targets)
  if (reason !== null || !target) {
    await queries.sayWhyLineWaits(tx, lineId, reason ?? 'none')
    return undefined
  }
  const answered = await answerOf(deps, tx, line)
  if (answered) return creditLine(deps, tx, line, target, { operatorId: null, note: null, ...answered })
  await queries.sayWhyLineWaits(tx, lineId, 'confirm')
  return undefined
}

/** Why an operator has to look; null: the line is clear. */
function whyWaiting(line: LineRow, targets: readonly Target[]): LineReason | null {
  const [target] = targets
  // the file does not show whether it is a payment of its own
  if (line.repeats) return 'repeat'
  if (!target) return 'none'
  if (targets.length > 1) return 'several'
  if (target.currency !== line.currency) return 'currency'
  // a second line with a reference can be the same transfer, written in another way
  return target.state === 'success' ? 'paid' : null
}

async function creditLine(
  deps: MatchDeps,
  tx: Tx,
  line: LineRow,
  target: Target,
  by: { operatorId: string | null; note: string | null } & Answered,
): Promise<Arrived> {
  const { line_id: eventId, amount, currency } = line
  const arrived = await creditArrival(deps, tx, {
    provider: MANUAL,
    eventId,
    paymentId: target.reference,
    amount,
    currency,
    body: evidenceOf(line),
    isComplete: true,
  })
  if (arrived.credited === undefined)
    throw new Error(`the line ${eventId} was not credited: ${arrived.result}`)
  const { member_id: memberId, recharge_id: rechargeId } = target
  await queries.endLine(tx, eventId, { outcome: 'matched', memberId, rechargeId, ...by })
  return arrived
}

/** What the statement says, as the notice keeps it. */
function evidenceOf(line: LineRow): string {
  const { line_id: id, account_code: account, booked_on: bookedOn, currency, text } = line
  const amount = formatMoney(line.amount)
  return JSON.stringify({ id, account, bookedOn, amount, currency, text, transaction: line.transaction_id })
}

/** A line that has not ended, locked. @throws Refusal NO_SUCH_DATA, LINE_ENDED */
async function lockOpen(tx: Tx, lineId: string): Promise<LineRow> {
  const isOpen = await queries.lockLine(tx, lineId)
  const line = await queries.lineById(tx, lineId)
  if (!line) throw new Refusal('NO_SUCH_DATA')
  if (!isOpen) throw new Refusal('LINE_ENDED')
  return line
}

export type MatchByHand = {
  lineId: string
  number: string
  operatorId: string
  approvedBy: string | null
  note: string
}

export type MatchedByHand = { line: LineRow; target: Target; arrived: Arrived }

/**
 * Credits a recharge with a line that an operator found. Call `arrivalEffects` after the commit.
 * @param match.approvedBy the second operator; null: the caller counted the credit with `takeAlone`
 * @throws Refusal NO_SUCH_DATA, LINE_ENDED, RECEIVING_CURRENCY
 */
export async function matchByHand(
  deps: MatchDeps,
  tx: Tx,
  { lineId, number, operatorId, approvedBy, note }: MatchByHand,
): Promise<MatchedByHand> {
  const line = await lockOpen(tx, lineId)
  const target = await requireTarget(tx, line, number)
  const answered: Answered =
    approvedBy === null
      ? { aloneOf: operatorId, confirmedBy: null }
      : { aloneOf: null, confirmedBy: approvedBy }
  const arrived = await creditLine(deps, tx, line, target, { operatorId, note, ...answered })
  return { line, target, arrived }
}

/** Checks what `matchByHand` checks. @throws Refusal NO_SUCH_DATA, LINE_ENDED, RECEIVING_CURRENCY */
export async function checkMatch(
  tx: Tx,
  lineId: string,
  number: string,
): Promise<{ line: LineRow; target: Target }> {
  const line = await lockOpen(tx, lineId)
  return { line, target: await requireTarget(tx, line, number) }
}

async function requireTarget(tx: Tx, line: LineRow, number: string): Promise<Target> {
  const target = await queries.rechargeByNumber(tx, MANUAL, number)
  if (!target) throw new Refusal('NO_SUCH_DATA')
  if (target.currency !== line.currency)
    throw new Refusal('RECEIVING_CURRENCY', { values: { currency: target.currency } })
  return target
}

/** Ends a line that is no recharge of a member. @throws Refusal NO_SUCH_DATA, LINE_ENDED */
export async function dismissLine(
  tx: Tx,
  { lineId, operatorId, note }: { lineId: string; operatorId: string; note: string },
): Promise<LineRow> {
  const line = await lockOpen(tx, lineId)
  const nobody = { memberId: null, rechargeId: null }
  const unanswered = { aloneOf: null, confirmedBy: null }
  await queries.endLine(tx, lineId, { outcome: 'dismissed', ...nobody, ...unanswered, operatorId, note })
  return line
}

export { lockOpen as requireOpenLine }
