import { BuyPay, BuyQuantity, BuyRules, BuyTrouble, BuyVoucher } from './buy-parts.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { useOffer } from './use-offer.ts'
import type { BuyFormProps } from './use-offer.ts'

/** The purchase inside the ticket of a wide page: what stops it above, the quantity, the figures, the button. */
export function BuyPanel(form: BuyFormProps) {
  const offer = useOffer(form)
  return (
    <>
      <div className="goods-trouble">
        <BuyTrouble purchase={form.purchase} offer={offer} />
      </div>
      <BuyQuantity issue={form.issue} quantity={form.quantity} offer={offer} even />
      <BuyVoucher issue={form.issue} offer={offer} />
      <div className="goods-held mt-3">
        <PurchaseLines
          quote={offer.quote}
          shares={form.issue.card.shares}
          tiers={form.issue.card.tiers}
          quantity={form.quantity}
          dense
        />
        <div className="pt-3">
          <BuyPay {...form} offer={offer} />
        </div>
      </div>
      <BuyRules issue={form.issue} quantity={form.quantity} offer={offer} />
    </>
  )
}
