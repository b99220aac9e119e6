/** Checks a receipt on this device. Pure; `receipt.worker.ts` fetches the data and runs it. */
import { verifyConsistency } from '@fairlot/fairness/log'
import { parseProofText } from '@fairlot/fairness/proof'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import { ReadError } from '@fairlot/fairness/read'
import { readReceipt, verifyReceipt } from '@fairlot/fairness/receipt'
import type { Receipt, SignedReceipt } from '@fairlot/fairness/receipt'
import type { IssueProof3 } from '@fairlot/fairness/proof'
import { verifyProof } from '@fairlot/fairness/verify'
import type { LostReading } from '../../../parts/proof/lost.ts'

/** The order as the page shows it. */
export type OrderFacts = {
  order: string
  issue: string
  tag: string
  /** Unix milliseconds */
  at: number
  first: number
  quantity: number
  /** 1/10,000 units, decimal */
  amount: string
}

/** The result of a check. `detail` is an English message about a failure. */
export type Finding = { ok: true } | { ok: false; detail: string }

const bad = (detail: string): Finding => ({ ok: false, detail })

/** Reads a signed receipt, or returns why it is invalid. */
function opened(signed: SignedReceipt): { receipt: Receipt } | { detail: string } {
  try {
    return { receipt: readReceipt(signed).receipt }
  } catch (error) {
    if (error instanceof ReadError) return { detail: error.message }
    throw error
  }
}

/**
 * Checks that the receipt is signed with the log's key and names this order.
 * @param publicKey the log's key, hex
 */
export function checkSignature(signed: SignedReceipt, publicKey: string, facts: OrderFacts): Finding {
  const content = opened(signed)
  if ('detail' in content) return bad(content.detail)
  const { receipt } = content
  if (!verifyReceipt(signed, publicKey)) return bad("the receipt is not signed with the log's key")
  if (receipt.kind !== 'order') return bad('the receipt is not one of an order')
  const stated: OrderFacts = {
    order: receipt.id,
    issue: receipt.issue,
    tag: receipt.tag,
    at: receipt.ms,
    first: receipt.first,
    quantity: receipt.quantity,
    amount: receipt.amount,
  }
  const other = Object.entries(stated).find(([name, value]) => facts[name as keyof OrderFacts] !== value)
  return other === undefined
    ? { ok: true }
    : bad(`the receipt names another ${other[0]} (${other[1]}) than the order`)
}

/** What this device chose when it ordered. */
export type Chosen = { member: string; requestId: string }

/** Checks that the house did not choose the id of the order: it follows from the member and from this device's request id. */
export function checkId(order: string, { member, requestId }: Chosen): Finding {
  const id = purchaseId(member, requestId)
  return id === order ? { ok: true } : bad(`the request of this device makes the id ${id}, not ${order}`)
}

export type LogGrowth = {
  /** the current size and root (hex) of the log */
  size: number
  root: string
  /** the proof that it extends the log of the receipt (RFC 6962) */
  path: readonly string[]
}

/** Checks that the current log extends the log on which the receipt was signed. */
export function checkLog(signed: SignedReceipt, now: LogGrowth): Finding {
  const content = opened(signed)
  if ('detail' in content) return bad(content.detail)
  const { logSize, logRoot } = content.receipt
  const grown = verifyConsistency({
    oldSize: logSize,
    oldRoot: logRoot,
    newSize: now.size,
    newRoot: now.root,
    path: now.path,
  })
  return grown ? { ok: true } : bad(`the log of size ${now.size} does not extend that of size ${logSize}`)
}

/**
 * Checks that the receipt's order is in the proof of its draw, and that the proof verifies.
 * @param verify how to verify it, where its log was lost
 */
export function checkDraw(
  signed: SignedReceipt,
  publicKey: string,
  proofText: string,
  verify: LostReading<IssueProof3>['verify'] = verifyProof,
): Finding {
  let document: unknown
  try {
    document = parseProofText(proofText)
  } catch (error) {
    if (error instanceof ReadError) return bad(error.message)
    throw error
  }
  const { verdict, steps, summary } = verify(document, { publicKey, receipt: signed })
  const failed = steps.find(({ status }) => status === 'failed')
  // the order is in a draw that is not confirmed, too: the page of the draw says so
  if (failed === undefined && verdict !== 'arithmetic') return { ok: true }
  return bad(failed === undefined ? summary : `${failed.step}: ${failed.detail}`)
}
