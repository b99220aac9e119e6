/** The members' protection: limits, stopping, reality check, and where modules may sell. The only door to this module. */
export { AGE_PROVIDERS, type AgeProvider } from './age-providers.ts'
export {
  createGate,
  EXISTING,
  MODULES,
  moduleTable,
  type Gate,
  type Module,
  type ModuleSettings,
  type ModuleTable,
} from './module-switches.ts'
export { CONFIRM_DAYS, GUARD_SETTINGS, INCREASE_HOURS, REALITY_CHECK_MINUTES } from './guard.settings.ts'
export { createGuard, type Guard } from './guard.ts'
export { phoneWait, type PhoneWait } from './phone-wait.ts'
export { guardChecks } from './guard.checks.ts'
