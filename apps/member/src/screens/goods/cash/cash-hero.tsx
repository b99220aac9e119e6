import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { reachOf, winningCodes } from '../../../parts/tiers/odds.ts'
import { TierBars } from '../../../parts/tiers/tier-bars.tsx'
import { cx } from '../../../ui/cx.ts'
import { Sunrise } from '../../../ui/layout/stage.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { ShareButton } from '../goods-head.tsx'
import { RemindButton, SaveButton } from '../wishes.tsx'
import type { Issue } from '../use-issue.ts'

/** The first prize, how many codes win, and the codes around the winning code as bars. */
function Prizes({ issue: { card }, wide = false }: { issue: Issue; wide?: boolean }) {
  const { t } = useTranslation('tiers')
  const { tiers, shares } = card
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p>
          <span className="text-on-brand-2 block">{t('first')}</span>
          <Money amount={card.prizeValue} form="price" className="text-hero block! leading-none font-bold" />
        </p>
        <p className="ms-auto text-end">
          <span className="text-lead block font-bold">
            {t('win', { count: winningCodes(tiers), total: formatNumber(shares) })}
          </span>
          <span className="text-cap text-on-brand-2 block">{t('within', { count: reachOf(tiers) })}</span>
        </p>
      </div>
      <TierBars tiers={tiers} className={cx('mt-5', wide && 'mt-8')} />
    </>
  )
}

const RINGS = { at: { bottom: 40 }, sun: 0, first: 70, step: 28, rings: 12 } as const

/** In place of the picture on a phone: from edge to edge, with the round buttons. */
export function CashHero({ issue }: { issue: Issue }) {
  const { t } = useTranslation('tiers')
  return (
    <div className="bg-stage on-stage relative isolate overflow-hidden pb-13">
      <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
        <Sunrise {...RINGS} />
      </div>
      <NavBar
        look="stage"
        actions={
          <>
            <RemindButton issue={issue} look="stage" />
            <SaveButton issue={issue} look="stage" />
            <ShareButton card={issue.card} look="stage" />
          </>
        }
        tall
      >
        <span className="text-lead min-w-0 flex-1 truncate font-bold">{t('kind')}</span>
      </NavBar>
      <div className="px-page pt-1">
        <Prizes issue={issue} />
      </div>
    </div>
  )
}

/** In place of the picture on a wide page. */
export function CashPanel({ issue }: { issue: Issue }) {
  return (
    <div className="bg-stage on-stage rounded-sheet relative isolate overflow-hidden px-6 pt-6 pb-5">
      <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
        <Sunrise {...RINGS} />
      </div>
      <Prizes issue={issue} wide />
    </div>
  )
}
