/** The step `claim` of version 3: exactly one row is that of the member's purchase, whose id the member's device chose. */
import { claimOf } from '../../claimed-rows.ts'
import { purchaseId } from '../../purchase-id.ts'
import { demand, ReadError } from '../../read.ts'
import { readReceipt } from '../../receipt.ts'
import { type Outcome, unneeded, type VerifyOptions } from '../types.ts'

/** @throws ReadError */
export function checkClaim(
  rows: readonly { readonly seq: number; readonly claim: string }[],
  { claim, receipt }: VerifyOptions,
): Outcome {
  if (claim === undefined) return unneeded('neither member nor request was given')
  const order = purchaseId(claim.member, claim.request)
  const own = claimOf(order)
  const found = rows.filter((row) => row.claim === own)
  demand(found.length > 0, `no row has the claim ${own} of the purchase ${order}`)
  demand(found.length === 1, `${found.length} rows have the claim ${own}`)
  const named = receipt === undefined ? order : orderIn(receipt)
  demand(named === order, `the receipt is for the purchase ${named}, not ${order}`)
  return `row ${found[0]!.seq} is that of the purchase ${order}, and no other row is`
}

/** The purchase that a receipt names; null for one that step `receipt` refuses. */
function orderIn(document: unknown): string | null {
  try {
    const { receipt } = readReceipt(document)
    return receipt.t === 'receipt/3' ? receipt.order : null
  } catch (error) {
    if (error instanceof ReadError) return null
    throw error
  }
}
