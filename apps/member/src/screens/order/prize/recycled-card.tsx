import { Banknote } from 'lucide-react'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Money } from '../../../ui/values/money.tsx'
import type { OrderData } from '../detail/order-view.tsx'
import { answerOf, sinceOf } from './delivery.ts'
import type { Prize } from './delivery.ts'

/** The recycling value that was paid in place of the product. */
export function RecycledCard({ data, prize }: { data: OrderData; prize: Prize }) {
  const { t } = useTranslation('prize')
  const at = sinceOf(prize)
  const answer = answerOf(prize)
  return (
    <Card className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <span className="bg-ok-soft text-ok grid size-12 shrink-0 place-items-center rounded-full">
        <Banknote size={24} strokeWidth={1.8} aria-hidden="true" />
      </span>
      <div className="min-w-40 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2.5">
          <Money amount={prize.recycleAmount} className="text-head" />
          <PlayMoneyBadge />
        </h2>
        <p className="font-semibold">{t('recycled.title')}</p>
        <p className="text-ink-2">{t('recycled.text', { name: data.order.card.product.title })}</p>
        {answer !== null && (
          <p className="mt-1.5 break-words whitespace-pre-line">
            <bdi>{answer}</bdi>
          </p>
        )}
        {at !== null && (
          <p className="text-cap text-ink-2 mt-1">
            <bdi>{formatDateTime(at, activeLanguage())}</bdi>
          </p>
        )}
        <ButtonLink {...paths.statement()} size="sm" tone="sunken" className="mt-3">
          {t('recycled.statement')}
        </ButtonLink>
      </div>
    </Card>
  )
}
