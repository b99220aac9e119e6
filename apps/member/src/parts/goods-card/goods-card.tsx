import { Link } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import type { card } from '@fairlot/contract/endpoints/mall/shapes'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber, formatSold } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { CodeChip } from '../shares/code-chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/values/money.tsx'
import { ShareStrip } from '../shares/share-strip.tsx'

export type CardData = z.output<typeof card>

/** Below this fraction of shares left, the card highlights the count. */
const FEW_LEFT = 0.1

type GoodsCardProps = {
  card: CardData
  /** in view at once: its picture loads eagerly */
  eager?: boolean
  /** picture beside the text, across two columns: for the last card of an odd number */
  wide?: boolean
}

/** An issue in a grid: picture, progress and price, all one link. A drawn issue shows its winner. */
export function GoodsCard({ card, eager = false, wide = false }: GoodsCardProps) {
  return (
    <article
      className={cx(
        'lift group bg-surface rounded-card relative flex h-full flex-col overflow-hidden',
        wide && 'narrow:flex-row tab:flex-col',
      )}
    >
      <div className={cx('relative', wide && 'narrow:w-2/5 tab:aspect-[6/5] tab:w-auto')}>
        <Portrait
          art={card.product.art}
          tile={card.product.tile}
          image={card.product.image}
          crop={wide ? 'wide' : 'card'}
          lazy={!eager}
          className={cx(wide && 'min-h-40')}
        />
        <Flags card={card} />
      </div>
      <div className="tab:p-4 flex flex-1 flex-col gap-2 p-3">
        <h3 className="text-body line-clamp-2 flex-1 font-medium">
          <Link {...paths.goods(card.issue)} className="cover">
            {card.product.title}
          </Link>
        </h3>
        {card.status === 'drawn' ? <Drawn card={card} /> : <Selling card={card} />}
      </div>
    </article>
  )
}

/** The labels on the picture: the least VIP level, the member's shares, and "demo". */
export function Flags({ card, narrow = false }: { card: CardData; narrow?: boolean }) {
  const { t } = useTranslation(['mall', 'ui'])
  return (
    <div className="tab:inset-3 pointer-events-none absolute inset-2 flex flex-col items-start gap-1">
      {card.minVip > 0 && (
        <span className="bg-surface text-ink-2 text-micro rounded-full px-2 py-0.5 font-semibold">
          {t('ui:vip', { level: card.minVip })}
        </span>
      )}
      {card.mine > 0 && (
        <span className="bg-gold text-on-gold text-cap max-w-full rounded-card px-2.5 py-0.5 text-balance font-semibold">
          {narrow && <span className="tab:hidden">{t('card.mineShort', { count: card.mine })}</span>}
          <span className={narrow ? 'max-tab:hidden' : undefined}>
            {t('card.mine', { count: card.mine })}
          </span>
        </span>
      )}
      {card.product.demo && (
        <span className="bg-surface text-ink-2 text-micro ms-auto mt-auto rounded-full px-2 py-0.5 font-semibold">
          {t('card.demo')}
        </span>
      )}
    </div>
  )
}

/** Percent sold at the start, count left at the end. */
export function Progress({ card, stubs = 16 }: { card: CardData; stubs?: number }) {
  const { t } = useTranslation('mall')
  const left = card.shares - card.sold
  return (
    <div>
      <ShareStrip
        name={card.product.title}
        sold={card.sold}
        total={card.shares}
        mine={card.mine}
        stubs={stubs}
      />
      <p className="text-cap text-ink-2 mt-1.5 flex flex-wrap justify-between gap-x-2">
        <span>{t('card.sold', { rate: formatSold(card.sold, card.shares) })}</span>
        <span className={cx(left < card.shares * FEW_LEFT && 'text-gold-ink font-semibold')}>
          {card.seats === null
            ? t('card.left', { count: left })
            : t('card.seats', { count: left / (card.shares / 2) })}
        </span>
      </p>
    </div>
  )
}

function Selling({ card }: { card: CardData }) {
  const { t } = useTranslation('mall')
  return (
    <>
      {card.tiers.length > 0 && (
        <p className="text-cap text-ink-2">
          {t('card.codesWin', {
            count: card.tiers.reduce((sum, { codes }) => sum + codes, 0),
            total: formatNumber(card.shares),
          })}
        </p>
      )}
      <Progress card={card} />
      <div className="flex flex-wrap items-center justify-between gap-x-1 gap-y-1.5">
        <p>
          <Money amount={card.seats?.price ?? card.price} form="price" className="text-title block!" />
          <span className="text-cap text-ink-2 block">
            {t(card.seats === null ? 'card.perShare' : 'card.perSeat')}
          </span>
        </p>
        {card.status === 'selling' ? (
          <span
            aria-hidden="true"
            className={buttonClass({ size: 'sm' }, 'group-hover:bg-brand-press px-3!')}
          >
            {t('card.join')}
          </span>
        ) : (
          <span className="text-cap text-gold-ink font-semibold">{t('card.drawSoon')}</span>
        )}
      </div>
    </>
  )
}

function Drawn({ card }: { card: CardData }) {
  const { t } = useTranslation('mall')
  if (!card.winner || card.drawnAt === null) return null
  return (
    <>
      <div className="flex min-w-0 items-center gap-2">
        <Avatar name={card.winner.name} size={28} ring={card.winner.mine} />
        <p className="min-w-0">
          <span className="block truncate font-semibold">
            <bdi>{card.winner.mine ? t('card.you') : card.winner.name}</bdi>
          </span>
          <span className="text-cap text-ink-2 block">
            <Ago at={card.drawnAt} />
          </span>
        </p>
      </div>
      <div className="flex flex-col gap-1.5">
        <p className="sr-only">{t('card.code')}</p>
        <CodeChip code={card.winner.code} className="w-full" />
        <span
          aria-hidden="true"
          className={buttonClass({ tone: 'sunken', size: 'sm' }, 'group-hover:bg-line px-2!')}
        >
          {t('card.check')}
        </span>
      </div>
    </>
  )
}
