import type { WithdrawalStep } from '@fairlot/contract/life/withdrawal-life'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Timeline } from '../../../ui/lists/timeline.tsx'
import type { Withdrawal } from './withdrawal-state.ts'

const DOTS: Record<WithdrawalStep, string> = {
  processing: 'bg-gold',
  first_approved: 'bg-gold',
  approved: 'bg-brand',
  exported: 'bg-brand',
  success: 'bg-ok',
  failed: 'bg-bad',
  returned: 'bg-line-strong',
}

/** The withdrawal's history with times. */
export function WithdrawalTimeline({ withdrawal: { timeline } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw')
  const steps = timeline.map(({ step, at }) => ({
    key: `${step}-${at}`,
    dot: DOTS[step],
    title: t(`steps.${step}`),
    at,
  }))
  return <Timeline title={t('steps.title')} steps={steps} />
}
