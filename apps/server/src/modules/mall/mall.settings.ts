/**
 * The mall's settings. Defaults of new products: a product keeps its values, and each issue copies them. And how long a draw
 * waits for a witness.
 */
import { defineSetting, whole } from '../../platform/settings/settings.ts'

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

export const WITNESS_PATIENCE = defineSetting({
  name: 'mall.witnessPatienceMinutes',
  about:
    'Minutes after which a witness that does not answer counts as not having signed a seal: the issue is then sealed again.',
  kind: whole({ minimum: 1, maximum: 1_440, unit: 'minutes' }),
  initial: '15',
  effect: 'all',
})

export const MALL_SETTINGS = [RECYCLE_PERCENT, SALE_DAYS, WITNESS_PATIENCE]
