/** The mall's settings: defaults of new products. A product keeps its values, and each issue copies them. */
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

export const MALL_SETTINGS = [RECYCLE_PERCENT, SALE_DAYS]
