import { useTranslation } from '../../i18n/i18n.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { useMoneyBlock } from '../../parts/guard/use-money-block.ts'
import { buyable, rangeWith } from './purchase/purchase-math.ts'
import type { Issue } from './use-issue.ts'

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
  const { card, maxPerMember } = issue
  if (member === null) {
    return (
      <Row start={<Figure name={t('perShare')} amount={card.price} price />}>
        <ButtonLink {...paths.login({ next: hrefOf(paths.goods(card.issue, 1)) })} tone="gold" size="lg" wide>
          {t('bar.logIn')}
        </ButtonLink>
      </Row>
    )
  }
  const { count, limit } = buyable({ ...card, maxPerMember })
  const nothingLeft =
    limit === 'max' ? t('buy.atMax', { count: maxPerMember }) : t('draw.allSold', { count: card.shares })
  const soldOut = count === 0 ? nothingLeft : undefined
  const why = online ? (block?.text ?? soldOut) : t('ui:offline.money')
  return (
    <Row start={balance !== null && <Figure name={t('balance')} amount={balance} />}>
      <Button tone="gold" size="lg" wide onClick={onBuy} why={why} aria-haspopup="dialog">
        {t('bar.buy')}
      </Button>
    </Row>
  )
}

function WaitingBar({ issue: { card, selling } }: { issue: Issue }) {
  const { t } = useTranslation(['goods', 'ui'])
  const running = card.status === 'sold_out' && card.drawAt !== null
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex items-center gap-3">
        <span className="text-ink-2">
          {t(running ? 'draw.in' : card.awaitsWitness ? 'draw.witness' : 'draw.soon')}
        </span>
        {running && card.drawAt !== null && (
          <Countdown until={card.drawAt} look="large" label={t('draw.in')} />
        )}
      </div>
      {selling !== null && (
        <ButtonLink {...paths.goods(selling)} className="narrow:flex-none flex-auto">
          {t('bar.next')}
        </ButtonLink>
      )}
    </div>
  )
}

function AfterBar({ issue }: { issue: Issue }) {
  return (
    <Row start={null}>
      <AfterLink issue={issue} />
    </Row>
  )
}

/** After the draw: the winner's prize, else the product's issue on sale, else the mall. */
function AfterLink({ issue: { card, mine, selling } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const winning = card.winner?.mine ? rangeWith(mine, card.winner.code) : undefined
  if (winning) {
    return (
      <ButtonLink {...paths.order(winning.order)} tone="gold" size="lg" wide>
        {t('bar.prize')}
      </ButtonLink>
    )
  }
  if (selling !== null) {
    return (
      <ButtonLink {...paths.goods(selling)} tone="gold" size="lg" wide>
        {t('bar.joinNext')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink {...paths.mall()} size="lg" wide>
      {t('bar.mall')}
    </ButtonLink>
  )
}

function Row({ start, children }: { start: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {start}
      <div className="desk:max-w-md desk:ms-auto min-w-40 flex-1">{children}</div>
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
