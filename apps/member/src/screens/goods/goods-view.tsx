import { account } from '@fairlot/contract/endpoints/home'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { TOAST_MS } from '../../timing.ts'
import { hrefOf, paths } from '../../paths.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useMember } from '../../stores/session.ts'
import { Page, Panes } from '../../ui/layout/page.tsx'
import { isGuardRefusal } from '../../parts/guard/guard-refusal.ts'
import { ActionBar } from './action-bar.tsx'
import { DrawPanel } from './draw-panel.tsx'
import { GoodsHead, GoodsPicture } from './goods-head.tsx'
import { GoodsTabs } from './goods-tabs.tsx'
import { HowPicked } from './how-picked.tsx'
import { ClosedNotice } from './closed-notice.tsx'
import { quoteOf } from './purchase/purchase-math.ts'
import { ShareCard } from './share-card.tsx'
import { useBuySheet } from './purchase/use-buy-sheet.ts'
import type { Problem } from './purchase/purchase-problem.ts'
import type { Issue } from './use-issue.ts'
import { useSawWaiting } from './use-issue.ts'
import { usePurchase } from './purchase/use-purchase.ts'

// Loads the sheet's library when the sheet is first needed.
const BuySheet = lazy(() =>
  import('./purchase/buy-sheet.tsx').then((module) => ({ default: module.BuySheet })),
)

type GoodsViewProps = { issue: Issue; buy: number | undefined; dataAt: number }

/** An issue in any state. */
export function GoodsView({ issue, buy, dataAt }: GoodsViewProps) {
  const { t } = useTranslation('goods')
  const { card } = issue
  const member = useMember()
  const sheet = useBuySheet(card.issue, buy)
  const { data: wallet } = useRead(
    account,
    {},
    { enabled: member !== null, topics: member === null ? [] : ['balance'] },
  )
  const balance = wallet?.balance ?? null
  const place = hrefOf(paths.goods(card.issue, sheet.quantity))
  const missing = quoteOf(card, sheet.quantity, balance).missing
  const purchase = usePurchase(
    card.issue,
    missing === null ? { next: place } : { amount: missing, next: place },
  )
  useKept(purchase.problem, sheet.keep)
  const waiting = useSawWaiting(card.status)
  // The result rolls once, for members who watched the wait. Others see it at once.
  const [rolled, setRolled] = useState(false)

  const canBuy = card.status === 'selling' && member !== null
  const drawing = card.status === 'sold_out' || card.status === 'drawn'
  // A purchase with an open outcome keeps its sheet, even when the issue has sold out meanwhile.
  const unsettled = member !== null && (purchase.sending || purchase.problem?.kind === 'open')
  const open = sheet.wanted && (canBuy || unsettled)
  // Once opened, it stays mounted, so that its closing animation runs.
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  useSoldOutWhileOpen(card, sheet.wanted && !unsettled && purchase.problem === null, sheet.close)
  return (
    <Page
      title={card.product.title}
      bar={<ActionBar issue={issue} balance={balance} onBuy={sheet.open} revealed={!waiting || rolled} />}
      barLabel={t('bar.label')}
      dataAt={dataAt}
      bleed
    >
      <GoodsPicture issue={issue} />
      <div className="bg-bg rounded-t-sheet relative -mt-7 flex flex-col px-page gap-5 pt-4">
        <GoodsHead issue={issue} />
        <Panes
          start={
            <>
              {drawing && (
                <DrawPanel issue={issue} roll={waiting && !rolled} onRolled={() => setRolled(true)} />
              )}
              <ClosedNotice issue={issue} />
              {card.status !== 'drawn' && <ShareCard issue={issue} />}
              <HowPicked issue={issue} />
            </>
          }
          end={<GoodsTabs issue={issue} />}
        />
      </div>
      {opened && (
        <Suspense>
          <BuySheet
            open={open}
            onOpenChange={(next) => {
              if (!next) sheet.close()
            }}
            issue={issue}
            balance={balance}
            quantity={sheet.quantity}
            onQuantity={sheet.setQuantity}
            purchase={purchase}
            next={place}
          />
        </Suspense>
      )}
    </Page>
  )
}

/**
 * When other members buy the last share while the sheet is open, says so and closes the sheet without leaving it in the
 * history.
 */
function useSoldOutWhileOpen({ status, shares }: Issue['card'], wanted: boolean, close: () => void): void {
  const { t } = useTranslation('goods')
  const chose = useRef(false)
  useEffect(() => {
    if (chose.current && wanted && status === 'sold_out') {
      toast.plain(t('draw.allSold', { count: shares }), TOAST_MS)
      close()
    }
    chose.current = wanted && status === 'selling'
  }, [wanted, status, shares, close, t])
}

/** Keeps the chosen quantity in the address, because the member looks at the limits on another page and comes back. */
function useKept(problem: Problem | null, keep: () => void): void {
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  const over = problem?.kind === 'refused' && isGuardRefusal(problem.code)
  useEffect(() => {
    if (over) latest.current()
  }, [over])
}
