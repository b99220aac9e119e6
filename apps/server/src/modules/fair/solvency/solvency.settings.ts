import { defineSetting, whole } from '../../../platform/settings/settings.ts'

export const SOLVENCY_DAYS = defineSetting({
  name: 'fair.solvencyDays',
  about:
    'Days for which members can check their balance in a stated total. Then the server deletes the nonces and amounts of the members.',
  kind: whole({ minimum: 7, maximum: 3_650, unit: 'days' }),
  initial: '90',
  effect: 'all',
})

export const FAIR_SETTINGS = [SOLVENCY_DAYS]
