/** The addresses of recharges in USDT as operators see them. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { formatUsdt, paidAddresses, trc20Standing } from '../../wallet/index.ts'

/** The index of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0))])

export function trc20Routes({ db }: { db: Executor }): Handlers<Endpoints, 'trc20List'> {
  return {
    async trc20List({ input: { cursor, limit, lost = false } }) {
      const [below = null] = decodeCursor(cursor, CURSOR) ?? []
      const [standing, rows] = await Promise.all([
        trc20Standing(db),
        paidAddresses(db, { below, lost, limit: limit + 1 }),
      ])
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.index)])
      return {
        items: items.map((row) => ({
          index: Number(row.index),
          address: row.address,
          recharge: row.number,
          received: formatUsdt(row.received),
          credited: formatMoney(row.credited),
          waiting: row.waiting,
          lost: row.lost,
          lastAt: Number(row.last_ms),
        })),
        next,
        contract: standing?.contract ?? null,
        derived: Number(standing?.derived ?? 0n),
        watch:
          standing?.head == null || standing.looked_ms === null
            ? null
            : { block: Number(standing.head), at: Number(standing.looked_ms) },
      }
    },
  }
}
