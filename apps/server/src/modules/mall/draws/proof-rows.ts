/** The rows of sealed issues for their proofs. They never change after the sell-out, so each process caches recent ones. */
import type { OrderRow } from '@fairlot/fairness/draw'
import type { Executor } from '../../../platform/db.ts'
import type { TagKeys } from '../../fair/index.ts'
import { readOrders } from './draw-orders.ts'

/** Maximum number of orders of all cached issues together: about 30 MB. */
const MAX_CACHED_ORDERS = 200_000

/** Names the issue, and gives the offset of its times of day. */
type Issue = { issueId: string; number: string; utcOffset: number }

/** Returns the rows of a sealed issue that has this many orders. */
export type RowReader = (issue: Issue, orders: number) => Promise<readonly OrderRow[]>

export function createRowCache({ db, tagKeys }: { db: Executor; tagKeys: TagKeys }): RowReader {
  const cached = new Map<string, { rows: Promise<readonly OrderRow[]>; orders: number }>()
  let cachedOrders = 0

  function forget(issueId: string) {
    cachedOrders -= cached.get(issueId)?.orders ?? 0
    cached.delete(issueId)
  }

  return ({ issueId, number, utcOffset }, orders) => {
    const known = cached.get(issueId)
    if (known) return known.rows
    for (const oldest of cached.keys()) {
      if (cachedOrders + orders <= MAX_CACHED_ORDERS) break
      forget(oldest)
    }
    const rows = readOrders(db, issueId, tagKeys.of(number), utcOffset)
    cached.set(issueId, { rows, orders })
    cachedOrders += orders
    // a failed read is not cached: the next call reads again
    rows.catch(() => forget(issueId))
    return rows
  }
}
