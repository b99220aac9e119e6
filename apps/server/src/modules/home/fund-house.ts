/** House funding: the posting and the entry for the transparency log, in one transaction. */
import type { Db, Tx } from '../../platform/db.ts'
import type { LogWriter } from '../fair/index.ts'
import { fundHouse, type Funding } from '../ledger/index.ts'

/**
 * Funds a house account, once per bank reference, and enqueues the entry for the transparency log.
 * @returns false when the reference has funded the account before
 * @throws Error when the reference funded the account with another amount, and for real money without two persons
 */
export async function fundIn(tx: Tx, writer: Pick<LogWriter, 'enqueue'>, funding: Funding): Promise<boolean> {
  const at = await fundHouse(tx, funding)
  if (at === null) return false
  const { account, amount, reference } = funding
  await writer.enqueue(tx, { t: 'funding', account, amount: String(amount), reference, at })
  return true
}

/** Runs `fundIn` in its own transaction: for the demo world and tests. */
export function fundAndPublish(
  { db, writer }: { db: Db; writer: Pick<LogWriter, 'enqueue'> },
  funding: Funding,
): Promise<boolean> {
  return db.tx((tx) => fundIn(tx, writer, funding))
}
