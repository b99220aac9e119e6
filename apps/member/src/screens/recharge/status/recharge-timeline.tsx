import { useTranslation } from '../../../i18n/i18n.ts'
import { Timeline } from '../../../ui/lists/timeline.tsx'
import type { Recharge } from './use-recharge-state.ts'

const DOTS = { processing: 'bg-gold', success: 'bg-ok', failed: 'bg-bad' } as const

/** The recharge's history with times and, after a failure, the reason. */
export function RechargeTimeline({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('recharge')
  const steps = recharge.timeline.map(({ state, reason, at }) => ({
    key: `${state}-${at}`,
    dot: DOTS[state],
    title: t(`timeline.${state}`),
    text: reason === null ? null : t(`reason.${reason}`),
    at,
  }))
  return <Timeline title={t('timeline.title')} steps={steps} />
}
