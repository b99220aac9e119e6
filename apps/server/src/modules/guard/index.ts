/** The members' protection: limits, exclusions, reality check, and where modules may sell. Other modules import only this file. */
export { guardCopy } from './guard.copy.ts'
export { createGate } from './module-gate.ts'
export { moduleTable, type ModuleTable } from './module-switches.ts'
export { GUARD_SETTINGS, REALITY_CHECK_MINUTES } from './guard.settings.ts'
export { createGuard, type Guard } from './guard.ts'
export { phoneWait, type PhoneWait } from './phone-wait.ts'
export { checkFreeze, createFreezes, mayFreezeAlone, runningFreeze, type Freezes } from './freezes.ts'
export { guardChecks } from './guard.checks.ts'
