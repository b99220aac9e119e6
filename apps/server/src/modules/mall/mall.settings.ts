/** The mall's settings: what new products begin with. A product keeps its own, and each issue a copy of that. */
import { defineSetting, whole } from '../../platform/settings/settings.ts'

export const RECYCLE_PERCENT = defineSetting({
  name: 'mall.recyclePercent',
  about: 'What recycling a prize pays, of its market price, for products that do not say it themselves.',
  kind: whole({ minimum: 0, maximum: 100, unit: 'percent' }),
  initial: '80',
  effect: 'new',
})
export const SALE_DAYS = defineSetting({
  name: 'mall.saleDays',
  about: 'Days until an issue that is not sold out expires, for products that do not say it themselves.',
  kind: whole({ minimum: 1, maximum: 365, unit: 'days' }),
  initial: '30',
  effect: 'new',
})

export const MALL_SETTINGS = [RECYCLE_PERCENT, SALE_DAYS]
