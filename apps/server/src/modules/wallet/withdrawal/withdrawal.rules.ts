/** The rules of withdrawals that need no database. Amounts in minor units. */
import { WITHDRAWAL_LIFE, type WithdrawalStep } from '@fairlot/contract/life/withdrawal-life'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { recordNumber } from '../../../platform/record-number.ts'

/** @throws Error when the life cycle of a withdrawal has no such transition, which is a defect */
export function checkStep(from: WithdrawalStep, to: WithdrawalStep): void {
  const steps: readonly WithdrawalStep[] = WITHDRAWAL_LIFE[from]
  if (!steps.includes(to)) throw new Error(`a withdrawal does not go from ${from} to ${to}`)
}

/** The fee: floor(amount × rate / 10,000), so that the house never rounds up. @param rate hundredths of a percent */
export function feeOf(amount: bigint, rate: number): bigint {
  return (amount * BigInt(rate)) / 10_000n
}

/** `5`, `4.5`, `0.25` of hundredths of a percent */
export function percentText(rate: number): string {
  return String(rate / 100)
}

/** What a member can withdraw: the balance without what is still to be played through, and never below nothing. */
export function withdrawableOf(balance: bigint, left: bigint): bigint {
  return balance > left ? balance - left : 0n
}

export type Window = { opens: number; closes: number; open: boolean; changesAt: number }

/**
 * The daily window at a moment.
 * @param opens first minute of the business day, inclusive; `closes` exclusive
 * @param nowMs Unix milliseconds
 */
export function windowAt(
  { opens, closes, utcOffsetMinutes }: { opens: number; closes: number; utcOffsetMinutes: number },
  nowMs: number,
): Window {
  const local = nowMs + utcOffsetMinutes * MINUTE_MS
  const sinceMidnight = ((local % DAY_MS) + DAY_MS) % DAY_MS
  const midnight = nowMs - sinceMidnight
  const from = midnight + opens * MINUTE_MS
  const until = midnight + closes * MINUTE_MS
  const open = nowMs >= from && nowMs < until
  return { opens, closes, open, changesAt: open ? until : nowMs < from ? from : from + DAY_MS }
}

/** `10:00` of a minute of the day */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The number that a member tells support: `W` and twelve characters. */
export function withdrawalNumber(withdrawalId: string): string {
  return recordNumber('W', withdrawalId)
}
