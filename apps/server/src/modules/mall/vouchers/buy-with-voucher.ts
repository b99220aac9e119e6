/**
 * Buying shares with a voucher: the ledger's purchase of which the house pays a part, in one transaction with the voucher's use.
 * A refused purchase stores nothing and leaves the voucher as it was.
 */
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  buyWithHousePart,
  lockWallets,
  NotBought,
  type PurchaseAnswer,
  type PurchaseRequest,
} from '../../ledger/index.ts'
import { earlierPurchase } from '../sales/earlier-purchase.ts'
import { shareSeller } from '../sales/share-seller.ts'
import { useVoucher, voucherOf } from './vouchers.queries.ts'

/**
 * Decides a purchase with a voucher, exactly once by its id.
 * @throws Refusal VOUCHER_UNUSABLE, REQUEST_ID_REUSED
 */
export async function buyWithVoucher(
  db: Db,
  request: PurchaseRequest,
  voucher: string,
): Promise<PurchaseAnswer> {
  const { member, id: order, amount: total } = request
  try {
    return await db.tx(async (tx) => {
      await lockWallets(tx, [member])
      const known = await earlierPurchase(tx, request, { withVoucher: true })
      if (known) {
        if ((await voucherOf(tx, member, order)) !== voucher) throw new Refusal('REQUEST_ID_REUSED')
        return known
      }
      const amount = await useVoucher(tx, { member, voucher, order, total })
      if (amount === null) throw new Refusal('VOUCHER_UNUSABLE')
      return buyWithHousePart(tx, shareSeller, request, { account: 'vouchers', posting: 'voucher', amount })
    })
  } catch (error) {
    if (error instanceof NotBought) return error.answer
    throw error
  }
}
