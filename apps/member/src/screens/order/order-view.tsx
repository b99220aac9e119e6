import { goodsDetail } from '@fairlot/contract/endpoints/mall'
import type { orderDetail } from '@fairlot/contract/endpoints/mall'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { Outcome } from './order-outcome.tsx'
import { PaidCard } from './paid-card.tsx'
import { nextStep } from './order-state.ts'
import { ReceiptCard } from './receipt/receipt-card.tsx'
import { TagCard } from './tag-card.tsx'
import { Timeline } from './order-timeline.tsx'

export type OrderData = Output<typeof orderDetail>

/** An order in any state. */
export function OrderView({ data, dataAt }: { data: OrderData; dataAt: number }) {
  const { t } = useTranslation('order')
  const { order, tag, timeline } = data
  // The result rolls in for members who watched the wait. Others see it at once.
  const [waited, setWaited] = useState(false)
  if (order.status === 'awaiting_draw' && !waited) setWaited(true)
  return (
    <Page
      width="text"
      title={t('detail.title')}
      nav={<NavBar title={t('detail.title')} />}
      dataAt={dataAt}
      barLabel={t('detail.next')}
      bar={<Bar data={data} />}
    >
      <div className="flex flex-col gap-4 pt-2">
        <Outcome data={data} roll={waited} />
        <OrderTicket data={data} />
        <PaidCard order={order} />
        <Timeline steps={timeline} />
        <ReceiptCard data={data} />
        {tag !== null && <TagCard tag={tag} issue={order.card.issue} drawn={data.code !== null} />}
      </div>
    </Page>
  )
}

/** The next step and, for a finished order, a link to the product's issue on sale. */
function Bar({ data: { order } }: { data: OrderData }) {
  const { t } = useTranslation('order')
  const { issue } = order.card
  const step = nextStep(order)
  const over = order.status === 'not_won' || order.status === 'refunded'
  const { data: goods } = useRead(goodsDetail, { issue }, { enabled: over })
  const selling = over ? (goods?.selling ?? null) : null
  const label = t(`step.${step}`)
  const again =
    selling === null ? null : (
      <ButtonLink {...paths.goods(selling)} size="lg" tone="outline" className="flex-auto">
        {t('step.again')}
      </ButtonLink>
    )
  if (step === 'again') {
    return (
      again ?? (
        <ButtonLink {...paths.mall()} size="lg" tone="gold" wide>
          {t('step.mall')}
        </ButtonLink>
      )
    )
  }
  return (
    <div className="flex flex-wrap gap-2.5">
      <ButtonLink
        {...(step === 'calculation'
          ? paths.calculation(issue)
          : step === 'watch'
            ? paths.draw(issue)
            : paths.goods(issue))}
        size="lg"
        tone="gold"
        className="flex-auto"
      >
        {label}
      </ButtonLink>
      {again}
    </div>
  )
}
