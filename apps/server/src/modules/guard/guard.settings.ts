/** What the operator may adjust of the members' protection, within bounds that keep it a protection. */
import { defineSetting, whole } from '../../platform/settings/settings.ts'

export const REALITY_CHECK_MINUTES = defineSetting({
  name: 'guard.realityCheckMinutes',
  about: 'Minutes of use without a pause after which a member is asked whether to go on.',
  kind: whole({ minimum: 5, maximum: 60, unit: 'minutes' }),
  initial: '30',
  effect: 'all',
  twoPersons: 'real',
})

export const INCREASE_HOURS = defineSetting({
  name: 'guard.increaseHours',
  about: 'Hours that a looser limit waits before its member can confirm it.',
  kind: whole({ minimum: 24, maximum: 168, unit: 'hours' }),
  initial: '24',
  effect: 'new',
  twoPersons: 'real',
})

export const CONFIRM_DAYS = defineSetting({
  name: 'guard.confirmDays',
  about: 'Days within which a looser limit can be confirmed once its wait is over; then it is forgotten.',
  kind: whole({ minimum: 1, maximum: 30, unit: 'days' }),
  initial: '7',
  effect: 'new',
  twoPersons: 'real',
})

export const GUARD_SETTINGS = [REALITY_CHECK_MINUTES, INCREASE_HOURS, CONFIRM_DAYS]
