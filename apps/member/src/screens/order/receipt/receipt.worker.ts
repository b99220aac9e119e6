/** Checks a receipt in a worker: its signature, the log, the order's id, and on request the draw. */
import { CallError, TransportError } from '@fairlot/contract/client'
import type { Client } from '@fairlot/contract/client'
import { fairAbout, fairCheckpoint, fairConsistency } from '@fairlot/contract/endpoints/fair'
import { proof } from '@fairlot/contract/endpoints/mall/draws'
import { verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import { readReceipt } from '@fairlot/fairness/receipt'
import type { SignedReceipt } from '@fairlot/fairness/receipt'
import { tellsLoss } from '../../../parts/proof/lost.ts'
import { orNull } from '../../../parts/proof/or-null.ts'
import { workerClient } from '../../../parts/proof/worker-client.ts'
import { checkDraw, checkLog, checkId, checkSignature } from './check-receipt.ts'
import type { Finding } from './check-receipt.ts'
import type { ReceiptAnswer, ReceiptRequest } from './receipt-messages.ts'

async function findOut(request: ReceiptRequest): Promise<ReceiptAnswer> {
  const { what, signed, facts, language, publicKey, chosen } = request
  const client = workerClient(language)
  if (what === 'draw') {
    const text = JSON.stringify(await client.call(proof, { issue: facts.issue }))
    const lost = tellsLoss(text)
      ? (await import('../../../parts/proof/lost-issue.ts')).LOST_ISSUES
      : undefined
    return { kind: 'draw', draw: checkDraw(signed, publicKey, text, lost?.verify) }
  }
  const id = chosen && checkId(facts.order, chosen)
  const signature = checkSignature(signed, publicKey, facts)
  if (!signature.ok) return { kind: 'signature', signature, log: signature, id }
  const { deployment, continues } = await client.call(fairAbout, {})
  const log = await logFinding(client, signed, { name: deployment, publicKey })
  // After a loss the house started a new log. The receipt may be of the one before.
  if (log.ok || continues === null) return { kind: 'signature', signature, log, id }
  const before = await logFinding(client, signed, { name: continues.deployment, publicKey })
  return { kind: 'signature', signature, log: before.ok ? before : log, id }
}

/** Whether a log, in its newest signed state, extends the one of the receipt. */
async function logFinding(
  client: Client,
  signed: SignedReceipt,
  { name, publicKey }: { name: string; publicKey: string },
): Promise<Finding> {
  const { logSize } = readReceipt(signed).receipt
  const newest = await orNull(client.call(fairCheckpoint, { log: name }))
  const checkpoint = newest && verifyCheckpoint(newest.note, publicKey, name)
  if (newest !== null && checkpoint === null) {
    return { ok: false, detail: `the newest state of log ${name} is not signed with its key` }
  }
  if (checkpoint === null || checkpoint.size < logSize) {
    const detail = `log ${name} is shorter (${checkpoint?.size ?? 0}) than when the receipt was signed (${logSize})`
    return { ok: false, detail }
  }
  const { size, root } = checkpoint
  const grown = await orNull(client.call(fairConsistency, { from: logSize, to: size, log: name }))
  return checkLog(signed, { size, root, path: grown?.path ?? [] })
}

async function answer(request: ReceiptRequest): Promise<ReceiptAnswer> {
  try {
    return await findOut(request)
  } catch (error) {
    if (error instanceof CallError || error instanceof TransportError) return { kind: 'failed' }
    throw error
  }
}

globalThis.addEventListener('message', (event: MessageEvent<ReceiptRequest>) => {
  void answer(event.data).then((result) => {
    globalThis.postMessage(result, { transfer: [] })
  })
})
