/** The addresses of recharges in USDT as operators see them, and late transfers that wait for them. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Guard } from '../../guard/index.ts'
import {
  formatUsdt,
  paidAddresses,
  trc20Standing,
  worthOf,
  type HeldTransfer,
  type HeldTransfers,
} from '../../wallet/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import type { FundingWriter } from '../house/house-funding.ts'
import { aboutHeld, placeOf, transferOf, trc20Credit, trc20Dismiss } from './held-changes.ts'

/** The index of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0))])

/** Microseconds, transaction and event of the last transfer. */
const HELD_CURSOR = z.tuple([z.int().check(z.minimum(0)), z.string(), z.int().check(z.minimum(0))])

export type Trc20RoutesDeps = {
  db: Executor
  approvals: Pick<Approvals, 'register' | 'request'>
  writer: FundingWriter
  transfers: { readonly held: HeldTransfers }
  guard: Pick<Guard, 'net'>
}

function heldView(row: HeldTransfer) {
  return {
    transfer: transferOf(row),
    recharge: row.number,
    member: row.member_id,
    address: row.address,
    sender: row.sender,
    units: formatUsdt(row.units),
    rate: formatMoney(row.rate),
    ownRate: formatMoney(row.own_rate),
    amount: formatMoney(worthOf(row.units, row.rate)),
    lost: row.lost,
    paidAt: Number(row.block_ms),
    heldAt: Number(row.held_ms),
  }
}

/** The endpoints of recharges in USDT. Registers the decisions about late transfers. */
export function trc20Routes({
  db,
  approvals,
  writer,
  transfers: { held },
  guard,
}: Trc20RoutesDeps): Handlers<Endpoints, 'trc20List' | 'trc20Held' | 'trc20Credit' | 'trc20Dismiss'> {
  const credit = trc20Credit(held, writer, guard)
  const dismiss = trc20Dismiss(held, guard)
  approvals.register(credit)
  approvals.register(dismiss)
  return {
    async trc20Held({ input: { cursor, limit } }) {
      const [micros, txId, logIndex] = decodeCursor(cursor, HELD_CURSOR) ?? []
      const after =
        micros === undefined || txId === undefined || logIndex === undefined
          ? null
          : { micros, txId, logIndex }
      const rows = await held.page(db, after, limit + 1)
      const { items, next } = pageOf(rows, limit, (row) => [
        Number(row.held_micros),
        row.transaction_id,
        row.log_index,
      ])
      return { items: items.map(heldView), next }
    },
    async trc20Credit(call) {
      const { transfer, reason, requestId } = call.input
      const params = aboutHeld(await held.require(db, placeOf(transfer)))
      return approvals.request(call, credit, { params, reason, requestId })
    },
    async trc20Dismiss(call) {
      const { transfer, reason, requestId } = call.input
      const params = aboutHeld(await held.require(db, placeOf(transfer)))
      return approvals.request(call, dismiss, { params, reason, requestId })
    },
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
          held: row.held,
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
