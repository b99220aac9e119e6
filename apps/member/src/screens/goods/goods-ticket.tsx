import { lazy, Suspense } from 'react'
import { hrefOf, paths } from '../../paths.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { hasAccount, wayIn } from '../../parts/auth/way-in.ts'
import { useMember } from '../../stores/session.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Sunrise } from '../../ui/layout/stage.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { ownSeat } from '../../parts/pk/own-seat.ts'
import { AfterLink } from './action-bar.tsx'
import { CashResult } from './cash/cash-result.tsx'
import { ClosedNotice } from './closed-notice.tsx'
import { GoodsHead } from './goods-head.tsx'
import { BuyPanel } from './purchase/buy-panel.tsx'
import { DrawStage } from './result/draw-stage.tsx'
import { DrawnResult } from './result/drawn-result.tsx'
import { IssueSheet, JoinedPicture, OwnCodes } from './share-card.tsx'
import type { WideGoodsProps } from './wide-goods.tsx'

const PkTable = lazy(() => import('./pk/pk-table.tsx').then((module) => ({ default: module.PkTable })))
const PkSeats = lazy(() => import('../../parts/pk/seats.tsx').then((module) => ({ default: module.Seats })))
const PkOr = lazy(() => import('../../parts/pk/seats.tsx').then((module) => ({ default: module.Or })))

/** The ticket beside the picture: the facts above the cut, what the member can do now below it. */
export function GoodsTicket(props: WideGoodsProps) {
  const { status } = props.issue.card
  const { seats } = props.issue.card
  const isOnStage = !props.isBuying && !props.revealed
  const drawing = isOnStage && (status === 'sold_out' || status === 'drawn')
  // the member waits alone at the table of a Double PK
  const alone = isOnStage && status === 'selling' && seats !== null && ownSeat(seats) !== undefined
  return (
    <Ticket
      facts={<Facts {...props} alone={alone} />}
      factsClass="desk:px-6 px-5 pt-4 pb-4"
      yours={<Lower {...props} drawing={drawing} alone={alone} />}
      yoursClass={
        drawing || alone
          ? 'desk:px-6 bg-stage! on-stage relative isolate overflow-hidden px-5 pt-6 pb-14'
          : 'desk:px-6 px-5 pt-4 pb-4'
      }
    />
  )
}

function Facts({ issue, revealed, alone }: WideGoodsProps & { alone: boolean }) {
  const { t } = useTranslation('goods')
  const { card } = issue
  return (
    <>
      <GoodsHead issue={issue} revealed={revealed} />
      <div className="mt-4">
        <div className="goods-unfolded">
          {card.seats === null || revealed ? (
            <IssueSheet issue={issue} revealed={revealed} />
          ) : alone ? null : (
            <Suspense>
              <PkSeats seats={card.seats} middle={<PkOr />} />
            </Suspense>
          )}
        </div>
        <div className="goods-folded">
          <ShareStrip
            name={card.product.title}
            sold={card.sold}
            total={card.shares}
            mine={card.mine}
            stubs={24}
            className="h-2.25"
          />
          <p className="text-cap text-ink-2 mt-1.5">
            {t('soldOf', { sold: formatNumber(card.sold), total: formatNumber(card.shares) })}
          </p>
        </div>
      </div>
      {!revealed && (card.seats === null || card.mine > 0) && (
        <div className="text-cap mt-2 -mb-2">
          <OwnCodes issue={issue} inline />
          {!alone && <JoinedPicture issue={issue} />}
        </div>
      )}
    </>
  )
}

function Lower(props: WideGoodsProps & { drawing: boolean; alone: boolean }) {
  const { t } = useTranslation('goods')
  const { issue, form, isBuying, revealed, drawing, alone, roll, onRolled } = props
  if (isBuying) return <BuyPanel {...form} />
  if (alone && issue.card.seats !== null) {
    return (
      <Suspense>
        <PkTable issue={issue} seats={issue.card.seats} />
      </Suspense>
    )
  }
  if (drawing) {
    return (
      <>
        <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
          <Sunrise at={{ bottom: -22 }} sun={46} first={66} step={26} rings={12} />
        </div>
        <DrawStage
          issue={issue}
          roll={roll}
          onRolled={onRolled}
          action={
            <ButtonLink {...paths.draw(issue.card.issue)} tone="gold" size="lg" wide className="mt-1">
              {t('draw.watch')}
            </ButtonLink>
          }
        />
      </>
    )
  }
  if (revealed) {
    return (
      <div className="flex flex-col gap-3">
        <CashResult issue={issue} />
        <DrawnResult issue={issue} />
        {issue.selling !== null && issue.card.mine === 0 && <AfterLink issue={issue} />}
      </div>
    )
  }
  return <Closed {...props} />
}

/** Nothing can be bought: the visitor is not logged in, or the issue is not on sale. */
function Closed({ issue, form }: WideGoodsProps) {
  const { t } = useTranslation('goods')
  const member = useMember()
  const { card } = issue
  if (card.status === 'selling' && member === null) {
    return (
      <ButtonLink {...wayIn(hrefOf(paths.goods(card.issue, form.quantity)))} tone="gold" size="lg" wide>
        {t(hasAccount() ? 'bar.logIn' : 'bar.register')}
      </ButtonLink>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <ClosedNotice issue={issue} />
      <AfterLink issue={issue} />
    </div>
  )
}
