/**
 * The modules that can be switched, and where each may sell. Switched off, nothing new is sold and everything open runs to
 * its end. In a database of real money every module begins switched off, and going on takes two persons and everything
 * that the go-live check lists.
 */
import type { Caller } from '../../platform/http/auth.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  countries,
  defineSetting,
  flag,
  line,
  type Setting,
  type Settings,
} from '../../platform/settings/settings.ts'

export const MODULES = ['mall', 'games', 'finance', 'referral'] as const
export type Module = (typeof MODULES)[number]

/** Modules that this version has. */
export const EXISTING: readonly Module[] = ['mall']

/** Countries that ban what a module does: nobody can choose them. */
const BANNED: Partial<Record<Module, readonly string[]>> = { games: ['IN'] }

export type ModuleSettings = {
  enabled: Setting<boolean>
  licence: Setting<string>
  countries: Setting<readonly string[]>
  ageProvider: Setting<string>
}

export type ModuleTable = Record<Module, ModuleSettings>

function settingsOf(module: Module, moneyMode: 'sandbox' | 'real'): ModuleSettings {
  const twoPersons = 'real'
  return {
    enabled: defineSetting({
      name: `module.${module}.enabled`,
      about: `Whether the module «${module}» sells. Off: nothing new, everything open runs to its end.`,
      kind: flag(),
      initial: String(moneyMode === 'sandbox'),
      effect: 'all',
      twoPersons,
    }),
    licence: defineSetting({
      name: `module.${module}.licence`,
      about: `Reference of the licence under which «${module}» is offered.`,
      kind: line({ most: 120 }),
      initial: '',
      effect: 'all',
      twoPersons,
    }),
    countries: defineSetting({
      name: `module.${module}.countries`,
      about: `Countries whose phone numbers may use «${module}». Sandbox: none chosen means everywhere.`,
      kind: countries({ banned: BANNED[module] ?? [] }),
      initial: '',
      effect: 'all',
      twoPersons,
    }),
    ageProvider: defineSetting({
      name: `module.${module}.ageProvider`,
      about: `Who verifies ages for «${module}». This version has no connection to one yet.`,
      kind: line({ most: 60 }),
      initial: '',
      effect: 'all',
      twoPersons,
    }),
  }
}

/** The settings of every module, for a database of this money mode. */
export function moduleTable(moneyMode: 'sandbox' | 'real'): ModuleTable {
  return {
    mall: settingsOf('mall', moneyMode),
    games: settingsOf('games', moneyMode),
    finance: settingsOf('finance', moneyMode),
    referral: settingsOf('referral', moneyMode),
  }
}

export type Gate = {
  /** why nobody may begin anything new in a module now, or this member may not; null: they may */
  barred(module: Module, member: Pick<Caller, 'country'>): Refusal | null
  /** why no module at all sells to a member; null: one does */
  barredEverywhere(member: Pick<Caller, 'country'>): Refusal | null
}

export function createGate(options: {
  settings: Pick<Settings, 'get'>
  modules: ModuleTable
  moneyMode: 'sandbox' | 'real'
}): Gate {
  const { settings, modules, moneyMode } = options
  const gate: Gate = {
    barred(module, { country }) {
      const switches = modules[module]
      if (!settings.get(switches.enabled)) return new Refusal('MODULE_OFF')
      const served = settings.get(switches.countries)
      const everywhere = served.length === 0 && moneyMode === 'sandbox'
      if (everywhere || (country !== null && served.includes(country))) return null
      return new Refusal('COUNTRY_NOT_SERVED')
    },
    barredEverywhere(member) {
      const reasons = EXISTING.map((module) => gate.barred(module, member))
      return reasons.includes(null) ? null : (reasons[0] ?? null)
    },
  }
  return gate
}
