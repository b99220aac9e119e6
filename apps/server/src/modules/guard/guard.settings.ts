/** The settings of the members' protection. Their bounds keep operators from disabling it. */
import { defineSetting, whole } from '../../platform/settings/settings.ts'

export const REALITY_CHECK_MINUTES = defineSetting({
  name: 'guard.realityCheckMinutes',
  about: 'Minutes of uninterrupted use after which a purchase asks the member for a reality check.',
  kind: whole({ minimum: 5, maximum: 60, unit: 'minutes' }),
  initial: '30',
  effect: 'all',
  twoPersons: 'real',
})

export const INCREASE_HOURS = defineSetting({
  name: 'guard.increaseHours',
  about: 'Hours before a member can confirm a looser limit.',
  kind: whole({ minimum: 24, maximum: 168, unit: 'hours' }),
  initial: '24',
  effect: 'new',
  twoPersons: 'real',
})

export const CONFIRM_DAYS = defineSetting({
  name: 'guard.confirmDays',
  about: 'Days after the wait in which a member can confirm a looser limit; then the request expires.',
  kind: whole({ minimum: 1, maximum: 30, unit: 'days' }),
  initial: '7',
  effect: 'new',
  twoPersons: 'real',
})

export const GUARD_SETTINGS = [REALITY_CHECK_MINUTES, INCREASE_HOURS, CONFIRM_DAYS]
