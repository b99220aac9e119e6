import { Link } from '@tanstack/react-router'
import { formatSold } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { CodeChip } from '../../../parts/shares/code-chip.tsx'
import { ShareStrip } from '../../../parts/shares/share-strip.tsx'
import { sumOf } from '../../../parts/tiers/odds.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { cx } from '../../../ui/cx.ts'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { isWaiting, TONES } from '../order-state.ts'
import type { OrderIssue } from '../order-state.ts'

type IssueCardProps = {
  group: OrderIssue
  /** the first win of the list that waits for a choice: it is the gold action */
  isFirst: boolean
}

/** An issue with the member's orders, as one link to the newest of them, whose page has the next step and the other orders. */
export function IssueCard({ group, isFirst }: IssueCardProps) {
  const { t } = useTranslation('order')
  const { card, items, status } = group
  const { product } = card
  const [newest] = items
  const isWin = status === 'won'
  const title = (
    <h2 className="text-lead line-clamp-1 break-all">
      <bdi>{product.title}</bdi>
    </h2>
  )
  return (
    <div
      className={cx(
        'rounded-card lift relative flex items-center gap-3 p-3.5',
        isWin && isFirst ? 'bg-gold text-on-gold' : 'bg-surface',
      )}
    >
      <Portrait
        art={product.art}
        tile={product.tile}
        image={product.image}
        className="rounded-tile w-16 shrink-0"
      />
      <div className="min-w-0 flex-1">
        {newest === undefined ? (
          title
        ) : (
          <Link
            {...paths.order(newest.order)}
            // a win says what is to be done
            aria-label={isWin ? t('step.of', { step: t('step.prize'), name: product.title }) : undefined}
            className="cover rounded-card"
          >
            {title}
          </Link>
        )}
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <Held group={group} />
          <State group={group} isFirst={isFirst} />
        </div>
        {status === 'awaiting_draw' && card.status === 'selling' && (
          <ShareStrip
            name={product.title}
            sold={card.sold}
            total={card.shares}
            mine={card.mine}
            stubs={20}
            className="mt-2"
          />
        )}
      </div>
    </div>
  )
}

/** What the member holds or has won. */
function Held({ group }: { group: OrderIssue }) {
  const { t } = useTranslation(['order', 'tiers'])
  const money = useMoneyText()
  const { card, status, shares, amount, items } = group
  const cash = items.flatMap(({ prizes }) => prizes)
  if (cash.length > 0)
    return (
      <p className="text-gold-ink text-cap font-bold">
        {t('tiers:won.title', { amount: money(sumOf(cash), 'price') })}
      </p>
    )
  if (status === 'won' && card.winner !== null) return <CodeChip code={card.winner.code} won />
  const isSelling = status === 'awaiting_draw' && card.status === 'selling'
  return (
    <p className="text-cap text-ink-2">
      {t('group.shares', { count: shares })} ·{' '}
      {isSelling ? (
        t('selling.sold', { rate: formatSold(card.sold, card.shares) })
      ) : (
        <Money amount={amount} form="price" />
      )}
    </p>
  )
}

/** The state as a pill: of an issue that is not drawn, how far it is; of a win, what the member does next. */
function State({ group: { card, status }, isFirst }: IssueCardProps) {
  const { t } = useTranslation('order')
  if (status === 'won')
    return (
      <span
        aria-hidden="true"
        className={cx(
          'inline-flex min-h-8 items-center rounded-full px-3.5 font-semibold',
          isFirst ? 'bg-on-gold text-gold' : 'bg-brand text-on-brand',
        )}
      >
        {t('step.prize')}
      </span>
    )
  if (status === 'awaiting_draw') {
    if (card.status === 'selling') return <StatusPill tone="brand">{t('group.selling')}</StatusPill>
    if (card.drawAt !== null)
      return (
        <StatusPill tone="wait">
          {t('drawIn')} <Countdown until={card.drawAt} label={t('drawIn')} />
        </StatusPill>
      )
  }
  return (
    <StatusPill tone={TONES[status]} dot={isWaiting(status)}>
      {t(`status.${status}`)}
    </StatusPill>
  )
}
