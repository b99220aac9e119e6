import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { operatorByName } from '../staff/operators.queries.ts'
import { listMoves } from './house-moves.queries.ts'
import { houseBookings, housePayouts, type BookedParams, type MoveDeps } from './house-moves.ts'
import { operatorRef } from './operator-ref.ts'
import { normalReference } from './reference.ts'

type Deps = MoveDeps & { db: Executor; approvals: Pick<Approvals, 'register' | 'request'> }
type Names = 'housePayout' | 'houseBook' | 'houseMoves'

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

/** Only a correction can go in; a release is of the bankroll. */
function bookedParams(input: Omit<BookedParams, 'account'> & { account: 'sales' | 'fees' }): BookedParams {
  const { kind, direction, amount, reference } = input
  if (direction === 'in' && kind !== 'bank_correction')
    throw new Refusal('INPUT_INVALID', { fields: { direction: 'INVALID' } })
  const account = kind === 'release' ? 'bankroll' : input.account
  return {
    kind,
    account,
    direction,
    amount: formatMoney(parseMoney(amount)),
    reference: normalReference(reference),
  }
}

/** Payouts, costs, corrections and releases. Registers the changes `house.payout` and `house.book`. */
export function houseMoveRoutes(deps: Deps): Handlers<Endpoints, Names> {
  const { db, approvals } = deps
  const payouts = housePayouts(deps)
  const bookings = houseBookings(deps)
  approvals.register(payouts)
  approvals.register(bookings)
  return {
    async housePayout(call) {
      const { account, to, amount, reason, requestId } = call.input
      const owner = await operatorByName(db, to)
      if (!owner) throw new Refusal('NO_SUCH_DATA')
      const params = {
        kind: 'payout' as const,
        account,
        to,
        recipient: owner.operator_id,
        amount: formatMoney(parseMoney(amount)),
        reference: normalReference(call.input.reference),
      }
      return approvals.request(call, payouts, { params, reason, requestId })
    },
    houseBook(call) {
      const { reason, requestId } = call.input
      return approvals.request(call, bookings, { params: bookedParams(call.input), reason, requestId })
    },
    async houseMoves({ input: { kind = null, cursor, limit } }) {
      const last = decodeCursor(cursor, CURSOR)
      const before = last ? { micros: last[0], moveId: last[1] } : null
      const rows = await listMoves(db, { kind, before, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.moved_micros), row.move_id])
      return {
        items: items.map((row) => ({
          id: row.move_id,
          kind: row.kind,
          account: row.account,
          direction: row.direction,
          amount: formatMoney(row.amount),
          reference: row.reference,
          reason: row.reason,
          to: operatorRef(row.recipient, row.recipient_name),
          requestedBy: operatorRef(row.requested_by, row.requested_name),
          approvedBy: operatorRef(row.approved_by, row.approved_name),
          at: Number(row.moved_ms),
        })),
        next,
      }
    },
  }
}
