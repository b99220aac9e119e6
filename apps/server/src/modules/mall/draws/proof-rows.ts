/** The rows of sealed issues for their proofs. They never change after the sell-out, so each process caches recent ones. */
import type { ClaimedRow } from '@fairlot/fairness/claimed-rows'
import type { OrderRow } from '@fairlot/fairness/draw'
import type { Executor } from '../../../platform/db.ts'
import type { TagKeys } from '../../fair/index.ts'
import { readClaimedOrders, readOrders } from './draw-orders.ts'

/** Maximum number of orders of all cached issues together: about 30 MB. */
const MAX_CACHED_ORDERS = 200_000

/** Names the issue, and gives the offset of its times of day. */
type Issue = { issueId: string; number: string; utcOffset: number }

/** Returns the rows of a sealed issue that has this many orders. */
type RowReader<Row> = (issue: Issue, orders: number) => Promise<readonly Row[]>

export type RowCache = {
  rowsOf: RowReader<OrderRow>
  /** of an issue of version 3 */
  claimedRowsOf: RowReader<ClaimedRow>
}

export function createRowCache({ db, tagKeys }: { db: Executor; tagKeys: TagKeys }): RowCache {
  /** by issue, the oldest first */
  const known = new Map<string, { orders: number; drop(): void }>()
  let cachedOrders = 0

  function forget(issueId: string) {
    const issue = known.get(issueId)
    if (!issue) return
    cachedOrders -= issue.orders
    issue.drop()
    known.delete(issueId)
  }

  /** An issue has rows of one kind, so both kinds share the limit. */
  function cached<Row>(
    read: (db: Executor, issueId: string, tagKey: string, utcOffset: number) => Promise<Row[]>,
  ): RowReader<Row> {
    const cache = new Map<string, Promise<readonly Row[]>>()
    return ({ issueId, number, utcOffset }, orders) => {
      const found = cache.get(issueId)
      if (found) return found
      for (const oldest of known.keys()) {
        if (cachedOrders + orders <= MAX_CACHED_ORDERS) break
        forget(oldest)
      }
      const rows = read(db, issueId, tagKeys.of(number), utcOffset)
      cache.set(issueId, rows)
      known.set(issueId, { orders, drop: () => cache.delete(issueId) })
      cachedOrders += orders
      // a failed read is not cached: the next call reads again
      rows.catch(() => forget(issueId))
      return rows
    }
  }

  return { rowsOf: cached(readOrders), claimedRowsOf: cached(readClaimedOrders) }
}
