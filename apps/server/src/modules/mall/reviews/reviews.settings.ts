import { defineSetting, whole, type Values } from '../../../platform/settings/settings.ts'

const REPORTS_PER_DAY = defineSetting({
  name: 'mall.reviewReportsPerDay',
  about: 'Maximum number of reviews that a member can report in 24 hours.',
  kind: whole({ minimum: 1, maximum: 1_000, unit: 'reports' }),
  initial: '20',
  effect: 'all',
})

export const REVIEW_SETTINGS = [REPORTS_PER_DAY]

export const reportsPerDay = (settings: Values): number => settings.get(REPORTS_PER_DAY)
