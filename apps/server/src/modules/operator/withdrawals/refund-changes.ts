/** The changes with which two operators end a refund that its payment company does not end. */
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/db.ts'
import type { Acted, WithdrawalDesk } from '../../wallet/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { requireLog, type FundingWriter } from '../house/house-funding.ts'

type Desk = Pick<WithdrawalDesk, 'stuckRefund' | 'endRefund' | 'moved'>

const about = {
  number: z.string(),
  /** what the approver reads about the refund */
  company: z.string(),
  amount: z.string(),
}
const paid = z.object({ ...about, reference: z.string() })
const failed = z.object({ ...about, note: z.string() })
export type RefundPaidParams = z.infer<typeof paid>
export type RefundFailedParams = z.infer<typeof failed>

/** Makes both changes. */
export function refundChanges(desk: Desk, writer: FundingWriter) {
  // live updates after the commit; the back-office lock makes one change at a time
  const ended: Acted[] = []
  const shared = {
    async check(tx: Tx, { number }: { number: string }) {
      await desk.stuckRefund(tx, number)
    },
    afterCommit() {
      for (const one of ended.splice(0)) desk.moved(one)
    },
  }
  /** `refund.paid`: the money went, as the company's side shows. */
  const refundPaid: ApprovalDefinition<RefundPaidParams> = {
    ...shared,
    action: 'refund.paid',
    schema: paid,
    view: (params) => params,
    async execute(tx, params, { requestedBy: operatorId }) {
      requireLog(writer)
      const { number, reference } = params
      ended.push(await desk.endRefund(tx, number, { paid: true, reference, operatorId }))
      return { subject: `withdrawal:${number}`, after: params }
    },
  }
  /** `refund.failed`: the money goes back to the wallet. */
  const refundFailed: ApprovalDefinition<RefundFailedParams> = {
    ...shared,
    action: 'refund.failed',
    schema: failed,
    view: (params) => params,
    async execute(tx, params, { requestedBy: operatorId }) {
      requireLog(writer)
      const { number, note } = params
      ended.push(await desk.endRefund(tx, number, { paid: false, note, operatorId }))
      return { subject: `withdrawal:${number}`, after: params }
    },
  }
  return { refundPaid, refundFailed }
}
