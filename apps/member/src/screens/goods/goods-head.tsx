import { Link2, Share2, Users } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { hrefOf, paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Money } from '../../ui/values/money.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../ui/values/status-pill.tsx'
import { TILE_CLASS, tileNamed } from '../../ui/values/tiles.ts'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { GradeBadge } from './grade-badge.tsx'
import type { Issue } from './use-issue.ts'

const TONES: Record<Issue['card']['status'], StatusTone> = {
  scheduled: 'quiet',
  selling: 'brand',
  sold_out: 'wait',
  drawn: 'ok',
  expired: 'quiet',
  refunded: 'quiet',
}

/** Round buttons on the picture: back, and share (or copy the link where the device cannot share). */
function GoodsNav({ card }: Pick<Issue, 'card'>) {
  const { t } = useTranslation('goods')
  const copy = useCopy()
  const canShare = typeof navigator.share === 'function'
  const share = () => {
    const link = { title: card.product.title, url: addressOf(card.issue) }
    if (!canShare) {
      void copy(link.url)
      return
    }
    navigator.share(link).catch((error: unknown) => {
      // Closing the device's share menu is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) void copy(link.url)
    })
  }
  const Icon = canShare ? Share2 : Link2
  return (
    <NavBar
      look="float"
      actions={
        <IconButton label={canShare ? t('share') : t('copyLink')} look="float" onClick={share}>
          <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
        </IconButton>
      }
    >
      <span className="flex-1" />
    </NavBar>
  )
}

/** The address to share: the issue without this visitor's state, such as an open sheet. */
const addressOf = (issue: string): string =>
  `${location.origin}${location.pathname}#${hrefOf(paths.goods(issue))}`

/** The product picture with the round buttons. */
export function GoodsPicture({ issue: { card } }: { issue: Issue }) {
  return (
    <div className={cx('desk:h-84 relative h-74 pb-7', TILE_CLASS[tileNamed(card.product.tile)].ground)}>
      <GoodsNav card={card} />
      <Portrait art={card.product.art} tile={card.product.tile} crop="wide" lazy={false} />
    </div>
  )
}

/** Status and grade, title, price and prize. */
export function GoodsHead({ issue: { card } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  return (
    <header>
      <div className="flex flex-wrap items-center gap-2">
        <StatusPill tone={TONES[card.status]} dot={card.status === 'selling' || card.status === 'sold_out'}>
          {t(`status.${card.status}`)}
        </StatusPill>
        <GradeBadge badge={card.badge} />
        <span className="text-ink-2 ms-auto inline-flex items-center gap-1.5">
          <Users size={18} strokeWidth={1.8} aria-hidden="true" />
          {t('members', { count: card.participants })}
        </span>
      </div>
      <h1 className="text-head mt-3 break-words">{card.product.title}</h1>
      <p className="text-cap text-ink-2 mt-0.5 flex flex-wrap items-center gap-x-2">
        <span>
          {t('issueLabel')} <Code>{card.issue}</Code>
        </span>
        {card.product.demo && <StatusPill tone="quiet">{t('demo')}</StatusPill>}
      </p>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="flex items-baseline gap-2">
          <Money amount={card.price} form="price" className="text-head" />
          <span className="text-ink-2">{t('perShare')}</span>
        </p>
        <p className="text-ink-2 flex items-baseline gap-1.5">
          {t('prizeValue')}
          <Money amount={card.prizeValue} form="price" className="text-ink font-bold" />
        </p>
      </div>
      <p className="sr-only">
        {t('soldOf', { sold: formatNumber(card.sold), total: formatNumber(card.shares) })}
      </p>
    </header>
  )
}
