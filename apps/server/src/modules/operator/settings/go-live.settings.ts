/** Settings in which owners record what the go-live check cannot find out by itself. */
import { day, defineSetting } from '../../../platform/settings/settings.ts'

export const RESTORE_DRILL = defineSetting({
  name: 'operations.restoreDrill',
  about:
    'Day of the last restore drill, in which a backup was restored and checked (docs/OPERATING.md, «Restore»).',
  kind: day(),
  initial: '',
  effect: 'all',
  twoPersons: 'real',
})

export const GO_LIVE_SETTINGS = [RESTORE_DRILL]
