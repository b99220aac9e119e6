/** What referral promises at a moment: rates, and to whom. */
import { REBATE_MIN_DAYS, rebateRates, vipLevels } from '../../../identity/index.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import type { Rates } from './formula.ts'

/** Which inviters earn: `countries` null: everybody. */
export type Gate = { isOn: boolean; countries: readonly string[] | null }

export type Offer = Rates & Gate & { minHours: number }

/** @param gate of the module `referral` */
export function offerOf(values: Values, gate: Gate): Offer {
  const levels = vipLevels(values)
  return {
    ...gate,
    ...rebateRates(values),
    vipSpends: levels.slice(1).map(({ spend }) => spend),
    extras: levels.map(({ extraReward }) => extraReward),
    minHours: values.get(REBATE_MIN_DAYS) * 24,
  }
}
