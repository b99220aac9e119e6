import { account } from '@fairlot/contract/endpoints/home'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { TOAST_MS } from '../../timing.ts'
import { hrefOf, paths } from '../../paths.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useLow, useWide } from '../../ui/layout/use-wide.ts'
import { useMember } from '../../stores/session.ts'
import { keepSeen } from '../../parts/recharge/last-seen.ts'
import { useUnreadNotices } from '../../parts/notices/use-notices.ts'
import { ownSeat } from '../../parts/pk/own-seat.ts'
import { PhoneGoods } from './phone-goods.tsx'
import { quoteOf } from './purchase/purchase-math.ts'
import { useBuySheet } from './purchase/use-buy-sheet.ts'
import type { BuyFormProps } from './purchase/use-offer.ts'
import { usePurchase } from './purchase/use-purchase.ts'
import { AnnouncedResult } from './result/announced-result.tsx'
import type { Issue } from './use-issue.ts'
import { useSawWaiting } from './use-issue.ts'

/** What only a wide window shows: a phone does not fetch it. */
export const loadWideGoods = () => import('./wide-goods.tsx')
const WideGoods = lazy(() => loadWideGoods().then((module) => ({ default: module.WideGoods })))

// Loads the sheet's library when the sheet is first needed.
const BuySheet = lazy(() =>
  import('./purchase/buy-sheet.tsx').then((module) => ({ default: module.BuySheet })),
)

/** What both layouts of the page show. */
export type GoodsParts = {
  issue: Issue
  dataAt: number
  /** the purchase; the phone opens it as a sheet */
  form: BuyFormProps
  onBuy: () => void
  /** the result may be shown: its last digit is open */
  revealed: boolean
  /** the result opens digit by digit, because the member watched the wait */
  roll: boolean
  onRolled: () => void
}

type GoodsViewProps = { issue: Issue; buy: number | undefined; dataAt: number }

/** An issue in any state: on a phone one column with a buy sheet, from 768 px picture and ticket side by side. */
export function GoodsView({ issue, buy, dataAt }: GoodsViewProps) {
  const { card } = issue
  const member = useMember()
  const isTab = useWide('tab')
  const isLow = useLow()
  const isWide = isTab && !isLow
  const sheet = useBuySheet(card.issue, buy, isWide, card.seats?.places[0]?.quantity)
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
  const waiting = useSawWaiting(card.status)
  // The result opens once, for members who watched the wait. Others see it at once.
  const [rolled, setRolled] = useState(false)
  const revealed = card.winner !== null && (!waiting || rolled)

  const { title } = card.product
  const isSelling = card.status === 'selling'
  useEffect(() => {
    if (isSelling) keepSeen({ issue: card.issue, title })
  }, [card.issue, title, isSelling])

  // One that arrives while the member looks is shown at once.
  useUnreadNotices()

  const canBuy = card.status === 'selling' && member !== null && !(card.seats && ownSeat(card.seats))
  // A purchase with an open outcome keeps its form, even when the issue has sold out meanwhile.
  const unsettled = member !== null && (purchase.sending || purchase.problem?.kind === 'open')
  const open = sheet.wanted && (canBuy || unsettled)
  // Once opened, it stays mounted, so that its closing animation runs.
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  useSoldOutWhileOpen(card, sheet.wanted && !unsettled && purchase.problem === null, sheet.close)
  const form = {
    issue,
    balance,
    vouchers: wallet?.vouchers ?? 0,
    quantity: sheet.quantity,
    onQuantity: sheet.setQuantity,
    purchase,
    next: place,
  }
  const parts: GoodsParts = {
    issue,
    dataAt,
    form,
    onBuy: sheet.open,
    revealed,
    roll: waiting && !rolled,
    onRolled: () => setRolled(true),
  }
  return (
    <>
      {isWide ? (
        <Suspense fallback={<Page title={card.product.title}>{null}</Page>}>
          <WideGoods {...parts} isBuying={canBuy || unsettled} />
        </Suspense>
      ) : (
        <PhoneGoods {...parts} />
      )}
      <p role="status" className="sr-only">
        {revealed && <AnnouncedResult issue={issue} />}
      </p>
      {opened && !isWide && (
        <Suspense>
          <BuySheet
            open={open}
            onOpenChange={(next) => {
              if (!next) sheet.close()
            }}
            {...form}
          />
        </Suspense>
      )}
    </>
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
