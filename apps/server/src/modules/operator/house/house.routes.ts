import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { FUNDED_ACCOUNTS, type HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { sayHalt } from '../../fair/index.ts'
import { houseAccounts } from '../../ledger/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { listFundings, pendingFundings } from './house-funding.queries.ts'
import { houseFunding } from './house-funding.ts'
import { houseMoveRoutes } from './house-moves.routes.ts'
import { bankBooks, takeOutNow, type TakeOut } from './house-moves.queries.ts'
import type { MoveDeps } from './house-moves.ts'
import { operatorRef } from './operator-ref.ts'
import { normalReference } from './reference.ts'

export type HouseDeps = MoveDeps & {
  db: Executor
  approvals: Pick<Approvals, 'register' | 'request'>
  /** called in the transaction that funds an account */
  onFunded?: Parameters<typeof houseFunding>[1]
}

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

type Names = 'houseList' | 'houseFund' | 'houseFundings' | 'housePayout' | 'houseBook' | 'houseMoves'

/** What may leave an account now; null: cash, which has no such amount. */
function freeOf({ name, available }: { name: HouseAccount; available: bigint }, takeOut: TakeOut) {
  if (name === 'cash') return null
  return formatMoney(name === 'sales' || name === 'fees' ? takeOut[name] : available)
}

/** The endpoints of the house's accounts. Registers the changes of its money. */
export function houseRoutes(deps: HouseDeps): Handlers<Endpoints, Names> {
  const { db, approvals, writer, onFunded, utcOffsetMinutes } = deps
  const definition = houseFunding(writer, onFunded)
  approvals.register(definition)
  const funded: readonly string[] = FUNDED_ACCOUNTS
  return {
    ...houseMoveRoutes(deps),
    async houseList() {
      const standing = writer.standing.now()
      const [accounts, pending, takeOut, bank] = await Promise.all([
        houseAccounts(db),
        pendingFundings(db),
        takeOutNow(db, utcOffsetMinutes),
        bankBooks(db),
      ])
      return {
        items: accounts.map((one) => ({
          account: one.name,
          balance: formatMoney(one.balance),
          funded: funded.includes(one.name),
          free: freeOf(one, takeOut),
        })),
        bank: {
          books: formatMoney(bank.books),
          house: formatMoney(bank.house),
          reserves: formatMoney(bank.reserves),
          members: formatMoney(bank.members),
          unbooked: formatMoney(takeOut.unbooked),
        },
        takeOut: formatMoney(takeOut.sales + takeOut.fees),
        pending: pending.length,
        halted: typeof standing === 'string' ? null : sayHalt(standing),
      }
    },
    houseFund(call) {
      const { account, amount, reason, requestId } = call.input
      const funding = {
        account,
        amount: formatMoney(parseMoney(amount)),
        reference: normalReference(call.input.reference),
      }
      return approvals.request(call, definition, { params: funding, reason, requestId })
    },
    async houseFundings({ input: { account = null, cursor, limit } }) {
      const last = decodeCursor(cursor, CURSOR)
      const before = last ? { micros: last[0], fundingId: last[1] } : null
      const rows = await listFundings(db, { account, before, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.funded_micros), row.funding_id])
      return {
        items: items.map((row) => ({
          id: row.funding_id,
          account: row.account,
          amount: formatMoney(row.amount),
          reference: row.reference,
          requestedBy: operatorRef(row.requested_by, row.requested_name),
          approvedBy: operatorRef(row.approved_by, row.approved_name),
          at: Number(row.funded_ms),
        })),
        next,
      }
    },
  }
}
