import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { normalReference } from '../house/reference.ts'
import { correctionChanges, type CorrectionDeps } from './corrections.ts'
import { memberStatus } from './members.queries.ts'

export type CorrectionRoutesDeps = CorrectionDeps & {
  db: Executor
  approvals: Pick<Approvals, 'register' | 'request'>
}
type Names = 'memberCredit' | 'memberReverse' | 'memberCorrections' | 'houseChargeback'

const entered = (amount: string) => formatMoney(parseMoney(amount))

/** Credits, reversals and chargebacks. Registers the three changes. */
export function correctionRoutes(deps: CorrectionRoutesDeps): Handlers<Endpoints, Names> {
  const { db, approvals, corrections } = deps
  const { memberCredit, memberReverse, houseChargeback } = correctionChanges(deps)
  approvals.register(memberCredit)
  approvals.register(memberReverse)
  approvals.register(houseChargeback)
  return {
    memberCredit(call) {
      const { id: member, amount, account, why, reason, requestId } = call.input
      const params = { member, amount: entered(amount), account, why }
      return approvals.request(call, memberCredit, { params, reason, requestId })
    },
    memberReverse(call) {
      const { id: member, credit, amount, reason, requestId } = call.input
      return approvals.request(call, memberReverse, {
        params: { member, credit, amount: entered(amount) },
        reason,
        requestId,
      })
    },
    async memberCorrections({ input: { id } }) {
      if ((await memberStatus(db, id)) === undefined) throw new Refusal('NO_SUCH_DATA')
      const rows = await corrections.list(db, id)
      return {
        items: rows.map((row) => ({
          id: row.correction_id,
          kind: row.kind,
          account: row.account,
          amount: formatMoney(row.amount),
          why: row.reason,
          credit: row.reverses,
          recharge: row.recharge,
          charged: row.charged === null ? null : formatMoney(row.charged),
          reversed: row.reversed,
          requestedBy: row.requested_by,
          approvedBy: row.approved_by,
          at: Number(row.at_ms),
        })),
      }
    },
    async houseChargeback(call) {
      const { number, account, reason, requestId } = call.input
      const amount = parseMoney(call.input.amount)
      const { taken } = await corrections.chargeable(db, number)
      const asked = {
        kind: 'chargeback' as const,
        number,
        amount: formatMoney(amount),
        account,
        reference: normalReference(call.input.reference),
      }
      const params = { ...asked, fromMember: formatMoney(taken < amount ? taken : amount) }
      return approvals.request(call, houseChargeback, { params, asked, reason, requestId })
    },
  }
}
