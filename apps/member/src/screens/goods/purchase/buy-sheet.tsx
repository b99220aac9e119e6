import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Output } from '../../../api/api.ts'
import type { goodsDetail } from '@fairlot/contract/endpoints/mall'
import { formatNumber } from '../../../i18n/format.ts'
import { paths } from '../../../paths.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { MoneyBlockText } from '../../../parts/guard/money-block-notice.tsx'
import { useMoneyBlock } from '../../../parts/guard/use-money-block.ts'
import { PayButton, PurchaseProblem } from './pay-button.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { buyable, quoteOf } from './purchase-math.ts'
import { QuantityPicker } from './quantity-picker.tsx'
import type { Purchase } from './use-purchase.ts'

type BuySheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  issue: Output<typeof goodsDetail>
  /** wire amount; null while it is not known */
  balance: string | null
  quantity: number
  onQuantity: (quantity: number) => void
  purchase: Purchase
  /** the address of this sheet with this quantity, to come back to */
  next: string
}

const LINK = 'text-brand text-cap inline-flex min-h-8 items-center font-semibold underline underline-offset-4'

/** The quantity, the price and the chance: the member sees everything before money moves. */
export function BuySheet(props: BuySheetProps) {
  const { open, onOpenChange, issue, balance, onQuantity, purchase, next } = props
  const { t } = useTranslation(['goods', 'guard'])
  const block = useMoneyBlock()
  const { card, maxPerMember } = issue
  const { count: most, limit } = buyable({ ...card, maxPerMember })
  const locked = purchase.problem?.kind === 'open' || purchase.sending
  const quantity = locked ? props.quantity : Math.max(1, Math.min(props.quantity, most))
  const quote = quoteOf(card, quantity, balance)
  // The last shares can be sold while the sheet is open.
  const nothingLeft =
    limit === 'max' ? t('buy.atMax', { count: maxPerMember }) : t('draw.allSold', { count: card.shares })
  const choose = (wanted: number) => {
    if (locked) return
    purchase.dismiss()
    onQuantity(wanted)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={card.product.title}
      subtitle={t('buy.subtitle', { issue: card.issue, count: card.shares - card.sold })}
      picture={
        <Portrait art={card.product.art} tile={card.product.tile} className="rounded-tile size-14 shrink-0" />
      }
      summary={<PurchaseLines quote={quote} shares={card.shares} />}
      foot={
        <>
          {block === null || purchase.problem?.kind === 'open' ? (
            <PurchaseProblem purchase={purchase} />
          ) : (
            <MoneyBlockText block={block} className="mb-3" />
          )}
          <PayButton
            purchase={purchase}
            quote={quote}
            quantity={quantity}
            next={next}
            why={block?.short ?? (most === 0 ? nothingLeft : undefined)}
          />
          <p className="text-cap text-ink-2 mt-3">{t('buy.rule')}</p>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
            {/* A purchase with an open outcome stays on this page, which keeps the request id. */}
            {purchase.problem?.kind === 'open' ? (
              <span />
            ) : (
              <span className="flex flex-wrap items-center gap-x-4">
                <Link {...paths.confirm(card.issue, quantity)} className={LINK}>
                  {t('buy.toConfirm')}
                </Link>
                <Link {...paths.limits()} className={LINK}>
                  {t('guard:setLimit')}
                </Link>
              </span>
            )}
            <PlayMoneyBadge />
          </div>
        </>
      }
    >
      <QuantityPicker
        fixed={purchase.problem?.kind === 'open'}
        value={quantity}
        onChange={choose}
        most={most}
        mostText={
          limit === 'max' ? t('buy.maxLeft', { count: most, max: formatNumber(maxPerMember) }) : undefined
        }
        allText={limit === 'max' ? t('buy.mostAllowed', { count: most }) : t('buy.allLeft', { count: most })}
      />
    </Sheet>
  )
}
