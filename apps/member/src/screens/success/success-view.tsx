import type { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { CODE_DROP_MS } from '../../page-timing.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Money } from '../../ui/values/money.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { SharePicture } from '../../parts/share-picture/share-picture.tsx'
import { joinedShare } from '../../parts/share-picture/shared.ts'
import { paidOf } from '../../parts/shares/paid.ts'
import { Stage } from '../../ui/layout/stage.tsx'
import { Perforation } from '../../ui/layout/ticket.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { NextSteps } from './what-next.tsx'

export type Order = Output<typeof orderDetail>['order']

const SUN = { at: { end: 58, top: 18 }, sun: 40, first: 62, step: 24, rings: 11 } as const
/** The number of codes that drop in one after another; the rest is a count. */
const SHOWN = 6

/** The stage with the codes, then what happens next. */
export function SuccessView({ order, dataAt }: { order: Order; dataAt: number }) {
  const { t } = useTranslation('success')
  const { card, quantity } = order
  const toDraw = card.status === 'sold_out' || card.status === 'drawn'
  const shared = card.status === 'drawn' ? null : joinedShare(card, order.first)
  return (
    <Page
      width="text"
      title={t('title')}
      nav={<NavBar />}
      bar={
        toDraw ? (
          <ButtonLink {...paths.draw(card.issue)} tone="gold" size="lg" wide>
            {t(card.status === 'drawn' ? 'seeDraw' : 'watch')}
          </ButtonLink>
        ) : (
          <ButtonLink {...paths.order(order.order)} tone="gold" size="lg" wide>
            {t('codes')}
          </ButtonLink>
        )
      }
      barLabel={t('bar')}
      dataAt={dataAt}
    >
      <div className="flex flex-col gap-5 pt-1">
        <Stage sunrise={SUN} label={t('stage')} className="px-5 pt-6 pb-6">
          <CircleCheck size={40} strokeWidth={1.8} className="text-gold" aria-hidden="true" />
          <h1 className="text-head mt-3 max-w-[75%]">
            {card.seats === null ? t('paid', { count: quantity }) : t('seat')}
          </h1>
          <p className="text-on-brand-2 mt-1">{card.product.title}</p>
          {card.seats !== null && <p className="mt-1">{t('half')}</p>}
          <p className="mt-3 flex flex-wrap items-center gap-2">
            <Money amount={paidOf(order)} className="text-title" />
            <PlayMoneyBadge onStage />
          </p>
          <div className="py-5">
            <Perforation className="-mx-5" />
          </div>
          <Codes order={order} />
        </Stage>
        <NextSteps order={order} />
        {shared && <SharePicture shared={shared} />}
        <div className="flex flex-wrap gap-3">
          {toDraw && (
            <ButtonLink {...paths.order(order.order)} tone="outline" className="flex-auto">
              {t('codes')}
            </ButtonLink>
          )}
          <ButtonLink {...paths.mall()} tone={toDraw ? 'sunken' : 'outline'} className="flex-auto">
            {t('keepLooking')}
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

function Codes({ order: { first, quantity } }: { order: Order }) {
  const { t } = useTranslation('success')
  if (first === null) {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner size={22} />
        {t('processing')}
      </p>
    )
  }
  const shown = Math.min(SHOWN, quantity)
  return (
    <>
      <h2 className="text-on-brand-2">{t('yourCodes')}</h2>
      <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-2">
        {Array.from({ length: shown }, (_, index) => (
          <li
            key={first + index}
            className="animate-drop bg-cell text-on-cell rounded-chip num text-lead grid min-h-10 place-items-center font-bold"
            style={{ animationDelay: `${index * CODE_DROP_MS}ms` }}
          >
            {first + index}
          </li>
        ))}
      </ul>
      {quantity > shown && (
        <p className="text-on-brand-2 animate-fade mt-2.5">
          {t('more', { count: quantity - shown, last: String(first + quantity - 1) })}
        </p>
      )}
      <p role="status" className="sr-only">
        {t('announce', { count: quantity })}
      </p>
    </>
  )
}
