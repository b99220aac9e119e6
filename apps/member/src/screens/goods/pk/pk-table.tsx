import { formatMoney, parseMoney, share } from '@fairlot/contract/money/money'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatDayTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage } from '../../../i18n/i18n.ts'
import { useDue } from '../../../parts/shares/use-due.ts'
import { Seats } from '../../../parts/pk/seats.tsx'
import { freeSeat, ownSeat } from '../../../parts/pk/own-seat.ts'
import type { SeatsData } from '../../../parts/pk/own-seat.ts'
import { SharePicture } from '../../../parts/share-picture/share-picture.tsx'
import { joinedShare } from '../../../parts/share-picture/shared.ts'
import { cx } from '../../../ui/cx.ts'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Money } from '../../../ui/values/money.tsx'
import type { Issue } from '../use-issue.ts'
import { LeaveSeat } from './leave-seat.tsx'

/** The most stubs of the board; a stub stands for an equal range of codes. */
const MOST_STUBS = 60

type PkTableProps = { issue: Issue; seats: SeatsData }

/** The table of a Double PK on the stage: the seats, the clock or the way out between them, the board, the prize. */
export function PkTable({ issue, seats }: PkTableProps) {
  const { t } = useTranslation('pk')
  const { card, recyclePercent } = issue
  const own = ownSeat(seats)
  const shared = joinedShare(card, own?.first)
  const cash = formatMoney(share(parseMoney(card.prizeValue), BigInt(recyclePercent), 100n))
  return (
    <div className="flex flex-col gap-6">
      <Seats seats={seats} onStage size={76} middle={<Middle issue={issue} />} />
      {card.status === 'selling' && own && (
        <div className="flex flex-col gap-2.5">
          {shared && <SharePicture shared={shared} look="stage" />}
          <LeaveSeat issue={card.issue} price={seats.price} />
        </div>
      )}
      <div className="bg-stage-raised rounded-card flex flex-col gap-3 p-4">
        <Board shares={card.shares} seats={seats} />
        <p className="border-stage-2 text-on-brand-2 flex flex-wrap justify-between gap-x-4 border-t border-dashed pt-3">
          <span>{t('takes')}</span>
          <span className="text-on-stage">
            {recyclePercent > 0 ? t('product') : t('productOnly')}
            {recyclePercent > 0 && (
              <>
                {' '}
                <Money amount={cash} className="font-bold" />
              </>
            )}
          </span>
        </p>
      </div>
      <Note issue={issue} seats={seats} />
    </div>
  )
}

/** The clock once both seats are taken; before, the chance. */
function Middle({ issue: { card } }: { issue: Issue }) {
  const { t } = useTranslation(['pk', 'goods'])
  const [due, setDue] = useDue(card.drawAt)
  const isSoldOut = card.status === 'sold_out'
  return (
    <div className="flex max-w-28 flex-col items-center text-balance">
      {isSoldOut && card.drawAt !== null && !due && (
        <>
          <p className="text-cap text-on-brand-2">{t('goods:draw.in')}</p>
          <Countdown until={card.drawAt} onEnd={setDue} label={t('goods:draw.in')} className="text-head" />
        </>
      )}
      {isSoldOut && (card.drawAt === null || due) && (
        <p className="font-semibold">{t(card.awaitsWitness ? 'goods:draw.witness' : 'goods:draw.soon')}</p>
      )}
      <p className="text-cap text-on-brand-2">{t('chance')}</p>
    </div>
  )
}

/** The codes of both seats, the lower half first. The caller's stubs are gold with a dot. */
function Board({ shares, seats: { places } }: { shares: number; seats: SeatsData }) {
  const count = Math.min(MOST_STUBS, shares)
  return (
    <div aria-hidden="true" className="grid grid-cols-20 gap-0.75">
      {Array.from({ length: count }, (_, index) => {
        const place = places[index * 2 < count ? 0 : 1]
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a stub has no identity but its position
          <span key={index} className={cx('sheet-stub grid place-items-center', stubClass(place))}>
            {place?.mine && <span className="bg-on-gold size-1.25 rounded-full" />}
          </span>
        )
      })}
    </div>
  )
}

function stubClass(place: SeatsData['places'][number] | undefined): string {
  if (place?.mine) return 'bg-gold'
  return place?.name === null ? 'border-on-brand-2 border border-dashed opacity-60' : 'bg-cell opacity-50'
}

function Note({ issue: { card, delay }, seats }: PkTableProps) {
  const { t } = useTranslation('pk')
  const until = card.closesAt === null ? '' : formatDayTime(card.closesAt, activeLanguage())
  const text =
    card.status === 'sold_out'
      ? t('both')
      : ownSeat(seats)
        ? t('alone', { time: until })
        : freeSeat(seats) && delay !== null
          ? t('rule', { count: delay, time: until })
          : t('ruleAtOnce', { time: until })
  return <p className="text-on-brand-2 text-center text-pretty">{text}</p>
}
