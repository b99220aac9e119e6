/**
 * The most that the rebates of an order of units can be, which the reserve binds at the sale: the rate of both inviters with the highest
 * extra of a VIP level. Terms below `growth.rebateMinDays` earn nothing, and nothing is promised while referral is switched off. The
 * statements read the settings themselves, under the lock of the product, so that the order keeps the rate of its own moment.
 */
import { HIGHEST_REBATE_NOW, REBATE_MIN_DAYS } from '../../identity/index.ts'
import { settingNow } from '../../../platform/settings/setting-now.ts'

/** A database of real money begins with every module switched off. @internal */
export const REFERRAL_SWITCH = { name: 'module.referral.enabled', initial: '' }

const IS_ON = `case ${settingNow(REFERRAL_SWITCH)} when 'true' then true when 'false' then false
  else (select money_mode = 'sandbox' from deployment) end`

/**
 * SQL of the rate now, in hundredths of a percent of the principal.
 * @param termHours SQL of the term of the product
 */
export const REBATE_RATE = (termHours: string): string =>
  `case when ${termHours} >= 24 * ${settingNow(REBATE_MIN_DAYS)}::int and (${IS_ON}) then ${HIGHEST_REBATE_NOW} else 0 end`
