/**
 * A purchase of which the house pays a part, as a voucher does. The part passes through the member's wallet, so that the seller's
 * book receives the whole amount with its usual lines, and refunds and settlements stay as they are. It is a transaction of its
 * own beside the batches: purchases without such a part cost what they cost.
 *
 * The caller holds the lock of the wallet. Locks follow in the documented order: the subject, then the house's account.
 */
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import type { Tx } from '../../../platform/db.ts'
import { postSide } from '../transfer.ts'
import type { AnswerRow, PurchaseAnswer, PurchaseRequest } from './purchase.ts'
import { answerOf } from './runner.ts'
import type { SellerDefinition } from './seller-definition.ts'
import { requestValues, withHousePart } from './statements.ts'

export type HousePart = {
  /** the account that pays, and the kind of its lines; their `ref` is the purchase */
  account: HouseAccount
  posting: string
  /** minor units, above zero and at most the amount of the purchase */
  amount: bigint
}

/** Carries the answer of a purchase that was not made out of its transaction, which is undone. */
export class NotBought extends Error {
  override name = 'NotBought'
  readonly answer: PurchaseAnswer
  constructor(answer: PurchaseAnswer) {
    super('the purchase was not made')
    this.answer = answer
  }
}

/**
 * Buys in the caller's transaction, once by its id: the caller has looked, under the wallet's lock, that no purchase has this id.
 * @throws NotBought when the ledger or the seller refuses: nothing is stored then, and a repeated call is judged again
 */
export async function buyWithHousePart(
  tx: Tx,
  seller: SellerDefinition,
  request: PurchaseRequest,
  { account, posting, amount }: HousePart,
): Promise<PurchaseAnswer> {
  if (amount <= 0n || amount > request.amount) throw new RangeError('the house pays a part of the purchase')
  await postSide(tx, { member: request.member }, request.id, posting, amount)
  await tx.query(seller.book.lock, [request.subject])
  const values = [...requestValues(seller.kind)([request]), amount]
  const [row] = await tx.query<AnswerRow>(withHousePart(seller), values)
  if (!row) throw new Error('the purchase was not answered')
  const answer = answerOf({ ...request, ...row })
  if (answer.outcome !== 'done') throw new NotBought(answer)
  await postSide(tx, { house: account }, request.id, posting, -amount)
  return answer
}
