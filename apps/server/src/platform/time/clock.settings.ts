/** How the server decides that business time can be believed (clock-watch.ts). */
import { defineSetting, whole } from '../settings/settings.ts'

export const CLOCK_CONFIRM_MINUTES = defineSetting({
  name: 'clock.confirmMinutes',
  about:
    'Minutes by a monotonic clock between the two looks that must agree before time ends something that nobody can undo.',
  kind: whole({ minimum: 2, maximum: 60, unit: 'minutes' }),
  initial: '5',
  effect: 'all',
  twoPersons: 'real',
})

export const CLOCK_MAX_JUMP_SECONDS = defineSetting({
  name: 'clock.maxJumpSeconds',
  about:
    'Seconds by which business time may go away from a monotonic clock; beyond this the server ends nothing by time.',
  kind: whole({ minimum: 5, maximum: 300, unit: 'seconds' }),
  initial: '30',
  effect: 'all',
  twoPersons: 'real',
})

export const CLOCK_SETTINGS = [CLOCK_CONFIRM_MINUTES, CLOCK_MAX_JUMP_SECONDS]
