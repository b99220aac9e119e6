import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { OrderCodes } from '../codes/order-codes.tsx'
import { isWaiting, SINGLE_CODES, TONES } from '../order-state.ts'
import type { OrderData } from './order-view.tsx'

const OrderCodesSheet = lazy(() =>
  import('../codes/order-codes-sheet.tsx').then((module) => ({ default: module.OrderCodesSheet })),
)

/** The product above the cut, the codes below it. */
export function OrderTicket({ data: { order, code } }: { data: OrderData }) {
  const { t } = useTranslation('order')
  const { card, status } = order
  return (
    <Ticket
      facts={
        <div className="flex gap-4">
          <Portrait
            art={card.product.art}
            tile={card.product.tile}
            image={card.product.image}
            lazy={false}
            className="rounded-tile w-24 shrink-0 self-start"
          />
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
            <StatusPill tone={TONES[status]} dot={isWaiting(status)}>
              {t(`status.${status}`)}
            </StatusPill>
            <h2 className="text-lead break-words">
              <bdi>{card.product.title}</bdi>
            </h2>
            <Link
              {...paths.goods(card.issue)}
              className="text-brand inline-block py-0.5 font-semibold underline underline-offset-4"
            >
              {t('issue')} <Code className="underline underline-offset-4">{card.issue}</Code>
            </Link>
          </div>
        </div>
      }
      yours={<OwnCodes order={order} code={code} />}
    />
  )
}

/** The codes of an order, as a card of their own where a prize is shown above. */
export function CodesCard(data: Pick<OrderData, 'order' | 'code'>) {
  return (
    <Card>
      <OwnCodes {...data} />
    </Card>
  )
}

function OwnCodes({ order, code }: Pick<OrderData, 'order' | 'code'>) {
  const { t } = useTranslation('order')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const { first, quantity } = order
  if (first === null) return <p className="text-ink-2">{t('codes.none')}</p>
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-ink-2 font-medium">{t('codes.title')}</h3>
        {quantity > SINGLE_CODES && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              setWanted(true)
              setOpen(true)
            }}
            className="text-brand -my-2 min-h-11 font-semibold"
          >
            {t('codes.all')}
          </button>
        )}
      </div>
      <div className="mt-2">
        <OrderCodes first={first} quantity={quantity} won={code} />
      </div>
      {wanted && (
        <Suspense>
          <OrderCodesSheet open={open} onOpenChange={setOpen} first={first} quantity={quantity} won={code} />
        </Suspense>
      )}
    </>
  )
}
