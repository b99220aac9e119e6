/** Every setting of the program, collected from the modules that read them. */
import { GUARD_SETTINGS, moduleTable } from './modules/guard/index.ts'
import { IDENTITY_SETTINGS } from './modules/identity/index.ts'
import { MALL_SETTINGS } from './modules/mall/index.ts'
import { WALLET_SETTING_RULE, WALLET_SETTINGS } from './modules/wallet/index.ts'
import type { Setting, SettingRule } from './platform/settings.ts'

/** @param moneyMode of the database: some begin differently with real money */
export function allSettings(moneyMode: 'sandbox' | 'real'): readonly Setting<unknown>[] {
  const modules = Object.values(moduleTable(moneyMode)).flatMap((module) => Object.values(module))
  return [...modules, ...GUARD_SETTINGS, ...IDENTITY_SETTINGS, ...WALLET_SETTINGS, ...MALL_SETTINGS]
}

/** What several settings must be together. */
export const SETTING_RULES: readonly SettingRule[] = [WALLET_SETTING_RULE]
