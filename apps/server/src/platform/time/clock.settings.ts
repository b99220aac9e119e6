/** How the server decides that business time is right (clock-watch.ts). */
import { defineSetting, whole } from '../settings/settings.ts'

export const CLOCK_CONFIRM_MINUTES = defineSetting({
  name: 'clock.confirmMinutes',
  about:
    'Minutes, by a monotonic clock, between the two checks that must agree before the server ends something by time that cannot be undone.',
  kind: whole({ minimum: 2, maximum: 60, unit: 'minutes' }),
  initial: '5',
  effect: 'all',
  twoPersons: 'real',
})

export const CLOCK_MAX_JUMP_SECONDS = defineSetting({
  name: 'clock.maxJumpSeconds',
  about:
    'Seconds by which business time may differ from a monotonic clock; beyond this the server ends nothing by time.',
  kind: whole({ minimum: 5, maximum: 300, unit: 'seconds' }),
  initial: '30',
  effect: 'all',
  twoPersons: 'real',
})

export const CLOCK_SETTINGS = [CLOCK_CONFIRM_MINUTES, CLOCK_MAX_JUMP_SECONDS]
