import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ExactMoney, Money } from '../../../ui/values/money.tsx'
import { Code, Num } from '../../../ui/values/num.tsx'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { paidOf } from '../../../parts/shares/paid.ts'
import type { Order } from '../order-state.ts'

/** The payment: amount, shares, time. */
export function PaidCard({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  return (
    <Card>
      <h2 className="text-lead flex items-center justify-between gap-3">
        {t('payment.title')}
        <PlayMoneyBadge />
      </h2>
      <dl className="mt-1">
        <Line name={t('payment.price')}>
          <Money amount={order.card.price} form="price" />
        </Line>
        <Line name={t('payment.shares')}>
          <Num value={order.quantity} />
        </Line>
        {order.discount !== null && (
          <Line name={t('payment.voucher')}>
            <ExactMoney amount={`-${order.discount}`} />
          </Line>
        )}
        <Line name={t('payment.paid')}>
          <ExactMoney amount={paidOf(order)} className="text-lead font-bold" />
        </Line>
        <Line name={t('payment.from')}>{t('payment.wallet')}</Line>
        <Line name={t('payment.at')}>
          <bdi>{formatDateTime(order.at, activeLanguage())}</bdi>
        </Line>
        {order.number !== null && (
          <Line name={t('payment.number')}>
            <span className="flex min-w-0 items-center gap-1">
              <Code className="min-w-0 break-all">{order.number}</Code>
              <CopyButton label={t('payment.copy')} text={order.number} />
            </span>
          </Line>
        )}
      </dl>
    </Card>
  )
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const copy = useCopy()
  return (
    <IconButton label={label} className="-my-2" onClick={() => void copy(text)}>
      <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
    </IconButton>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line flex items-center justify-between gap-4 border-b py-2.5 last:border-transparent last:pb-0">
      <dt className="text-ink-2 shrink-0">{name}</dt>
      <dd className="min-w-0 text-end font-medium">{children}</dd>
    </div>
  )
}
