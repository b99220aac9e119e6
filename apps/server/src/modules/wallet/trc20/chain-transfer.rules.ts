/**
 * What the record of a transaction changes in a transfer that the watcher knows. Pure: the watcher asks nodes, locks and
 * writes.
 *
 * seen → credited | dust | held, when it has enough confirmations; seen → gone → seen, when blocks are reorganised before that.
 * held → credited | dismissed, when operators decide. A credited transfer stays credited: one that leaves the chain afterwards is
 * `lost`, which operators decide about. A held one that is lost cannot be credited.
 */
export const TRANSFER_STATES = ['seen', 'gone', 'held', 'credited', 'dust', 'dismissed'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

export type KnownTransfer = {
  readonly state: TransferState
  readonly block: number
  /** 1/1,000,000 USDT */
  readonly units: bigint
  /** the nodes no longer have it, although it was confirmed */
  readonly lost: boolean
}

/** A transfer on the chain as one node has it; null: the chain has no such transfer. */
export type FoundTransfer = { readonly block: number; readonly units: bigint } | null

export type TransferStep =
  /** it is as it was, or there is nothing */
  | { readonly do: 'nothing' }
  /** it is on the chain, with fewer confirmations than needed */
  | { readonly do: 'see'; readonly confirmations: number }
  /** it left the chain before it was credited */
  | { readonly do: 'forget' }
  /** it has its confirmations: credit what it is worth, hold it, or record that it is worth nothing */
  | { readonly do: 'confirm' }
  /** it was credited or is held, and the chain no longer has it as it was: an alarm, never a debit */
  | { readonly do: 'lose' }
  /** it is back on the chain as it was */
  | { readonly do: 'find' }

const NOTHING: TransferStep = { do: 'nothing' }

/** Whether a transfer had its confirmations: it was credited, waits for operators, or ended otherwise. */
export function isConfirmed(state: TransferState): boolean {
  return state !== 'seen' && state !== 'gone'
}

/** Blocks on top of a block; negative when the node has not reached it. */
export function confirmationsOf(block: number, head: number): number {
  return head - block
}

/**
 * @param known what is stored; null: nothing
 * @param needed confirmations before a transfer is credited
 */
export function stepOf(
  known: KnownTransfer | null,
  found: FoundTransfer,
  head: number,
  needed: number,
): TransferStep {
  if (known?.state === 'dismissed') return NOTHING
  if (known && isConfirmed(known.state)) return afterConfirmation(known, found)
  if (!found) return known?.state === 'seen' ? { do: 'forget' } : NOTHING
  const confirmations = confirmationsOf(found.block, head)
  if (confirmations >= needed) return { do: 'confirm' }
  const isSame = known?.state === 'seen' && known.block === found.block && known.units === found.units
  return isSame ? NOTHING : { do: 'see', confirmations: Math.max(0, confirmations) }
}

function afterConfirmation(known: KnownTransfer, found: FoundTransfer): TransferStep {
  const isThere = found !== null && found.units === known.units
  if (isThere) return known.lost ? { do: 'find' } : NOTHING
  return known.lost ? NOTHING : { do: 'lose' }
}
