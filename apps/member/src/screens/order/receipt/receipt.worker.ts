/** Checks a receipt in a worker: its signature, the log, and on request the draw. */
import { CallError, TransportError } from '@fairlot/contract/client'
import { fairAbout, fairConsistency } from '@fairlot/contract/endpoints/fair'
import { proof } from '@fairlot/contract/endpoints/mall'
import { readReceipt } from '@fairlot/fairness/receipt'
import { workerClient } from '../../../parts/proof/worker-client.ts'
import { checkDraw, checkLog, checkSignature } from './check-receipt.ts'
import type { ReceiptAnswer, ReceiptRequest } from './receipt-messages.ts'

async function findOut({ what, signed, facts, language }: ReceiptRequest): Promise<ReceiptAnswer> {
  const client = workerClient(language)
  const { publicKey, checkpoint } = await client.call(fairAbout, {})
  if (what === 'draw') {
    const text = JSON.stringify(await client.call(proof, { issue: facts.issue }))
    return { kind: 'draw', draw: checkDraw(signed, publicKey, text) }
  }
  const signature = checkSignature(signed, publicKey, facts)
  if (!signature.ok) return { kind: 'signature', signature, log: signature }
  const { logSize } = readReceipt(signed).receipt
  if (checkpoint === null || checkpoint.size < logSize) {
    const detail = `the log is shorter (${checkpoint?.size ?? 0}) than when the receipt was signed (${logSize})`
    return { kind: 'signature', signature, log: { ok: false, detail } }
  }
  const { size, root } = checkpoint
  const { path } = await client.call(fairConsistency, { from: logSize, to: size })
  return { kind: 'signature', signature, log: checkLog(signed, { size, root, path }) }
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
