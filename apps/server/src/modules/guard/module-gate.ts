/**
 * Whether a module sells to a member: the module must be switched on, meet its go-live conditions with real money, and serve the
 * country of the member's phone number.
 */
import { SALES_MODULES, type Module } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Caller } from '../../platform/http/auth.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { ModuleTable } from './module-switches.ts'

export type Gate = {
  /** Whether a module sells anything: it is switched on and meets its go-live conditions. */
  isOn(module: Module): boolean
  /** Why a module sells nothing new to a member; null: it sells. */
  barred(module: Module, member: Pick<Caller, 'country'>): Refusal | null
  /** Why no module sells anything to a member; null: at least one does. */
  barredEverywhere(member: Pick<Caller, 'country'>): Refusal | null
  /** The countries that a module serves; null: every country. */
  countries(module: Module): readonly string[] | null
}

export function createGate(options: {
  settings: Pick<Settings, 'get'>
  modules: ModuleTable
  moneyMode: MoneyMode
  /** whether the module meets its go-live conditions; by default it does */
  isReady?: ((module: Module) => boolean) | undefined
}): Gate {
  const { settings, modules, moneyMode, isReady = () => true } = options
  const gate: Gate = {
    isOn: (module) => settings.get(modules[module].enabled) && isReady(module),
    countries(module) {
      const served = settings.get(modules[module].countries)
      return served.length === 0 && moneyMode === 'sandbox' ? null : served
    },
    barred(module, { country }) {
      if (!gate.isOn(module)) return new Refusal('MODULE_OFF')
      const served = gate.countries(module)
      if (served === null || (country !== null && served.includes(country))) return null
      return new Refusal('COUNTRY_NOT_SERVED')
    },
    barredEverywhere(member) {
      const reasons = SALES_MODULES.map((module) => gate.barred(module, member))
      return reasons.includes(null) ? null : (reasons[0] ?? null)
    },
  }
  return gate
}
