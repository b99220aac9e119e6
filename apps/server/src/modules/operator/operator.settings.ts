/** Settings of the back office. */
import { defineSetting, whole } from '../../platform/settings/settings.ts'

export const APPROVAL_HOURS = defineSetting({
  name: 'operator.approvalHours',
  about: 'Hours after which an approval request expires.',
  kind: whole({ minimum: 1, maximum: 168, unit: 'hours' }),
  initial: '24',
  effect: 'new',
  twoPersons: 'real',
})

export const OPERATOR_SETTINGS = [APPROVAL_HOURS]
