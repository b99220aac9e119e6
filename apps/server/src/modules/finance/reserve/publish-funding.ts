/** Funding of a reserve: the posting and the entry for the transparency log, in one transaction. */
import type { Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { fundReserve, type ReserveFunding, type ReserveMoved } from '../products/reserve-funding.ts'

/** The name of a reserve in the log's entries `funding`. */
const accountOf = (code: string): string => `reserve:${code}`

/**
 * Funds the reserve of a product, once per bank reference, and enqueues the entry that states it.
 * @returns null when an earlier call did
 * @throws as `fundReserve`
 */
export async function fundReserveIn(
  tx: Tx,
  writer: Pick<LogWriter, 'enqueue'>,
  funding: ReserveFunding,
): Promise<ReserveMoved | null> {
  const moved = await fundReserve(tx, funding)
  if (moved === null) return null
  const { code, amount, reference } = funding
  await writer.enqueue(tx, {
    t: 'funding',
    account: accountOf(code),
    amount: String(amount),
    reference,
    at: moved.atMs,
  })
  return moved
}
