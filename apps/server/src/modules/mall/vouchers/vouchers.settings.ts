/** The setting of vouchers. */
import { defineSetting, whole } from '../../../platform/settings/settings.ts'

export const VOUCHER_RETURN_DAYS = defineSetting({
  name: 'mall.voucherReturnDays',
  about: 'Days for which a voucher is valid at least when it comes back from a refunded order.',
  kind: whole({ minimum: 7, maximum: 365, unit: 'days' }),
  initial: '7',
  effect: 'all',
})

export const VOUCHER_SETTINGS = [VOUCHER_RETURN_DAYS]
