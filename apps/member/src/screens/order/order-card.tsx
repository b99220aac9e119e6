import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { ExactMoney } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { OrderCodes } from './order-codes.tsx'
import type { Order } from './order-state.ts'
import { nextStep, TONES } from './order-state.ts'

/** One order: product, codes, state and next step. */
export function OrderCard({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const { card, status } = order
  return (
    <Ticket
      className="relative"
      factsClass="p-3"
      yoursClass="px-3 pt-3 pb-3"
      facts={
        <div className="flex gap-3">
          <Portrait
            art={card.product.art}
            tile={card.product.tile}
            className="rounded-tile w-21 shrink-0 self-start"
          />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
              <StatusPill tone={TONES[status]} dot={status === 'awaiting_draw' || status === 'processing'}>
                {t(`status.${status}`)}
              </StatusPill>
              <span className="text-cap text-ink-2">
                <Ago at={order.at} />
              </span>
            </div>
            <h2 className="text-lead line-clamp-2 break-words">
              <Link {...paths.order(order.order)} className="cover">
                {card.product.title}
              </Link>
            </h2>
            <p className="text-cap text-ink-2">
              {t('issue')} <Code>{card.issue}</Code>
            </p>
            <OrderCodes first={order.first} quantity={order.quantity} won={card.winner?.code ?? null} />
          </div>
        </div>
      }
      yours={
        <>
          <Waiting order={order} />
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <p className="text-ink-2 relative">
              {t('paid')} <ExactMoney amount={order.amount} className="text-ink font-bold" />
            </p>
            <Step order={order} />
          </div>
        </>
      }
    />
  )
}

/** The issue's progress, or the time until its draw. */
function Waiting({ order: { status, card } }: { order: Order }) {
  const { t } = useTranslation('order')
  if (status !== 'awaiting_draw') return null
  if (card.status === 'selling') {
    return (
      <ShareStrip
        name={card.product.title}
        sold={card.sold}
        total={card.shares}
        mine={card.mine}
        stubs={20}
        className="mb-3"
      />
    )
  }
  return (
    <p className="mb-2 flex flex-wrap items-baseline gap-x-2 font-medium">
      {card.drawAt === null ? (
        t(card.awaitsWitness ? 'witness' : 'sealing')
      ) : (
        <>
          {t('drawIn')} <Countdown until={card.drawAt} label={t('drawIn')} />
        </>
      )}
    </p>
  )
}

function Step({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const step = nextStep(order)
  const { issue, product } = order.card
  const to =
    step === 'calculation'
      ? paths.calculation(issue)
      : step === 'watch'
        ? paths.draw(issue)
        : paths.goods(issue)
  return (
    <ButtonLink
      {...to}
      size="sm"
      tone={step === 'watch' ? 'brand' : 'outline'}
      className="relative"
      aria-label={t('step.of', { step: t(`step.${step}`), name: product.title })}
    >
      {t(`step.${step}`)}
    </ButtonLink>
  )
}
