import type { rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'

const DOTS = { processing: 'bg-gold', success: 'bg-ok', failed: 'bg-bad' } as const

/** The recharge's history with times and, after a failure, the reason. */
export function Timeline({ recharge }: { recharge: Output<typeof rechargeStatus> }) {
  const { t } = useTranslation('recharge')
  const last = recharge.timeline.length - 1
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-lead">
        {t('timeline.title')}
      </h2>
      <ol className="mt-3">
        {recharge.timeline.map(({ state, reason, at }, index) => (
          <li key={`${state}-${at}`} className="relative flex gap-3.5 pb-5 last:pb-0">
            {index < last && (
              <span
                aria-hidden="true"
                className="border-line-strong absolute start-[5px] top-5 -bottom-0.5 border-s-2 border-dotted"
              />
            )}
            <span aria-hidden="true" className={cx('mt-1.5 size-3 shrink-0 rounded-full', DOTS[state])} />
            <div className="min-w-0">
              <p className="font-semibold">{t(`timeline.${state}`)}</p>
              {reason !== null && <p className="text-ink-2">{t(`reason.${reason}`)}</p>}
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
