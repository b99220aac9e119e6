/**
 * The mall's settings. Defaults of new products: a product keeps its values, and each issue copies them. How long a draw
 * waits for a witness. The steps of the mall's filters.
 */
import { VOUCHER_SETTINGS } from './vouchers/vouchers.settings.ts'
import { DELIVERY_SETTINGS } from './delivery/delivery.settings.ts'
import { REVIEW_SETTINGS } from './reviews/reviews.settings.ts'
import { defineSetting, moneys, whole, wholes } from '../../platform/settings/settings.ts'

export const RECYCLE_PERCENT = defineSetting({
  name: 'mall.recyclePercent',
  about: 'Percent of the market price paid for recycling a prize. Default for new products.',
  kind: whole({ minimum: 0, maximum: 100, unit: 'percent' }),
  initial: '80',
  effect: 'new',
})
export const SALE_DAYS = defineSetting({
  name: 'mall.saleDays',
  about: 'Days after which an issue that is not sold out expires. Default for new products.',
  kind: whole({ minimum: 1, maximum: 365, unit: 'days' }),
  initial: '30',
  effect: 'new',
})
export const PK_SALE_DAYS = defineSetting({
  name: 'mall.pkSaleDays',
  about: 'Days after which a Double PK whose second seat is free expires. Default for new products.',
  kind: whole({ minimum: 1, maximum: 365, unit: 'days' }),
  initial: '1',
  effect: 'new',
})
export const PK_LEAVES_PER_DAY = defineSetting({
  name: 'mall.pkLeavesPerDay',
  about: 'Maximum number of seats of Double PK that a member can leave in 24 hours.',
  kind: whole({ minimum: 1, maximum: 100, unit: 'seats' }),
  initial: '5',
  effect: 'all',
})

export const WITNESS_PATIENCE = defineSetting({
  name: 'mall.witnessPatienceMinutes',
  about:
    'Minutes after its round for which a draw waits for the lines of its witnesses. Then it is in the members’ favour; an issue of version 2 is sealed again.',
  kind: whole({ minimum: 1, maximum: 1_440, unit: 'minutes' }),
  initial: '15',
  effect: 'all',
})
export const WITNESSED_DELAY = defineSetting({
  name: 'mall.witnessedDelaySeconds',
  about:
    'Seconds from the seal of a witnessed issue to its beacon round, in which its witnesses sign the seal. Default for new issues.',
  kind: whole({ minimum: 30, maximum: 300, unit: 'seconds' }),
  initial: '60',
  effect: 'new',
})

export const PRICE_BANDS = defineSetting({
  name: 'mall.priceBands',
  about:
    'Share prices at which the price filter of the mall divides the issues: up to the first, to the second, above the last.',
  kind: moneys({ minimum: 100n, maximum: 10_000_000_000_000n, maxItems: 5 }),
  initial: '5.00,20.00',
  effect: 'all',
})
export const SIZE_BANDS = defineSetting({
  name: 'mall.sizeBands',
  about:
    'Numbers of shares at which the size filter of the mall divides the issues, as `mall.priceBands` does by price.',
  kind: wholes({ minimum: 1, maximum: 1_000_000, maxItems: 5, unit: 'shares' }),
  initial: '100,1000',
  effect: 'all',
})

export const MALL_SETTINGS = [
  RECYCLE_PERCENT,
  SALE_DAYS,
  PK_SALE_DAYS,
  PK_LEAVES_PER_DAY,
  WITNESS_PATIENCE,
  WITNESSED_DELAY,
  PRICE_BANDS,
  SIZE_BANDS,
  ...DELIVERY_SETTINGS,
  ...VOUCHER_SETTINGS,
  ...REVIEW_SETTINGS,
]
