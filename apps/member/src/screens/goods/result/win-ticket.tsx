import { Scale, Trophy } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatNumber } from '../../../i18n/format.ts'
import { formatDayTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { SharePicture } from '../../../parts/share-picture/share-picture.tsx'
import { wonShare } from '../../../parts/share-picture/shared.ts'
import { paths } from '../../../paths.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/values/money.tsx'
import { rangeWith } from '../purchase/purchase-math.ts'
import type { Issue } from '../use-issue.ts'

const WinNext = lazy(() => import('./win-next.tsx'))

type WinTicketProps = {
  issue: Issue
  /** without it the picture stands beside the ticket */
  picture?: boolean
}

/** The winner ticket: gold, cut across, before a pale sun that rises once. Its one action leads to the prize. */
export function WinTicket({ issue, picture = false }: WinTicketProps) {
  const { t } = useTranslation('goods')
  const { card, mine } = issue
  if (card.winner === null) return null
  const { code } = card.winner
  const winning = rangeWith(mine, code)
  return (
    <section aria-label={t('draw.you')} className="relative isolate">
      <span
        aria-hidden="true"
        className="win-sun bg-sun-pale absolute inset-x-0 -top-11.5 -z-10 mx-auto size-48 rounded-full"
      />
      <div className="ticket ticket-across win-ticket">
        <div className="ticket-facts bg-gold text-on-gold px-4 pt-5 pb-6">
          <div className="flex items-start justify-between gap-3 ps-1">
            <div className="min-w-0">
              <p className="text-win">{t('draw.you')}</p>
              <p>{t('win.with', { count: card.mine, total: formatNumber(card.shares) })}</p>
            </div>
            <span className="bg-on-gold text-gold grid size-12 shrink-0 place-items-center rounded-full">
              <Trophy size={24} strokeWidth={1.9} aria-hidden="true" />
            </span>
          </div>
          {picture && (
            <div className="rounded-tile relative mt-5 h-53 overflow-hidden">
              <Portrait
                art={card.product.art}
                tile={card.product.tile === 'sun' ? 'sea' : card.product.tile}
                image={card.product.image}
                crop="wide"
                lazy={false}
              />
            </div>
          )}
          <dl className="mt-5 flex flex-wrap justify-between gap-x-4 gap-y-2 px-1">
            <div className="min-w-0">
              <dt className="text-cap">{t('win.prize')}</dt>
              <dd className="text-title break-words">{card.product.title}</dd>
            </div>
            <div>
              <dt className="text-cap">{t('win.value')}</dt>
              <dd>
                <Money amount={card.prizeValue} form="price" className="text-title" />
              </dd>
            </div>
          </dl>
        </div>
        <div className="ticket-yours bg-gold text-on-gold px-4 pt-5 pb-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 px-1">
            <span>{t('win.code')}</span>
            {card.drawnAt !== null && (
              <span className="text-cap">{formatDayTime(card.drawnAt, activeLanguage())}</span>
            )}
          </p>
          <WonCells code={code} />
          <ButtonLink
            {...(winning ? paths.order(winning.order) : paths.orders('pending'))}
            size="lg"
            wide
            className="bg-on-gold! text-gold! mt-4"
          >
            {t('bar.prize')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

function WonCells({ code }: { code: number }) {
  const { t } = useTranslation()
  const digits = String(code)
  return (
    <p
      role="img"
      aria-label={t('winning.label', { code: digits })}
      dir="ltr"
      className="mt-2.5 grid grid-cols-7 gap-1.5"
    >
      {Array.from(digits, (digit, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the digits of a code are identified by their position
          key={index}
          aria-hidden="true"
          className="bg-cell text-on-cell rounded-code text-head grid h-13 place-items-center tabular-nums"
        >
          {digit}
        </span>
      ))}
    </p>
  )
}

/** Below the ticket: the check, a picture to share, and what happens next. */
export function WinCheck({ issue: { card, mine }, onStage = false }: { issue: Issue; onStage?: boolean }) {
  const { t } = useTranslation(['goods', 'draw'])
  const winning = card.winner && rangeWith(mine, card.winner.code)
  const shared = wonShare(card, null)
  return (
    <div className="flex flex-col gap-4">
      <ButtonLink
        {...paths.calculation(card.issue)}
        tone="stage"
        size="lg"
        wide
        className={onStage ? '' : 'bg-surface! text-ink! shadow-card'}
        icon={<Scale size={20} strokeWidth={1.8} aria-hidden="true" />}
      >
        {t('draw:check')}
      </ButtonLink>
      {shared && <SharePicture shared={shared} look={onStage ? 'stage' : 'card'} className="-mt-1.5" />}
      <p className={cx('text-cap text-center text-pretty', onStage ? 'text-on-brand-2' : 'text-ink-2')}>
        {winning ? (
          <Suspense fallback={t('win.next')}>
            <WinNext order={winning.order} />
          </Suspense>
        ) : (
          t('win.next')
        )}
      </p>
    </div>
  )
}
