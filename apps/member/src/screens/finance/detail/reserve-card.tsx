import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Money } from '../../../ui/values/money.tsx'
import type { FinanceDetail } from '../buy/use-buy-form.ts'
import { ReserveLine } from './reserve-line.tsx'

/** The reserve against what it is bound for now, and against the interest that was owed on the last 90 days. */
export function ReserveCard({ detail: { product, days } }: { detail: FinanceDetail }) {
  const { t } = useTranslation('finance')
  const { reserve, liability, rebates } = product
  const free = parseMoney(reserve) - parseMoney(liability) - parseMoney(rebates)
  return (
    <Card>
      <h2 className="text-title">{t('reserve.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('reserve.text')}</p>
      <dl className="mt-3 flex flex-col gap-1.5">
        <Figure name={t('reserve.reserve')} mark="bg-brand-soft border-brand border-t-[3px]">
          <Money amount={reserve} className="font-bold" />
        </Figure>
        <Figure name={t('reserve.liability')} mark="bg-sold">
          <Money amount={liability} className="font-bold" />
        </Figure>
        <Figure name={t('reserve.rebates')}>
          <Money amount={rebates} />
        </Figure>
        <Figure name={t('reserve.free')}>
          <Money amount={formatMoney(free)} />
        </Figure>
      </dl>
      <ReserveLine days={days} />
      <p className="text-cap text-ink-2">{t('reserve.log')}</p>
    </Card>
  )
}

/** @param mark how the picture shows it */
function Figure({ name, mark, children }: { name: string; mark?: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="text-ink-2 flex items-center gap-2.5">
        <span aria-hidden="true" className={cx('size-4 shrink-0', mark)} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
