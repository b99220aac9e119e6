import { useTranslation } from '../../i18n/i18n.ts'
import { useIsSandbox } from '../../queries/system.ts'
import { cx } from '../../ui/cx.ts'

/** Labels amounts as play money in a sandbox; empty in a real deployment. */
export function PlayMoneyBadge({ onStage = false }: { onStage?: boolean }) {
  const { t } = useTranslation()
  if (!useIsSandbox()) return null
  return (
    <span
      title={t('sandbox.note')}
      className={cx(
        'text-micro inline-flex min-h-5 shrink-0 items-center rounded-full px-2 font-semibold whitespace-nowrap',
        onStage ? 'bg-stage-raised text-on-stage' : 'bg-sunken text-ink-2',
      )}
    >
      {t('sandbox.badge')}
    </span>
  )
}
