import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatMoment } from '../../i18n/lazy-formats.ts'
import { activeLanguage } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Sunrise } from '../../ui/layout/stage.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { useHeadParts } from '../../ui/navigation/head-parts.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Code } from '../../ui/values/num.tsx'
import { WhereMoney } from '../../parts/tiers/where-money.tsx'
import { IssueTiers } from './cash/cash-result.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { ShareButton } from './goods-head.tsx'
import { GoodsTabs } from './tabs/goods-tabs.tsx'
import { GoodsTicket } from './goods-ticket.tsx'
import type { GoodsParts } from './goods-view.tsx'
import { HowPicked } from './grade/how-picked.tsx'
import { WinCheck, WinTicket } from './result/win-ticket.tsx'
import type { Issue } from './use-issue.ts'
import { RemindButton, SaveButton } from './wishes.tsx'

const CashPanel = lazy(() => import('./cash/cash-hero.tsx').then((module) => ({ default: module.CashPanel })))

export type WideGoodsProps = GoodsParts & {
  /** the ticket shows the purchase: shares are on sale, or the outcome of a purchase is open */
  isBuying: boolean
}

/** The page from 768 px: picture and text at the start, the ticket with everything the member can do at the end. */
export function WideGoods(props: WideGoodsProps) {
  const { t } = useTranslation('goods')
  const { issue, dataAt, revealed } = props
  const { card } = issue
  const { product } = card
  const isCash = card.tiers.length > 0
  const head = useHeadParts()
  const isDesk = useWide('desk')
  const look = isDesk ? 'pill' : 'plain'
  const actions = (
    <>
      <RemindButton issue={issue} look={look} />
      <SaveButton issue={issue} look={look} />
      <ShareButton card={card} look={look} />
    </>
  )
  const won = revealed && card.winner?.mine === true && !isCash
  return (
    <Page
      title={product.title}
      nav={
        <NavBar
          actions={
            <>
              {head && <head.BalancePill />}
              {actions}
            </>
          }
        >
          <span className="text-lead flex-1 truncate font-bold">{t('crumbs.mall')}</span>
        </NavBar>
      }
      crumbs={[{ label: t('crumbs.mall'), to: paths.mall() }, { label: product.title }]}
      dataAt={dataAt}
    >
      {/* in the row of the crumbs, over the end of a long title */}
      {isDesk && <div className="bg-bg -mt-14 mb-4 flex gap-2 self-end ps-4">{actions}</div>}
      <div className="desk:grid-cols-[minmax(0,1fr)_496px] desk:gap-10 grid grid-cols-[minmax(0,1fr)_minmax(0,408px)] items-start gap-6">
        <div className="flex min-w-0 flex-col gap-6">
          {isCash ? (
            <Suspense fallback={<div className="bg-stage rounded-sheet desk:h-125 h-93" />}>
              <CashPanel issue={issue} />
            </Suspense>
          ) : (
            <Gallery issue={issue} shape="wide" />
          )}
          <IssueTiers issue={issue} revealed={revealed} />
          <WhereMoney issue={issue} />
          <HowPicked issue={issue} />
          <GoodsTabs issue={issue} />
        </div>
        <div className="goods-ticket min-w-0">
          {won ? <WonPanel issue={issue} /> : <GoodsTicket {...props} />}
        </div>
      </div>
    </Page>
  )
}

/** The winner ticket on its stage, in place of everything else that the ticket showed. */
function WonPanel({ issue }: { issue: Issue }) {
  const { t } = useTranslation(['goods', 'draw'])
  const { card } = issue
  return (
    <div className="bg-stage on-stage rounded-sheet shadow-float desk:px-6 relative isolate overflow-hidden px-4 pt-6 pb-6">
      <div aria-hidden="true" className="absolute inset-0 -z-20 overflow-hidden">
        <Sunrise at={{ top: 130 }} sun={0} first={110} step={32} rings={14} />
      </div>
      <h1 className="sr-only">{card.product.title}</h1>
      <p className="text-cap flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">
          {t('issueLabel')} <Code>{card.issue}</Code>
        </span>
        {card.drawnAt !== null && (
          <span className="text-on-brand-2">
            {t('draw:loss.drawnAt', { time: formatMoment(card.drawnAt, activeLanguage()) })}
          </span>
        )}
      </p>
      <div className="mt-14 mb-4">
        <WinTicket issue={issue} />
      </div>
      <WinCheck issue={issue} onStage />
    </div>
  )
}
