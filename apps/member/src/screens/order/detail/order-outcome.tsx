import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber, formatPercent, formatSold } from '../../../i18n/format.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Num } from '../../../ui/values/num.tsx'
import { ShareStrip } from '../../../parts/shares/share-strip.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'
import { WitnessMark } from '../../../parts/shares/witness-mark.tsx'
import { useDue } from '../../../parts/shares/use-due.ts'
import { WinningCode } from '../../../parts/shares/winning-code.tsx'
import { CashWon } from '../../../parts/tiers/cash-won.tsx'
import { TierCard } from '../../../parts/tiers/tier-card.tsx'
import type { OrderData } from './order-view.tsx'

const SUN = { at: { bottom: -14 }, sun: 44, first: 66, step: 25, rings: 11 } as const

/** An order's outcome so far: selling, drawing, not won, refunded; and the code of a win, for members who watched the wait. */
export function Outcome({ data, roll }: { data: OrderData; roll: boolean }) {
  const { t } = useTranslation('order')
  const { order, code } = data
  switch (order.status) {
    case 'processing':
      return <Notice tone="warn">{t('processing')}</Notice>
    case 'refunded':
      return <Notice>{t(whyRefunded(data))}</Notice>
    case 'awaiting_draw':
      return order.card.status === 'selling' ? <Selling data={data} /> : <Drawing data={data} />
    case 'not_won':
    case 'won':
    case 'address_confirmed':
    case 'in_delivery':
    case 'disputed':
    case 'received':
    case 'completed':
    case 'recycled':
      return code === null ? <Drawing data={data} /> : <Drawn data={data} code={code} roll={roll} />
  }
}

/** A drawn issue refunds only in favour of the members. */
function whyRefunded({ order, afterLoss }: OrderData) {
  const { lost, unwitnessed, beaconDead, status } = order.card
  if (lost) return 'lost'
  if (unwitnessed) return 'unwitnessed'
  if (beaconDead) return 'beacon'
  if (status !== 'drawn') return 'refunded'
  return afterLoss === true ? 'favourLost' : 'favour'
}

function Selling({ data: { order } }: { data: OrderData }) {
  const { t } = useTranslation('order')
  const { card } = order
  return (
    <Card>
      <h2 className="text-lead">{t('selling.title')}</h2>
      <p className="text-ink-2 mt-0.5">{t('selling.text')}</p>
      <ShareStrip
        name={card.product.title}
        sold={card.sold}
        total={card.shares}
        mine={card.mine}
        stubs={24}
        className="mt-3 h-2.25"
      />
      <p className="text-cap mt-2 flex justify-between gap-3">
        <span className="text-ink-2">{t('selling.sold', { rate: formatSold(card.sold, card.shares) })}</span>
        <span className="font-semibold">{t('selling.left', { count: card.shares - card.sold })}</span>
      </p>
      {card.closesAt !== null && (
        <p className="text-ink-2 mt-2 flex flex-wrap items-baseline gap-x-2">
          {t('selling.closes')}
          <Countdown until={card.closesAt} label={t('selling.closes')} className="text-ink" />
        </p>
      )}
    </Card>
  )
}

function Drawing({ data: { order } }: { data: OrderData }) {
  const { t } = useTranslation('order')
  const { drawAt, shares } = order.card
  const awaitsWitness = order.card.awaitsWitness && drawAt === null
  const [due, setDue] = useDue(drawAt)
  const title = drawAt !== null ? (due ? 'draw.now' : 'drawIn') : awaitsWitness ? 'witness' : 'sealing'
  return (
    <Stage label={t('draw.label')} sunrise={SUN} className="px-4 pt-5 pb-9 text-center">
      <p className="text-on-brand-2">{t('draw.allSold', { count: shares })}</p>
      <h2 className="text-lead mt-1">{t(title)}</h2>
      <div className="mt-3">
        {awaitsWitness ? (
          <WitnessMark />
        ) : drawAt === null || due ? (
          <WinningCode code={null} />
        ) : (
          <Countdown until={drawAt} onEnd={setDue} look="cells" label={t('drawIn')} />
        )}
      </div>
      {awaitsWitness && <p className="mx-auto mt-4 max-w-96 text-pretty">{t('witnessText')}</p>}
    </Stage>
  )
}

function Drawn({ data, code, roll }: { data: OrderData; code: number; roll: boolean }) {
  const { t } = useTranslation('order')
  const [shown, setShown] = useState(!roll)
  const { card, prizes } = data.order
  return (
    <>
      <Stage label={t('draw.label')} sunrise={SUN} className="px-4 pt-5 pb-9 text-center">
        <h2 className="text-on-brand-2">{t('draw.code')}</h2>
        <div className="mt-3">
          <WinningCode code={code} roll={roll} onDone={() => setShown(true)} />
        </div>
      </Stage>
      <div role="status">
        {shown && prizes.length > 0 && <CashWon tiers={card.tiers} won={prizes} />}
        {shown && data.prize === null && prizes.length === 0 && <NotWon data={data} />}
      </div>
      {shown && <TierCard tiers={card.tiers} shares={card.shares} winning={code} won={prizes} />}
    </>
  )
}

/** Grey, because nothing went wrong. */
function NotWon({ data: { order } }: { data: OrderData }) {
  const { t } = useTranslation('order')
  const { quantity, card } = order
  return (
    <Card>
      <h2 className="text-lead">{t('notWon.title')}</h2>
      <p className="text-ink-2 mt-0.5">{t('notWon.text', { count: quantity })}</p>
      <p className="text-ink-2 mt-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{t('notWon.chance', { total: formatNumber(card.shares), count: quantity })}</span>
        <Num value={formatPercent((quantity / card.shares) * 100)} className="text-ink font-semibold" />
      </p>
    </Card>
  )
}
