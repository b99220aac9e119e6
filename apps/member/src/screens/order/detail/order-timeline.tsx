import { Check } from 'lucide-react'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { cx } from '../../../ui/cx.ts'
import type { OrderData } from './order-view.tsx'

/** The order's history and future. The first step without a time is the next one. */
export function Timeline({ steps }: { steps: OrderData['timeline'] }) {
  const { t } = useTranslation('order')
  const final = (state: string) => state === 'refunded' || state === 'won' || state === 'not_won'
  const next = steps.findIndex(({ state, at }) => at === null && !final(state))
  return (
    <Card>
      <h2 className="text-lead">{t('timeline.title')}</h2>
      <ol className="mt-3">
        {steps.map(({ state, at }, index) => {
          const done = at !== null || final(state)
          const last = index === steps.length - 1
          return (
            <li key={state} aria-current={index === next ? 'step' : undefined} className="flex gap-3">
              <span aria-hidden="true" className="flex flex-col items-center">
                <span
                  className={cx(
                    'grid size-6 shrink-0 place-items-center rounded-full',
                    done ? 'bg-brand text-on-brand' : 'border-control border-2',
                  )}
                >
                  {done && <Check size={14} strokeWidth={3} />}
                </span>
                {!last && (
                  <span
                    className={cx('my-1 w-0.5 flex-1 rounded-full', done ? 'bg-brand' : 'bg-line-strong')}
                  />
                )}
              </span>
              <span className={cx('min-w-0 flex-1', !last && 'pb-5')}>
                <span className={cx('block font-semibold', !done && 'text-ink-2')}>
                  {t(`timeline.${state}`)}
                </span>
                <span className="text-cap text-ink-2 block">
                  {at !== null ? (
                    <bdi>{formatDateTime(at, activeLanguage())}</bdi>
                  ) : (
                    !done && t(index === next ? 'timeline.next' : 'timeline.later')
                  )}
                </span>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
