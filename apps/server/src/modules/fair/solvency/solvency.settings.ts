import { defineSetting, whole } from '../../../platform/settings/settings.ts'

export const SOLVENCY_DAYS = defineSetting({
  name: 'fair.solvencyDays',
  about:
    'Days for which members can check their balance in a stated total. After them the nonces and amounts of the members are deleted.',
  kind: whole({ minimum: 7, maximum: 3_650, unit: 'days' }),
  initial: '90',
  effect: 'all',
})

export const FAIR_SETTINGS = [SOLVENCY_DAYS]
