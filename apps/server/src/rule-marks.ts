/** What rule texts show of the settings, in a language. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { localNumber } from '@fairlot/contract/money/number-marks'
import type { Values } from './platform/settings/settings.ts'
import { companyMarks, type RuleMarks } from './modules/content/index.ts'
import { REBATE_MIN_DAYS, rebateRates, vipLevels } from './modules/identity/index.ts'
import { displayAmount, type Currency } from './modules/wallet/index.ts'

/** A percentage from hundredths of a percent: 150 → `1.5%`. */
const percent = (hundredths: number, language: OfferedLanguage): string =>
  `${localNumber(String(hundredths / 100), language)}%`

export function ruleMarks(values: Values, currency: Currency, language: OfferedLanguage): RuleMarks {
  const { direct, indirect } = rebateRates(values)
  return {
    '{levels}': vipLevels(values)
      .slice(1)
      .map(({ spend }, n) => `VIP\u00a0${n + 1}: ${displayAmount(spend, currency, language)}`)
      .join('\n'),
    '{direct}': percent(direct, language),
    '{indirect}': percent(indirect, language),
    '{days}': String(values.get(REBATE_MIN_DAYS)),
    ...companyMarks(values, language),
  }
}
