/** The operators' view of what providers say and what the books have. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { differencesOf, listDays, type ReconciledDay } from '../../wallet/index.ts'

const position = z.tuple([z.string(), z.string(), z.enum(['in', 'out'])])
const SHOWN = 100

export function reconciliationRoutes({
  db,
}: {
  db: Db
}): Handlers<Endpoints, 'reconcileList' | 'reconcileShow'> {
  return {
    async reconcileList({ input: { cursor, limit, onlyDifferent } }) {
      const at = decodeCursor(cursor, position)
      const before = at && { day: at[0], provider: at[1], direction: at[2] }
      const rows = await listDays(db, { onlyDifferent, before, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, ({ day, provider, direction }) => [
        day,
        provider,
        direction,
      ])
      return { items: items.map(view), next }
    },
    async reconcileShow({ input }) {
      const items = await differencesOf(db, input, SHOWN)
      return {
        items: items.map(({ key, said, booked }) => ({
          key,
          said: said === null ? null : formatMoney(said),
          booked: booked === null ? null : formatMoney(booked),
        })),
      }
    },
  }
}

function view(row: ReconciledDay) {
  const { day, provider, direction, differences, changed_ms: changedMs } = row
  return {
    day,
    provider,
    direction,
    said: { items: row.said_items, amount: formatMoney(row.said_amount) },
    booked: { items: row.booked_items, amount: formatMoney(row.booked_amount) },
    differences,
    changedAt: Number(changedMs),
  }
}
