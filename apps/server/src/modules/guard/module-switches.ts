/**
 * The settings that switch a module. A module that is switched off sells nothing new; its open sales run to their end. In a
 * database of real money every module begins switched off, and switching one on needs two persons and a go-live check
 * that finds nothing missing.
 */
import type { Module } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { countries, defineSetting, flag, line, type Setting } from '../../platform/settings/settings.ts'

export type ModuleSettings = {
  enabled: Setting<boolean>
  licence: Setting<string>
  countries: Setting<readonly string[]>
  ageProvider: Setting<string>
}

export type ModuleTable = Record<Module, ModuleSettings>

/** A module that some countries ban passes them to `countries` (games: India), so that operators cannot choose them. */
function settingsOf(module: Module, moneyMode: MoneyMode, banned: readonly string[] = []): ModuleSettings {
  const twoPersons = 'real'
  return {
    enabled: defineSetting({
      name: `module.${module}.enabled`,
      about: `Whether the module «${module}» sells. When it is off, nothing new is sold and open sales run to their end.`,
      kind: flag(),
      initial: String(moneyMode === 'sandbox'),
      effect: 'all',
      twoPersons,
    }),
    licence: defineSetting({
      name: `module.${module}.licence`,
      about: `Reference of the licence for «${module}».`,
      kind: line({ maxLength: 120 }),
      initial: '',
      effect: 'all',
      twoPersons,
    }),
    countries: defineSetting({
      name: `module.${module}.countries`,
      about: `Countries whose phone numbers may use «${module}». Sandbox: an empty list allows every country.`,
      kind: countries({ banned }),
      initial: '',
      effect: 'all',
      twoPersons,
    }),
    ageProvider: defineSetting({
      name: `module.${module}.ageProvider`,
      about: `Who verifies ages for «${module}» by the identity check: \`manual\` (two operators) or \`http\` (the company of IDENTITY_URL).`,
      kind: line({ maxLength: 60 }),
      initial: '',
      effect: 'all',
      twoPersons,
    }),
  }
}

/** Countries that ban games of chance with money. */
const BANS_GAMES = ['IN']

/** The settings of every module, for a database of this money mode. */
export function moduleTable(moneyMode: MoneyMode): ModuleTable {
  return {
    mall: settingsOf('mall', moneyMode),
    games: settingsOf('games', moneyMode, BANS_GAMES),
    finance: settingsOf('finance', moneyMode),
    referral: settingsOf('referral', moneyMode),
  }
}
