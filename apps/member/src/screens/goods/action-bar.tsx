import { useTranslation } from '../../i18n/i18n.ts'
import { hrefOf, paths } from '../../paths.ts'
import { hasAccount, wayIn } from '../../parts/auth/way-in.ts'
import { useMember } from '../../stores/session.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { useMoneyBlock } from '../../parts/guard/use-money-block.ts'
import { ownSeat } from '../../parts/pk/own-seat.ts'
import { formatPercent } from '../../i18n/format.ts'
import { luckyDraws } from '../../parts/tiers/odds.ts'
import { Num } from '../../ui/values/num.tsx'
import { buyable } from './purchase/purchase-math.ts'
import type { Issue } from './use-issue.ts'

/** The button that opens the buy sheet. */
export const BUY_ID = 'buy'

type ActionBarProps = {
  issue: Issue
  /** wire amount; null while it is not known */
  balance: string | null
  onBuy: () => void
  /** the result may be shown, because it has finished rolling */
  revealed: boolean
}

/** The main action for the issue in its current state. */
export function ActionBar({ issue, balance, onBuy, revealed }: ActionBarProps) {
  const { card } = issue
  if (card.status === 'selling') return <SellingBar issue={issue} balance={balance} onBuy={onBuy} />
  if (card.status === 'sold_out' || (card.status === 'drawn' && !revealed))
    return <WaitingBar issue={issue} />
  return <AfterBar issue={issue} />
}

function SellingBar({ issue, balance, onBuy }: Omit<ActionBarProps, 'revealed'>) {
  const { t } = useTranslation(['goods', 'ui'])
  const online = useOnline()
  const member = useMember()
  const block = useMoneyBlock()
  const money = useMoneyText()
  const { card, maxPerMember } = issue
  if (member === null) {
    return (
      <Row
        start={
          <Figure
            name={t(card.seats === null ? 'perShare' : 'perSeat')}
            amount={card.seats?.price ?? card.price}
            price
          />
        }
      >
        <ButtonLink {...wayIn(hrefOf(paths.goods(card.issue, 1)))} tone="gold" size="lg" wide>
          {t(hasAccount() ? 'bar.logIn' : 'bar.register')}
        </ButtonLink>
      </Row>
    )
  }
  const { count, limit } = buyable({ ...card, maxPerMember })
  const nothingLeft =
    limit === 'max' ? t('buy.atMax', { count: maxPerMember }) : t('draw.allSold', { count: card.shares })
  const soldOut = count === 0 ? nothingLeft : undefined
  const why = online ? (block?.text ?? soldOut) : t('ui:offline.money')
  if (card.seats && ownSeat(card.seats))
    return (
      <Row start={null}>
        <ButtonLink {...paths.mall({ mode: 'pk' })} tone="sunken" size="lg" wide>
          {t('bar.tables')}
        </ButtonLink>
      </Row>
    )
  return (
    <Row
      start={
        card.tiers.length > 0 ? (
          <OneShare card={card} />
        ) : (
          balance !== null && <Figure name={t('balance')} amount={balance} />
        )
      }
    >
      <Button id={BUY_ID} tone="gold" size="lg" wide onClick={onBuy} why={why} aria-haspopup="dialog">
        {card.seats === null ? t('bar.buy') : t('bar.seat', { amount: money(card.seats.price, 'price') })}
      </Button>
    </Row>
  )
}

function WaitingBar({ issue: { card } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const running = card.status === 'sold_out' && card.drawAt !== null
  return (
    <Row
      start={
        <div className="min-w-0">
          <p className="text-cap text-ink-2">
            {t(running ? 'draw.in' : card.awaitsWitness ? 'draw.witness' : 'draw.soon')}
          </p>
          {running && card.drawAt !== null && (
            <Countdown until={card.drawAt} label={t('draw.in')} className="text-lead" />
          )}
        </div>
      }
    >
      <ButtonLink {...paths.draw(card.issue)} tone="gold" size="lg" wide>
        {t('draw.watch')}
      </ButtonLink>
    </Row>
  )
}

function AfterBar({ issue }: { issue: Issue }) {
  return (
    <Row start={null}>
      <AfterLink issue={issue} />
    </Row>
  )
}

/** After the draw: the product's issue on sale, else the mall. A member who did not win is offered no other issue. */
export function AfterLink({ issue: { card, selling } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  if (selling !== null && card.mine === 0) {
    return (
      <ButtonLink {...paths.goods(selling)} tone="gold" size="lg" wide>
        {t('bar.joinNext')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink {...paths.mall()} tone="sunken" size="lg" wide>
      {t('bar.mall')}
    </ButtonLink>
  )
}

function Row({ start, children }: { start: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {start}
      <div className="min-w-40 flex-1">{children}</div>
    </div>
  )
}

/** The chance of a cash prize with one share. */
function OneShare({ card: { tiers, shares } }: Pick<Issue, 'card'>) {
  const { t } = useTranslation('tiers')
  return (
    <div className="min-w-0">
      <p className="text-cap text-ink-2">{t('any', { count: 1 })}</p>
      <p className="text-lead font-bold">
        <Num value={formatPercent((luckyDraws(tiers, shares, 1) / shares) * 100)} />
      </p>
    </div>
  )
}

function Figure({ name, amount, price = false }: { name: string; amount: string; price?: boolean }) {
  return (
    <div className="min-w-0">
      <p className="text-cap text-ink-2 flex flex-wrap items-center gap-1.5">
        {name} <PlayMoneyBadge />
      </p>
      <p className="text-lead font-bold">
        <Money amount={amount} form={price ? 'price' : 'exact'} />
      </p>
    </div>
  )
}
