/**
 * Whether a module sells to a member: the module must be switched on, meet its go-live conditions with real money, and serve the
 * country of the member's phone number.
 */
import { MODULES, type Module } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money-mode'
import type { Caller } from '../../platform/http/auth.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { ModuleTable } from './module-switches.ts'

export type Gate = {
  /** Why a module sells nothing new to a member; null: it sells. */
  barred(module: Module, member: Pick<Caller, 'country'>): Refusal | null
  /** Why no module sells anything to a member; null: at least one does. */
  barredEverywhere(member: Pick<Caller, 'country'>): Refusal | null
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
    barred(module, { country }) {
      const switches = modules[module]
      if (!settings.get(switches.enabled) || !isReady(module)) return new Refusal('MODULE_OFF')
      const served = settings.get(switches.countries)
      const everywhere = served.length === 0 && moneyMode === 'sandbox'
      if (everywhere || (country !== null && served.includes(country))) return null
      return new Refusal('COUNTRY_NOT_SERVED')
    },
    barredEverywhere(member) {
      const reasons = MODULES.map((module) => gate.barred(module, member))
      return reasons.includes(null) ? null : (reasons[0] ?? null)
    },
  }
  return gate
}
