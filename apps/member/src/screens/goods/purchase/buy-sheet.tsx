import { useTranslation } from '../../../i18n/i18n.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { BUY_ID } from '../action-bar.tsx'
import { BuyPay, BuyQuantity, BuyRules, BuyTrouble, BuyVoucher } from './buy-parts.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { useOffer } from './use-offer.ts'
import type { BuyFormProps } from './use-offer.ts'

type BuySheetProps = BuyFormProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** The quantity, the price and the chance: the member sees everything before money moves. */
export function BuySheet({ open, onOpenChange, ...form }: BuySheetProps) {
  const { t } = useTranslation('goods')
  const offer = useOffer(form)
  const { card } = form.issue
  return (
    <Sheet
      inAddress
      open={open}
      onOpenChange={onOpenChange}
      returnsTo={BUY_ID}
      title={card.product.title}
      subtitle={t('buy.subtitle', { issue: card.issue, count: card.shares - card.sold })}
      picture={
        <Portrait
          art={card.product.art}
          tile={card.product.tile}
          image={card.product.image}
          className="rounded-tile size-14 shrink-0"
        />
      }
      summary={
        <PurchaseLines quote={offer.quote} shares={card.shares} tiers={card.tiers} quantity={form.quantity} />
      }
      foot={
        <>
          <BuyTrouble purchase={form.purchase} offer={offer} />
          <BuyPay {...form} offer={offer} />
          <BuyRules issue={form.issue} quantity={form.quantity} offer={offer} />
        </>
      }
    >
      <BuyQuantity issue={form.issue} quantity={form.quantity} offer={offer} />
      <BuyVoucher issue={form.issue} offer={offer} />
    </Sheet>
  )
}
