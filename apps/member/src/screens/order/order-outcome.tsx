import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber, formatPercent, formatSold } from '../../i18n/format.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Num } from '../../ui/values/num.tsx'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { WitnessMark } from '../../parts/shares/witness-mark.tsx'
import { useDue } from '../../parts/shares/use-due.ts'
import { WinningCode } from '../../parts/shares/winning-code.tsx'
import type { OrderData } from './order-view.tsx'

const SUN = { at: { bottom: -14 }, sun: 44, first: 66, step: 25, rings: 11 } as const

/** The order's outcome so far: selling, drawing, won, not won, refunded. */
export function Outcome({ data, roll }: { data: OrderData; roll: boolean }) {
  const { t } = useTranslation('order')
  const { order, code } = data
  switch (order.status) {
    case 'processing':
      return <Notice tone="warn">{t('processing')}</Notice>
    case 'refunded':
      return <Notice>{t(order.card.lost ? 'lost' : 'refunded')}</Notice>
    case 'awaiting_draw':
      return order.card.status === 'selling' ? <Selling data={data} /> : <Drawing data={data} />
    case 'won':
    case 'not_won':
      return code === null ? <Drawing data={data} /> : <Drawn data={data} code={code} roll={roll} />
  }
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
  const won = data.order.status === 'won'
  return (
    <>
      <Stage label={t('draw.label')} sunrise={SUN} className="px-4 pt-5 pb-9 text-center">
        <h2 className="text-on-brand-2">{t('draw.code')}</h2>
        <div className="mt-3">
          <WinningCode code={code} roll={roll} onDone={() => setShown(true)} />
        </div>
      </Stage>
      <div role="status">{shown && (won ? <Won code={code} /> : <NotWon data={data} />)}</div>
    </>
  )
}

/** The prize in gold, with what this version of the app cannot do yet. */
function Won({ code }: { code: number }) {
  const { t } = useTranslation('order')
  return (
    <div className="bg-gold text-on-gold rounded-card flex items-start gap-4 p-4">
      <span className="bg-on-gold text-gold grid size-12 shrink-0 place-items-center rounded-full">
        <Trophy size={24} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <h2 className="text-lead font-bold">{t('won.title')}</h2>
        <p>{t('won.code', { code: String(code) })}</p>
        <p className="mt-2">{t('won.next')}</p>
      </div>
    </div>
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
