import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stage, Sunrise } from '../../ui/layout/stage.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Code } from '../../ui/values/num.tsx'
import { ActionBar } from './action-bar.tsx'
import { WhereMoney } from '../../parts/tiers/where-money.tsx'
import { CashResult, IssueTiers } from './cash/cash-result.tsx'
import { ClosedNotice } from './closed-notice.tsx'
import { GoodsHead, GoodsPicture, ShareButton } from './goods-head.tsx'
import { GoodsTabs } from './tabs/goods-tabs.tsx'
import type { GoodsParts } from './goods-view.tsx'
import { HowPicked } from './grade/how-picked.tsx'
import { DrawStage } from './result/draw-stage.tsx'
import { DrawnResult } from './result/drawn-result.tsx'
import { WinCheck, WinTicket } from './result/win-ticket.tsx'
import { ShareCard } from './share-card.tsx'
import type { Issue } from './use-issue.ts'

const CashHero = lazy(() => import('./cash/cash-hero.tsx').then((module) => ({ default: module.CashHero })))
const PkGoods = lazy(() => import('./pk/pk-goods.tsx'))

const SUN = { at: { bottom: -22 }, sun: 46, first: 66, step: 26, rings: 12 } as const

/** The page on a phone: one column, the action at its foot. A win takes the place of picture and head. */
export function PhoneGoods(parts: GoodsParts) {
  const { t } = useTranslation('goods')
  const { issue, form, revealed, onBuy, dataAt } = parts
  const { card } = issue
  const isCash = card.tiers.length > 0
  if (revealed && card.winner?.mine && !isCash) return <WonPage issue={issue} dataAt={dataAt} />
  if (card.seats && !revealed && (card.status === 'selling' || card.status === 'sold_out'))
    return (
      <Suspense>
        <PkGoods {...parts} seats={card.seats} />
      </Suspense>
    )
  const drawing = card.status === 'sold_out' || card.status === 'drawn'
  return (
    <Page
      title={card.product.title}
      bar={<ActionBar issue={issue} balance={form.balance} onBuy={onBuy} revealed={revealed} />}
      barLabel={t('bar.label')}
      dataAt={dataAt}
      bleed
    >
      {isCash ? (
        <Suspense fallback={<div className="bg-stage h-80" />}>
          <CashHero issue={issue} />
        </Suspense>
      ) : (
        <GoodsPicture issue={issue} />
      )}
      <div className="bg-bg rounded-t-sheet px-page relative -mt-7 flex flex-col gap-5 pt-4">
        <GoodsHead issue={issue} revealed={revealed} />
        {drawing && !revealed && (
          <Stage label={t('draw.label')} sunrise={SUN} className="narrow:px-4 px-2.5 pt-5 pb-11">
            <DrawStage issue={issue} roll={parts.roll} onRolled={parts.onRolled} />
          </Stage>
        )}
        {revealed && (
          <>
            <CashResult issue={issue} />
            <Card>
              <DrawnResult issue={issue} />
            </Card>
          </>
        )}
        <ClosedNotice issue={issue} />
        {isCash && <IssueTiers issue={issue} revealed={revealed} />}
        <ShareCard issue={issue} revealed={revealed} />
        <WhereMoney issue={issue} />
        <HowPicked issue={issue} />
        <GoodsTabs issue={issue} />
      </div>
    </Page>
  )
}

function WonPage({ issue, dataAt }: { issue: Issue; dataAt: number }) {
  const { t } = useTranslation('goods')
  const { card } = issue
  return (
    <Page title={card.product.title} dataAt={dataAt} bleed>
      <div className="relative isolate">
        <div aria-hidden="true" className="bg-stage absolute inset-x-0 top-0 -z-20 h-118 overflow-hidden">
          <Sunrise at={{ top: 140 }} sun={0} first={110} step={34} rings={14} />
        </div>
        <NavBar look="stage" actions={<ShareButton card={card} look="stage" />} tall>
          <h1 className="text-lead min-w-0 flex-1 truncate text-center font-bold">
            {t('issueLabel')} <Code>{card.issue}</Code>
          </h1>
        </NavBar>
        <div className="px-page flex flex-col gap-4 pt-12">
          <WinTicket issue={issue} picture />
          <WinCheck issue={issue} />
        </div>
      </div>
      <div className="px-page mt-5 flex flex-col gap-5">
        <ShareCard issue={issue} revealed />
        <WhereMoney issue={issue} />
        <HowPicked issue={issue} />
        <GoodsTabs issue={issue} />
      </div>
    </Page>
  )
}
