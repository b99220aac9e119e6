import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatDay } from '../../../i18n/lazy-formats.ts'
import { rateText } from '../../../parts/growth/rate-text.ts'
import type { Vip } from '../../../parts/growth/use-vip.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ExactMoney, Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../../ui/values/status-pill.tsx'

const TONES: Record<Vip['refunds'][number]['state'], StatusTone> = {
  queued: 'wait',
  paid: 'ok',
  void: 'quiet',
}

/** The refunds of lost orders, one row for each day that had some. */
export function RefundList({ vip }: { vip: Vip }) {
  const { t } = useTranslation('vip')
  return (
    <Card pad="none">
      <div className="px-4 pt-4">
        <h2 className="text-title">{t('refund.title')}</h2>
        <p className="text-ink-2 mt-1">{t('refund.text')}</p>
      </div>
      {vip.refunds.length === 0 ? (
        <p className="text-ink-2 px-4 pt-3 pb-4">{t('refund.none')}</p>
      ) : (
        <ul className="divide-line mt-2 divide-y">
          {vip.refunds.map(({ day, orders, basis, rate, amount, state }) => (
            <li key={day} className="flex items-start justify-between gap-3 px-4 py-3">
              <div className="min-w-0">
                <p className="font-semibold">{formatDay(day, activeLanguage())}</p>
                <p className="text-cap text-ink-2">{t('refund.orders', { count: orders })}</p>
                <p className="text-cap text-ink-2">
                  <bdi dir="ltr">
                    <Money amount={basis} /> × <Code>{rateText(rate)}</Code>
                  </bdi>
                </p>
              </div>
              <div className="flex shrink-0 flex-col items-end gap-1">
                <ExactMoney amount={amount} signed className="text-lead font-bold" />
                <StatusPill tone={TONES[state]}>{t(`refund.${state}`)}</StatusPill>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
