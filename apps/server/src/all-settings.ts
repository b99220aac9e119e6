/** All settings of the server, collected from the modules that read them. */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { CONTENT_SETTINGS } from './modules/content/index.ts'
import { FAIR_SETTINGS } from './modules/fair/index.ts'
import { FINANCE_SETTINGS } from './modules/finance/index.ts'
import { GAME_SETTING_RULES, GAME_SETTINGS } from './modules/games/index.ts'
import { EVENT_SETTINGS, LOYALTY_RULES, LOYALTY_SETTINGS, REFERRAL_SETTINGS } from './modules/growth/index.ts'
import { GUARD_SETTINGS, moduleTable } from './modules/guard/index.ts'
import { identityCheckSettings } from './modules/identity-check/index.ts'
import { IDENTITY_SETTINGS, VIP_RULE, VIP_SETTINGS } from './modules/identity/index.ts'
import { MALL_SETTINGS } from './modules/mall/index.ts'
import { OPERATOR_SETTINGS } from './modules/operator/index.ts'
import { UPLOAD_SETTINGS } from './modules/uploads/index.ts'
import { WALLET_SETTING_RULES, WALLET_SETTINGS } from './modules/wallet/index.ts'
import { CLOCK_SETTINGS } from './platform/time/clock.settings.ts'
import type { Setting, SettingRule } from './platform/settings/settings.ts'

/** @param moneyMode of the database: some settings have another initial value with real money */
export function allSettings(moneyMode: MoneyMode): readonly Setting<unknown>[] {
  const modules = Object.values(moduleTable(moneyMode)).flatMap((module) => Object.values(module))
  return [
    ...modules,
    ...FAIR_SETTINGS,
    ...GUARD_SETTINGS,
    ...IDENTITY_SETTINGS,
    ...VIP_SETTINGS,
    ...identityCheckSettings(moneyMode),
    ...UPLOAD_SETTINGS,
    ...WALLET_SETTINGS,
    ...MALL_SETTINGS,
    ...GAME_SETTINGS,
    ...FINANCE_SETTINGS,
    ...REFERRAL_SETTINGS,
    ...LOYALTY_SETTINGS,
    ...EVENT_SETTINGS,
    ...OPERATOR_SETTINGS,
    ...CLOCK_SETTINGS,
    ...CONTENT_SETTINGS,
  ]
}

/** Conditions over several settings. */
export const SETTING_RULES: readonly SettingRule[] = [
  ...WALLET_SETTING_RULES,
  ...GAME_SETTING_RULES,
  VIP_RULE,
  ...LOYALTY_RULES,
]

/** The table of settings in docs/OPERATING.md; a test compares the two. @internal */
export function settingsTable(): string {
  const real = new Map(allSettings('real').map((setting) => [setting.name, setting]))
  const rows = allSettings('sandbox')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((setting) => {
      const initials = [setting, real.get(setting.name) ?? setting].map(initialOf)
      const initial = initials[0] === initials[1] ? initials[0] : `${initials[0]}; real money: ${initials[1]}`
      const { name, about, effect, twoPersons } = setting
      const two = { yes: 'yes', real: 'real money', no: 'no' }[
        twoPersons === true ? 'yes' : (twoPersons ?? 'no')
      ]
      return `| \`${name}\` | ${about} | ${kindOf(setting)} | ${initial} | ${effect} | ${two} |`
    })
  const head = [
    '| setting | meaning | type | initial | applies to | two operators |',
    '|---|---|---|---|---|---|',
  ]
  return [...head, ...rows].join('\n')
}

function initialOf({ kind, initial }: Setting<unknown>): string {
  const text = kind.form(kind.read(initial))
  return text === '' ? '(none)' : `\`${text}\``
}

/** `whole, 1 to 168 hours` */
function kindOf({ kind: { type, minimum, maximum, unit, choices } }: Setting<unknown>): string {
  if (choices) return `${type}: ${choices.join(', ')}`
  if (maximum === undefined) return type
  const bounds = minimum === undefined ? `up to ${maximum}` : `${minimum} to ${maximum}`
  return [`${type}, ${bounds}`, unit].filter(Boolean).join(' ')
}
