/** What a change of a limit means, and what is left of one: arithmetic on wire amounts and whole minutes. */
import type { limits } from '@fairlot/contract/endpoints/guard'
import { SPAN_MINUTES } from '@fairlot/contract/guard-kinds'
import type { LimitSpan } from '@fairlot/contract/guard-kinds'
import { formatMoney, MINOR_PER_UNIT, parseMoney } from '@fairlot/contract/money'
import type { Output } from '../../api/api.ts'

export type Limit = Output<typeof limits>['limits'][number]

/** `first` and `stricter` hold at once; `looser` waits and is confirmed again. */
export type Change = 'first' | 'stricter' | 'looser' | 'same'

/** @param now cap as the server tells it, null: no limit. @param wanted as entered; null: take the limit away. */
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
  /** wire amount; 0 when more is used than a lowered limit allows */
  left: string
  /** nothing more fits until the span starts anew */
  full: boolean
  /** more was won than lost: what a loss limit counts is below zero. Wire amount, else null */
  ahead: string | null
}

/** What is used of a limit that is set. */
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

/** Whether a limit of this height would be full at once, because more is used already. */
export const isOutrun = (wanted: string, used: string | null): boolean =>
  used !== null && parseMoney(used) >= parseMoney(wanted)

/** Whole minutes of what the server tells of a time limit. */
export const minutesOf = (value: string): number => Number(parseMoney(value) / MINOR_PER_UNIT)

export const hoursAndMinutes = (minutes: number): { hours: number; minutes: number } => ({
  hours: Math.floor(minutes / 60),
  minutes: minutes % 60,
})

/** Whole minutes of two fields as typed, either of which may be empty; empty where both are. */
export function enteredMinutes(hours: string, minutes: string): string {
  if (hours === '' && minutes === '') return ''
  return String(Number(hours || '0') * 60 + Number(minutes || '0'))
}

/** A time limit is a minute at least; one that is longer than its span would limit nothing. */
export const isWithinSpan = (minutes: string, span: LimitSpan): boolean =>
  Number(minutes) >= 1 && Number(minutes) <= SPAN_MINUTES[span]

/** An amount as a person would type it: no cents where there are none. */
export const asTyped = (amount: string): string => amount.replace(/\.0+$/, '')
