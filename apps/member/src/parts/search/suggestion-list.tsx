import { Link } from '@tanstack/react-router'
import { History, LayoutGrid, Search, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/values/money.tsx'
import { Num } from '../../ui/values/num.tsx'
import { ShareStrip } from '../shares/share-strip.tsx'
import type { Suggestion } from './use-suggestions.ts'

type LineProps = {
  line: Suggestion
  /** in a list box under a search field: the field keeps the focus, and this line may be the active one */
  option?: { id: string; isActive: boolean }
  onChosen: (line: Suggestion) => void
}

/** One suggestion, as a link. */
export function SuggestionLine({ line, option, onChosen }: LineProps) {
  return (
    <Link
      {...line.link}
      {...(option && { role: 'option', id: option.id, 'aria-selected': option.isActive, tabIndex: -1 })}
      onClick={() => onChosen(line)}
      className={cx(
        'focus-visible:-outline-offset-3 flex min-h-12 w-full items-center gap-4 text-start',
        option ? 'rounded-tile px-3 py-2' : 'px-4 py-3',
        option?.isActive === true && 'bg-sunken',
        !option && 'hover:bg-sunken',
      )}
    >
      <LineBody line={line} isOption={option !== undefined} />
    </Link>
  )
}

function LineBody({ line, isOption }: { line: Suggestion; isOption: boolean }) {
  const { t } = useTranslation('search')
  switch (line.kind) {
    case 'issue':
      return <IssueBody card={line.card} isSmall={isOption} />
    case 'category':
      return <Plain icon={<LayoutGrid {...ICON} />} text={line.title} count={line.count} />
    case 'drawn':
      return <Plain icon={<Trophy {...ICON} />} text={t('drawn', { text: line.text })} count={line.count} />
    case 'all':
      return <Plain icon={<Search {...ICON} />} text={t('all')} count={line.count} />
    case 'recent':
      return <Plain icon={<History {...ICON} />} text={line.text} quiet />
  }
}

const ICON = { size: 21, strokeWidth: 1.8, 'aria-hidden': true } as const

function Plain({
  icon,
  text,
  count,
  quiet = false,
}: {
  icon: ReactNode
  text: string
  count?: number
  quiet?: boolean
}) {
  return (
    <>
      <span className={cx('shrink-0', quiet ? 'text-ink-3' : 'text-brand')}>{icon}</span>
      <bdi className={cx('min-w-0 flex-1 truncate text-start', !quiet && 'font-medium')}>{text}</bdi>
      {count !== undefined && (
        <span className="text-cap text-ink-2">
          <Num value={count} />
        </span>
      )}
    </>
  )
}

type CardOf = Extract<Suggestion, { kind: 'issue' }>['card']

function IssueBody({ card, isSmall }: { card: CardOf; isSmall: boolean }) {
  const { t } = useTranslation(['mall', 'search'])
  const { seats } = card
  const left = card.shares - card.sold
  return (
    <>
      <span className={cx('rounded-tile shrink-0 overflow-hidden', isSmall ? 'size-13' : 'size-14')}>
        <Portrait
          art={card.product.art}
          tile={card.product.tile}
          image={card.product.image}
          crop="square"
          lazy={false}
        />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <bdi className="truncate font-medium">{card.product.title}</bdi>
        {!isSmall && (
          <ShareStrip
            name={card.product.title}
            sold={card.sold}
            total={card.shares}
            mine={card.mine}
            stubs={16}
            className="max-w-44"
          />
        )}
        <span className="text-cap text-ink-2">
          {seats
            ? t('mall:card.seats', { count: left / (card.shares / 2) })
            : t('mall:card.left', { count: left })}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <Money amount={seats?.price ?? card.price} form="price" className="font-bold" />
        <span className="text-cap text-ink-2">{t(seats ? 'mall:card.perSeat' : 'mall:card.perShare')}</span>
      </span>
    </>
  )
}
