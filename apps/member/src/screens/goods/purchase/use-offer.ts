import type { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { vouchers as voucherList } from '@fairlot/contract/endpoints/mall/vouchers'
import { useState } from 'react'
import type { Output } from '../../../api/api.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useMoneyBlock } from '../../../parts/guard/use-money-block.ts'
import { useRead } from '../../../queries/queries.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { buyable, quoteOf, voucherFor } from './purchase-math.ts'
import type { OfferedVoucher } from './purchase-math.ts'
import type { Purchase } from './use-purchase.ts'

export type BuyFormProps = {
  issue: Output<typeof goodsDetail>
  /** wire amount; null while it is not known */
  balance: string | null
  quantity: number
  onQuantity: (quantity: number) => void
  purchase: Purchase
  /** vouchers that the member can use */
  vouchers: number
  /** the address of this form with this quantity, to come back to */
  next: string
}

/** How many vouchers are asked for; one that is left out expires later than all of them. */
const MOST_VOUCHERS = 50
const NONE: readonly OfferedVoucher[] = []

/** The vouchers of the member. @param count how many can be used for some order */
function useVouchers(count: number): readonly OfferedVoucher[] {
  const { data } = useRead(
    voucherList,
    { which: 'open', limit: MOST_VOUCHERS },
    { enabled: count > 0, topics: ['vouchers'] },
  )
  return count > 0 && data ? data.items : NONE
}

/** What the buy sheet and the panel show of a purchase before money moves. */
export function useOffer({ issue, balance, quantity, onQuantity, purchase, vouchers }: BuyFormProps) {
  const { t } = useTranslation(['goods', 'ui'])
  const money = useMoneyText()
  const block = useMoneyBlock()
  const { card, maxPerMember } = issue
  const { count: most, limit } = buyable({ ...card, maxPerMember })
  const isOpen = purchase.problem?.kind === 'open'
  const locked = isOpen || purchase.sending
  const offered = useVouchers(card.minVip > 0 ? 0 : vouchers)
  const [chosen, setChosen] = useState<string | null>()
  const voucher = voucherFor(offered, quoteOf(card, quantity, balance).total, chosen)
  const quote = quoteOf(card, quantity, balance, voucher && voucher.amount)
  // The last shares can be sold while the form is open.
  const nothingLeft =
    limit === 'max' ? t('buy.atMax', { count: maxPerMember }) : t('draw.allSold', { count: card.shares })
  // The amount stays as the member chose it; the button waits until it fits.
  const tooMany = quantity > most && !locked ? t('buy.tooMany', { count: most }) : undefined
  const unsold = card.shares - card.sold
  const left =
    maxPerMember === 0
      ? t('buy.left', { count: unsold })
      : t('buy.leftMax', { count: unsold, max: formatNumber(maxPerMember) })
  return {
    quote,
    block,
    isOpen,
    isLocked: locked,
    vouchers: offered,
    voucher,
    most,
    /** the line beside the question: how many there are, or what the balance lacks */
    hint: quote.missing === null || locked ? left : `${t('buy.missing')} ${money(quote.missing)}`,
    isShort: quote.missing !== null && !locked,
    mostText:
      limit === 'max' ? t('buy.maxLeft', { count: most, max: formatNumber(maxPerMember) }) : undefined,
    allText: limit === 'max' ? t('buy.mostAllowed', { count: most }) : t('buy.allLeft', { count: most }),
    why: block?.short ?? (most === 0 ? nothingLeft : tooMany),
    choose: (wanted: number) => {
      if (locked) return
      purchase.dismiss()
      onQuantity(wanted)
    },
    /** @param id of the voucher to use; null: none */
    chooseVoucher: (id: string | null) => {
      purchase.dismiss()
      setChosen(id)
    },
  }
}

export type Offer = ReturnType<typeof useOffer>
