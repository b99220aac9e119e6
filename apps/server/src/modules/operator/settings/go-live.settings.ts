/** What the owners record for going live. */
import { day, defineSetting } from '../../../platform/settings/settings.ts'

export const RESTORE_DRILL = defineSetting({
  name: 'operations.restoreDrill',
  about: 'The day on which a backup was last restored and looked at (docs/OPERATING.md, «Backup»).',
  kind: day(),
  initial: '',
  effect: 'all',
  twoPersons: 'real',
})

export const GO_LIVE_SETTINGS = [RESTORE_DRILL]
