import type { WithdrawalStep } from '@fairlot/contract/withdrawal-life'
import { formatDateTime } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'
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
  const last = timeline.length - 1
  return (
    <section aria-labelledby="withdrawal-steps">
      <h2 id="withdrawal-steps" className="text-lead">
        {t('steps.title')}
      </h2>
      <ol className="mt-3">
        {timeline.map(({ step, at }, index) => (
          <li key={`${step}-${at}`} className="relative flex gap-3.5 pb-5 last:pb-0">
            {index < last && (
              <span
                aria-hidden="true"
                className="border-line-strong absolute start-[5px] top-5 -bottom-0.5 border-s-2 border-dotted"
              />
            )}
            <span aria-hidden="true" className={cx('mt-1.5 size-3 shrink-0 rounded-full', DOTS[step])} />
            <div className="min-w-0">
              <p className="font-semibold">{t(`steps.${step}`)}</p>
              <p className="text-cap text-ink-2">
                <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, activeLanguage())}</time>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
