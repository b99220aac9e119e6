/** The calls with which operators grant vouchers and look at those of a member. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { parseMoney } from '@fairlot/contract/money/money'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { allVouchers, walletsOf } from '../../mall/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { voucherGrants, type VoucherGrants } from './voucher-grants.ts'

export type VoucherRoutesDeps = VoucherGrants & {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request'>
}

/** The endpoints of vouchers. Registers the change that grants them. */
export function voucherRoutes(deps: VoucherRoutesDeps): Handlers<Endpoints, 'voucherGrant' | 'voucherList'> {
  const { db, audit, approvals } = deps
  const grants = voucherGrants(deps)
  approvals.register(grants)
  return {
    voucherGrant(call) {
      const { reason, requestId, ...params } = call.input
      if (parseMoney(params.minSpend) < parseMoney(params.amount))
        throw new Refusal('INPUT_INVALID', { fields: { minSpend: 'INVALID' } })
      return approvals.request(call, grants, { params, reason, requestId })
    },
    async voucherList(call) {
      if ((await walletsOf(db, [call.input.member])).length === 0) throw new Refusal('NO_SUCH_DATA')
      const page = await allVouchers(db, call.input)
      await db.tx((tx) =>
        audit.write(tx, actorOf(call), { action: 'voucher.read', subject: `member:${call.input.member}` }),
      )
      return page
    },
  }
}
