/** The clocks of prizes. A prize stores each time when the clock starts, so a change concerns later steps. */
import { defineSetting, whole, wholes, type Values } from '../../../platform/settings/settings.ts'

const days = (name: string, about: string, initial: number, minimum = 1) =>
  defineSetting({
    name: `mall.${name}`,
    about,
    kind: whole({ minimum, maximum: 3_650, unit: 'days' }),
    initial: String(initial),
    effect: 'new',
  })

const RECYCLE_DAYS = days(
  'recycleDays',
  'Days after a win without a choice when the prize is recycled in favour of the member. At least 90.',
  180,
  90,
)
const REMIND_DAYS = defineSetting({
  name: 'mall.remindDays',
  about: 'Days after a win without a choice when the member gets a reminder by SMS and in the app.',
  kind: wholes({ minimum: 1, maximum: 3_650, maxItems: 5, unit: 'days' }),
  initial: '7,30',
  effect: 'new',
})
const PROVEN_DAYS = days(
  'provenDays',
  "Days after the carrier's proof of delivery when the server marks an order as received.",
  15,
)
const UNPROVEN_DAYS = days(
  'unprovenDays',
  'Days after shipping when the server marks an order without a proof of delivery as received.',
  75,
)
const COMPLETE_DAYS = days(
  'completeDays',
  'Days after the receipt when an order is completed. The member can dispute the receipt until then.',
  7,
)
const ADDRESS_DAYS = days(
  'addressDays',
  'Days after the end of an order when the address on it is erased.',
  180,
)

export const DELIVERY_SETTINGS = [
  RECYCLE_DAYS,
  REMIND_DAYS,
  PROVEN_DAYS,
  UNPROVEN_DAYS,
  COMPLETE_DAYS,
  ADDRESS_DAYS,
]

/** Days of each clock; `remind`: ascending. */
export type PrizeClocks = {
  recycle: number
  remind: readonly number[]
  proven: number
  unproven: number
  complete: number
  address: number
}

const clocksOf = (get: Values['get']): PrizeClocks => ({
  recycle: get(RECYCLE_DAYS),
  remind: get(REMIND_DAYS),
  proven: get(PROVEN_DAYS),
  unproven: get(UNPROVEN_DAYS),
  complete: get(COMPLETE_DAYS),
  address: get(ADDRESS_DAYS),
})

export const prizeClocks = (settings: Values): PrizeClocks => clocksOf((setting) => settings.get(setting))

/** The clocks of an installation whose settings nobody has changed. */
export const INITIAL_CLOCKS = clocksOf((setting) => setting.kind.read(setting.initial))
