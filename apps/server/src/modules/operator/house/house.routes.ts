import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { FUNDED_ACCOUNTS } from '@fairlot/contract/kinds/house-accounts'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { sayHalt } from '../../fair/index.ts'
import { houseAccounts } from '../../ledger/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { listFundings, pendingFundings } from './house-funding.queries.ts'
import { houseFunding, type FundingWriter } from './house-funding.ts'
import { normalReference } from './reference.ts'

export type HouseDeps = {
  db: Executor
  approvals: Pick<Approvals, 'register' | 'request'>
  writer: FundingWriter
  /** called in the transaction that funds an account */
  onFunded?: Parameters<typeof houseFunding>[1]
}

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

const operatorRef = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name }

type Names = 'houseList' | 'houseFund' | 'houseFundings'

/** The endpoints of the house's accounts. Registers the change `house.fund`. */
export function houseRoutes({ db, approvals, writer, onFunded }: HouseDeps): Handlers<Endpoints, Names> {
  const definition = houseFunding(writer, onFunded)
  approvals.register(definition)
  const funded: readonly string[] = FUNDED_ACCOUNTS
  return {
    async houseList() {
      const standing = writer.standing.now()
      const [accounts, pending] = await Promise.all([houseAccounts(db), pendingFundings(db)])
      return {
        items: accounts.map(({ name, balance }) => ({
          account: name,
          balance: formatMoney(balance),
          funded: funded.includes(name),
        })),
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
