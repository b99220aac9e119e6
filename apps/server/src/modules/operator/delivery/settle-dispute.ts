/** The change `delivery.settle`: two operators end a dispute by paying the recycling value to the member. */
import * as z from 'zod/mini'
import type { DeliveryDesk } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { requireLog, type FundingWriter } from '../house/house-funding.ts'

const params = z.object({
  number: z.string(),
  /** what the approver reads */
  amount: z.string(),
  dispute: z.string(),
  /** what the member reads */
  note: z.string(),
})
export type SettleParams = z.infer<typeof params>

export function settleDispute(desk: DeliveryDesk, writer: FundingWriter): ApprovalDefinition<SettleParams> {
  // live updates after the commit; the back-office lock makes one change at a time
  const settled: Awaited<ReturnType<DeliveryDesk['settle']>>[] = []
  return {
    action: 'delivery.settle',
    schema: params,
    view: (given) => given,
    async check(tx, { number }) {
      await desk.settleable(tx, number)
    },
    async execute(tx, { number, amount, dispute, note }, { requestedBy: operatorId }) {
      requireLog(writer)
      settled.push(await desk.settle(tx, number, dispute, { operatorId, note }))
      return { subject: `order:${number}`, after: { number, amount, note } }
    },
    afterCommit() {
      for (const one of settled.splice(0)) desk.moved(one)
    },
  }
}
