/** The setting of vouchers. */
import { defineSetting, whole } from '../../../platform/settings/settings.ts'

export const VOUCHER_RETURN_DAYS = defineSetting({
  name: 'mall.voucherReturnDays',
  about: 'Minimum days for which a voucher is valid after its order is refunded.',
  kind: whole({ minimum: 7, maximum: 365, unit: 'days' }),
  initial: '7',
  effect: 'all',
})

export const VOUCHER_SETTINGS = [VOUCHER_RETURN_DAYS]
