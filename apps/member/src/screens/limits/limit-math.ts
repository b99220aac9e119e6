/** Limits: what a change means, and how much is left. Arithmetic on wire amounts and whole minutes. */
import type { limits } from '@fairlot/contract/endpoints/guard'
import { PERIOD_MINUTES } from '@fairlot/contract/kinds/guard-kinds'
import type { LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import { formatMoney, MINOR_PER_UNIT, parseMoney } from '@fairlot/contract/money/money'
import type { Output } from '../../api/api.ts'

export type Limit = Output<typeof limits>['limits'][number]

/** `first` and `stricter` apply at once; `looser` waits and must be confirmed. */
export type Change = 'first' | 'stricter' | 'looser' | 'same'

/**
 * @param now the current ceiling, null without a limit
 * @param wanted the entered ceiling, null to remove the limit
 */
export function changeOf(now: string | null, wanted: string | null): Change {
  if (now === null) return wanted === null ? 'same' : 'first'
  if (wanted === null) return 'looser'
  const [before, after] = [parseMoney(now), parseMoney(wanted)]
  if (before === after) return 'same'
  return after < before ? 'stricter' : 'looser'
}

export type Usage = {
  /** 0 to 1 */
  part: number
  /** wire amount; 0 when the usage exceeds a lowered limit */
  left: string
  /** nothing is left until the limit resets */
  full: boolean
  /** the amount won beyond losses, when the usage of a loss limit is below zero: wire amount, else null */
  ahead: string | null
}

/** The usage of a limit. */
export function usageOf(cap: string, used: string): Usage {
  const [ceiling, counted] = [parseMoney(cap), parseMoney(used)]
  const left = ceiling > counted ? ceiling - counted : 0n
  return {
    part: ceiling > 0n ? ratio(counted, ceiling) : 1,
    left: formatMoney(left),
    full: left === 0n,
    ahead: counted < 0n ? formatMoney(-counted) : null,
  }
}

const PARTS = 10_000n
const ratio = (counted: bigint, ceiling: bigint): number =>
  counted <= 0n ? 0 : Math.min(1, Number((counted * PARTS) / ceiling) / Number(PARTS))

/** Whether a limit with this ceiling would be full at once, because the usage already exceeds it. */
export const isOutrun = (wanted: string, used: string | null): boolean =>
  used !== null && parseMoney(used) >= parseMoney(wanted)

/** The whole minutes of a time limit's wire amount. */
export const minutesOf = (value: string): number => Number(parseMoney(value) / MINOR_PER_UNIT)

export const hoursAndMinutes = (minutes: number): { hours: number; minutes: number } => ({
  hours: Math.floor(minutes / 60),
  minutes: minutes % 60,
})

/** The whole minutes of the two fields, either of which may be empty; empty when both are. */
export function enteredMinutes(hours: string, minutes: string): string {
  if (hours === '' && minutes === '') return ''
  return String(Number(hours || '0') * 60 + Number(minutes || '0'))
}

/** Whether a time limit has at least one minute and at most the length of its period. */
export const isWithinPeriod = (minutes: string, period: LimitPeriod): boolean =>
  Number(minutes) >= 1 && Number(minutes) <= PERIOD_MINUTES[period]

/** An amount as a member would type it: without cents when they are zero. */
export const asTyped = (amount: string): string => amount.replace(/\.0+$/, '')
