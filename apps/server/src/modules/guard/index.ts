/** The members' protection: limits, exclusions, reality check, and where modules may sell. Other modules import only this file. */
export { AGE_PROVIDERS, type AgeProvider } from './age-providers.ts'
export { createGate, type Gate } from './module-gate.ts'
export { moduleTable, type ModuleSettings, type ModuleTable } from './module-switches.ts'
export { CONFIRM_DAYS, GUARD_SETTINGS, INCREASE_HOURS, REALITY_CHECK_MINUTES } from './guard.settings.ts'
export { createGuard, type Guard } from './guard.ts'
export { phoneWait, type PhoneWait } from './phone-wait.ts'
export { guardChecks } from './guard.checks.ts'
