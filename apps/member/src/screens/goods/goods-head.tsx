import { Link2, Share2, Users } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Money } from '../../ui/values/money.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../ui/values/status-pill.tsx'
import { TILE_CLASS, tileNamed } from '../../ui/values/tiles.ts'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { Gallery } from './gallery/gallery.tsx'
import { GradeBadge } from './grade/grade-badge.tsx'
import type { Issue } from './use-issue.ts'
import { RemindButton, SaveButton } from './wishes.tsx'

const TONES: Record<Issue['card']['status'], StatusTone> = {
  scheduled: 'quiet',
  selling: 'brand',
  sold_out: 'wait',
  drawn: 'quiet',
  expired: 'quiet',
  refunded: 'quiet',
}

/** Shares the link of the issue, or copies it where the device cannot share. */
export function ShareButton({
  card,
  look,
}: Pick<Issue, 'card'> & { look: 'float' | 'plain' | 'stage' | 'pill' }) {
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
  const label = canShare ? t('share') : t('copyLink')
  const isPill = look === 'pill'
  return (
    <IconButton
      label={label}
      look={isPill ? 'float' : look}
      onClick={share}
      className={isPill ? 'flex! w-auto! gap-2 px-4 font-semibold' : ''}
    >
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      {isPill && label}
    </IconButton>
  )
}

/** The address to share: the issue without this visitor's state, such as an open sheet. */
const addressOf = (issue: string): string => `${location.origin}/p/${issue}`

/** The product picture with the round buttons, from edge to edge. */
export function GoodsPicture({ issue }: { issue: Issue }) {
  const { card, images } = issue
  const { ground } = TILE_CLASS[tileNamed(card.product.tile)]
  // a picture reaches below the rounded corners of what follows; the drawing stands above them
  return (
    <div className={cx('relative h-74', images.length === 0 && 'pb-7', ground)}>
      <NavBar
        look="float"
        actions={
          <>
            <RemindButton issue={issue} />
            <SaveButton issue={issue} />
            <ShareButton card={card} look="float" />
          </>
        }
      >
        <span className="flex-1" />
      </NavBar>
      <Gallery issue={issue} shape="phone" />
    </div>
  )
}

type GoodsHeadProps = {
  issue: Issue
  /** the last digit of the winning code is open; until then the issue awaits its draw for this member */
  revealed: boolean
}

/** Status and grade, title, price and prize. */
export function GoodsHead({ issue, revealed }: GoodsHeadProps) {
  const { card } = issue
  const { t } = useTranslation(['goods', 'tiers', 'ui'])
  const status = card.status === 'drawn' && !revealed ? 'sold_out' : card.status
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-2">
          <StatusPill tone={TONES[status]} dot={status === 'selling' || status === 'sold_out'}>
            {t(`status.${status}`)}
          </StatusPill>
          <GradeBadge badge={card.badge} issue={issue} />
        </span>
        <span className="text-ink-2 inline-flex items-center gap-1.5">
          <Users size={18} strokeWidth={1.8} aria-hidden="true" />
          {t('members', { count: card.participants })}
        </span>
      </div>
      <h1 className="text-head desk:text-hero mt-3 break-words">{card.product.title}</h1>
      <p className="text-cap text-ink-2 mt-0.5 flex flex-wrap items-center gap-x-2">
        <span>
          {t('issueLabel')} <Code>{card.issue}</Code>
        </span>
        {card.minVip > 0 && <StatusPill tone="brand">{t('ui:vip', { level: card.minVip })}</StatusPill>}
        {card.product.demo && <StatusPill tone="quiet">{t('demo')}</StatusPill>}
      </p>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="flex items-baseline gap-2">
          <Money amount={card.seats?.price ?? card.price} form="price" className="text-head" />
          <span className="text-ink-2">{t(card.seats === null ? 'perShare' : 'perSeat')}</span>
        </p>
        <p className="text-ink-2 flex items-baseline gap-1.5">
          {card.tiers.length > 0 ? t('tiers:first') : t('prizeValue')}
          <Money amount={card.prizeValue} form="price" className="text-ink font-bold" />
        </p>
      </div>
      <p className="sr-only">
        {t('soldOf', { sold: formatNumber(card.sold), total: formatNumber(card.shares) })}
      </p>
    </header>
  )
}
