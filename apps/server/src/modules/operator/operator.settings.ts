/** What the owners may adjust of how operators work together. */
import { defineSetting, whole } from '../../platform/settings/settings.ts'

export const APPROVAL_HOURS = defineSetting({
  name: 'operator.approvalHours',
  about: 'Hours that a request waits for a second person before it expires.',
  kind: whole({ minimum: 1, maximum: 168, unit: 'hours' }),
  initial: '24',
  effect: 'new',
  twoPersons: 'real',
})

export const OPERATOR_SETTINGS = [APPROVAL_HOURS]
