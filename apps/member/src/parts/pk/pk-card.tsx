import { Link } from '@tanstack/react-router'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { CardData } from '../goods-card/goods-card.tsx'
import { Or, Seats } from './seats.tsx'
import { ownSeat } from './own-seat.ts'
import type { SeatsData } from './own-seat.ts'

type PkCardProps = { card: CardData & { seats: SeatsData }; eager?: boolean }

/** A Double PK in the lobby: the product above the cut, the two seats and what can be done below it. One link. */
export default function PkCard({ card, eager = false }: PkCardProps) {
  const { t } = useTranslation('pk')
  const { product, seats } = card
  return (
    <article className="lift group rounded-card relative h-full">
      <Ticket
        className="h-full"
        factsClass="flex items-center gap-3.5 p-4"
        facts={
          <>
            <Portrait
              art={product.art}
              tile={product.tile}
              image={product.image}
              lazy={!eager}
              className="rounded-tile size-16 shrink-0"
            />
            <div className="min-w-0">
              <h3 className="text-lead line-clamp-2">
                <Link {...paths.goods(card.issue)} className="cover">
                  {product.title}
                </Link>
              </h3>
              <p className="text-cap text-ink-2">
                {t('prizeValue')} <Money amount={card.prizeValue} form="price" />
              </p>
              <State card={card} />
            </div>
          </>
        }
        yoursClass="flex flex-col gap-4 p-4"
        yours={
          <>
            <Seats seats={seats} middle={<Or />} />
            <span aria-hidden="true" className={buttonClass({ tone: toneOf(card), wide: true })}>
              <Action card={card} />
            </span>
          </>
        }
      />
    </article>
  )
}

const canSit = ({ status, seats }: PkCardProps['card']) => status === 'selling' && !ownSeat(seats)
const toneOf = (card: PkCardProps['card']) => (canSit(card) ? 'brand' : 'sunken')

function Action({ card }: { card: PkCardProps['card'] }) {
  const { t } = useTranslation('pk')
  const money = useMoneyText()
  if (card.status === 'drawn') return t('check')
  return canSit(card) ? t('take', { amount: money(card.seats.price, 'price') }) : t('toTable')
}

function State({ card }: { card: PkCardProps['card'] }) {
  const { t } = useTranslation('pk')
  if (card.winner !== null) {
    return (
      <p className="text-cap mt-1 font-semibold">
        <bdi>{card.winner.mine ? t('youWon') : t('won', { name: card.winner.name })}</bdi>
      </p>
    )
  }
  if (card.status === 'sold_out') {
    return (
      <p className="mt-1">
        <StatusPill tone="wait" dot>
          {t('drawing')}
        </StatusPill>
      </p>
    )
  }
  if (card.closesAt === null) return null
  return (
    <p className="text-cap text-ink-2">
      {t('until', { time: formatDayTime(card.closesAt, activeLanguage()) })}
    </p>
  )
}
