import { Link } from '@tanstack/react-router'
import { Copy, ExternalLink } from 'lucide-react'
import { serverNow } from '../../../api/api.ts'
import { formatDate } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatDayRange } from '../../../i18n/lazy-formats.ts'
import { paths } from '../../../paths.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { cx } from '../../../ui/cx.ts'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { Strip } from '../../../ui/strip.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { OrderData } from '../detail/order-view.tsx'
import { TONES } from '../order-state.ts'
import { confirmedAt, DELIVERY_DAYS, expectedDelivery, sinceOf, STAGES, stagesDone } from './delivery.ts'
import type { Prize } from './delivery.ts'

type DeliveryTicketProps = { data: OrderData; prize: Prize }

/** The parcel as a ticket: the product and when it comes above the cut, the carrier below it. */
export function DeliveryTicket({ data, prize }: DeliveryTicketProps) {
  const { t } = useTranslation(['prize', 'order'])
  return (
    <Ticket
      facts={
        <>
          <Product data={data} prize={prize} />
          <When prize={prize} />
          <div
            role="img"
            aria-label={t('stage', {
              done: stagesDone(prize),
              all: STAGES,
              state: t(`order:status.${prize.status}`),
            })}
          >
            <Strip
              stubs={STAGES}
              fills={[{ part: stagesDone(prize) / STAGES, className: 'bg-sold' }]}
              height="h-2.25"
              className="mt-3"
            />
          </div>
        </>
      }
      yours={
        prize.shipment === null ? (
          <p className="text-ink-2">{t('packing')}</p>
        ) : (
          <Carrier {...prize.shipment} />
        )
      }
    />
  )
}

function Product({ data: { order, code }, prize }: DeliveryTicketProps) {
  const { t } = useTranslation(['prize', 'order'])
  const { card } = order
  return (
    <div className="flex gap-3.5">
      <Portrait
        art={card.product.art}
        tile={card.product.tile}
        image={card.product.image}
        lazy={false}
        className="rounded-tile w-18 shrink-0 self-start"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
          <h2 className="text-lead min-w-32 flex-1 break-words">
            <bdi>{card.product.title}</bdi>
          </h2>
          <StatusPill tone={TONES[prize.status]} dot={prize.status === 'disputed'}>
            {t(`order:status.${prize.status}`)}
          </StatusPill>
        </div>
        <p className="text-ink-2 mt-0.5 flex flex-wrap gap-x-1.5">
          {card.drawnAt !== null && (
            <span>{t('ticket.won', { date: formatDate(card.drawnAt, activeLanguage()) })}</span>
          )}
          {code !== null && <Code className="text-gold-ink font-semibold">{code}</Code>}
        </p>
        <Link
          {...paths.goods(card.issue)}
          className="text-cap text-brand inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
        >
          <span>
            {t('order:issue')} <Code className="underline underline-offset-4">{card.issue}</Code>
          </span>
        </Link>
      </div>
    </div>
  )
}

/** When it is expected; once it is there, since when. */
function When({ prize }: { prize: Prize }) {
  const { t } = useTranslation('prize')
  const language = activeLanguage()
  const { status, shipment } = prize
  const since = confirmedAt(prize)
  const delivered = shipment?.deliveredAt ?? null
  if (status === 'received' || status === 'completed') {
    const at = prize.timeline.findLast(({ state }) => state === 'received')?.at ?? sinceOf(prize)
    return at === null ? null : <Fact name={t('ticket.received')} value={formatDate(at, language)} />
  }
  if (delivered !== null) return <Fact name={t('ticket.delivered')} value={formatDate(delivered, language)} />
  if (since === null) return null
  const { from, to, day, isLate } = expectedDelivery(since, serverNow())
  return (
    <>
      <Fact
        name={t(isLate ? 'ticket.late' : 'ticket.expected')}
        value={formatDayRange(from, to, language)}
        isLate={isLate}
        end={t('ticket.day', { day, least: DELIVERY_DAYS.least, most: DELIVERY_DAYS.most })}
      />
      {isLate && status !== 'disputed' && <p className="text-ink-2 mt-1">{t('ticket.lateText')}</p>}
    </>
  )
}

function Fact(fact: { name: string; value: string; isLate?: boolean; end?: string }) {
  const { name, value, isLate = false, end } = fact
  return (
    <div className="mt-4 flex flex-wrap items-end justify-between gap-x-4">
      <p className="min-w-0">
        <span className="text-ink-2 block">{name}</span>
        <span className={cx('text-head block', isLate && 'text-gold-ink')}>
          <bdi>{value}</bdi>
        </span>
      </p>
      {end !== undefined && <p className="text-cap text-ink-2 pb-1 text-end">{end}</p>}
    </div>
  )
}

function Carrier({ carrier, tracking, url }: NonNullable<Prize['shipment']>) {
  const { t } = useTranslation('prize')
  const copy = useCopy()
  return (
    <div className="flex items-center gap-2.5">
      <p className="min-w-0 flex-1">
        <span className="text-ink-2 block break-words">
          <bdi>{carrier}</bdi>
        </span>
        <Code className="text-lead break-all">{tracking}</Code>
      </p>
      <IconButton look="sunken" label={t('ticket.copy')} onClick={() => void copy(tracking)}>
        <Copy size={19} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {url !== null && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('ticket.track', { carrier })}
          className="press bg-sunken text-ink relative grid size-10 shrink-0 place-items-center rounded-full"
        >
          <span aria-hidden="true" className="absolute -inset-0.5" />
          <ExternalLink size={19} strokeWidth={1.8} aria-hidden="true" />
        </a>
      )}
    </div>
  )
}
