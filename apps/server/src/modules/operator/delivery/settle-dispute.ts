/** The change `delivery.settle`: two operators end a dispute by paying the recycling value to the member. */
import * as z from 'zod/mini'
import { formatMoney } from '@fairlot/contract/money/money'
import type { DeliveryDesk } from '../../mall/index.ts'
import type { Guard } from '../../guard/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact } from '../approvals/outlook.ts'
import { memberFacts } from '../members/member-facts.ts'
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

export function settleDispute(
  desk: DeliveryDesk,
  writer: FundingWriter,
  guard: Pick<Guard, 'net'>,
): ApprovalDefinition<SettleParams> {
  // live updates after the commit; the back-office lock makes one change at a time
  const settled: Awaited<ReturnType<DeliveryDesk['settle']>>[] = []
  return {
    action: 'delivery.settle',
    schema: params,
    view: (given) => given,
    async outlook(db, given) {
      const row = await desk.settleable(db, given.number)
      const isOther = row.dispute_note !== given.dispute
      return {
        effect: { ...given, state: 'recycled' },
        before: { number: row.number, state: row.status },
        money: { 'the wallet gets': formatMoney(row.recycle) },
        facts: [
          fact('product', row.title),
          fact('parcel', row.tracking === null ? 'not shipped' : `${row.carrier ?? ''} ${row.tracking}`),
          ...(row.delivered_ms === null
            ? []
            : [fact('proof of delivery', 'the carrier says delivered', true)]),
          ...(isOther
            ? [fact('dispute', 'the member has written another dispute since the request', true)]
            : []),
          ...(await memberFacts(db, guard, row.member_id)),
        ],
        members: [row.member_id],
      }
    },
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
