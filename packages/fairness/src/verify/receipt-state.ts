/** The part of the step `receipt` about the state of the log that the receipt states: the whole log shows whether it is a state of it. */
import { PROOF_VERSION_1 } from '../proof/types.ts'
import { demand } from '../read.ts'
import { readReceipt } from '../receipt.ts'
import type { FinishedAudit } from './types.ts'

/** The parts of a proof's log that the state is compared with: its first entry is the opening, or that of the chain. */
export type StatedLog = { readonly entries: readonly { readonly index: number }[] }

/**
 * Compares the receipt with the whole log, if one is given: its state contains the terms and is a state of this log. So a
 * receipt that the house signed beside another history fails.
 * @param document the signed receipt, a parsed JSON value
 * @returns what was compared, to follow the detail of the step
 * @throws ReadError
 */
export function checkReceiptState(
  { version, log }: { readonly version: string; readonly log: StatedLog | null },
  document: unknown,
  audited: FinishedAudit | undefined,
): string {
  if (audited === undefined)
    return '; the root of the log that it states is not compared with the whole log (none was given)'
  const { receipt } = readReceipt(document)
  // Receipts have the two fields since the release that begins logs, and its issues are those of version 2.
  const isWhole = receipt.kind !== 'order' || 'running' in receipt || version === PROOF_VERSION_1
  demand(
    isWhole,
    'the receipt has no row number and no running hash, but every receipt of such an issue has them',
  )
  const { logSize, logRoot } = receipt
  const root = audited.rootAt(logSize)
  demand(
    root !== null,
    `the receipt states a log of ${logSize} entries, and the log that was given is shorter`,
  )
  demand(
    root === logRoot,
    `the receipt states another root than that of the first ${logSize} entries of the log`,
  )
  const opening = log?.entries[0]?.index ?? 0
  demand(
    logSize > opening,
    `the receipt states a log of ${logSize} entries, which does not contain the terms`,
  )
  return `; the log had the root that it states at ${logSize} entries`
}
