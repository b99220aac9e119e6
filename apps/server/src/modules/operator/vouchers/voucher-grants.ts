/** The change `voucher.grant`: two operators grant members vouchers, which the marketing account pays. */
import * as z from 'zod/mini'
import { voucherGrant } from '@fairlot/contract/endpoints/operator/mall/vouchers'
import { parseMoney } from '@fairlot/contract/money/money'
import { checkGrant, grantVouchers } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { requireLog, type FundingWriter } from '../house/house-funding.ts'

const params = z.omit(voucherGrant.input, { reason: true, requestId: true })
export type GrantParams = z.output<typeof params>

export type VoucherGrants = {
  writer: FundingWriter
  /** called after the commit that granted a member a voucher */
  onVouchers(memberId: string): void
}

export function voucherGrants({ writer, onVouchers }: VoucherGrants): ApprovalDefinition<GrantParams> {
  // live updates after the commit; the back-office lock makes one change at a time
  const granted: string[] = []
  return {
    action: 'voucher.grant',
    schema: params,
    view: ({ members, amount, minSpend, days }) => ({
      members: members.join(', '),
      amount,
      'minimum spend': minSpend,
      days: String(days),
    }),
    check: (tx, { members, amount }) => checkGrant(tx, { members, amount: parseMoney(amount) }),
    async execute(tx, { members, amount, minSpend, days }, { approvalId }) {
      if (approvalId === null) throw new Error('a grant of vouchers needs two operators')
      requireLog(writer)
      const vouchers = await grantVouchers(tx, {
        name: approvalId,
        approvalId,
        members,
        amount: parseMoney(amount),
        minSpend: parseMoney(minSpend),
        days,
      })
      granted.push(...vouchers.map(({ member }) => member))
      return {
        subject: members.length === 1 ? `member:${members[0]}` : `vouchers:${approvalId}`,
        after: { amount, minSpend, days, vouchers: vouchers.map(({ member, id }) => `${member} ${id}`) },
      }
    },
    afterCommit() {
      for (const member of granted.splice(0)) onVouchers(member)
    },
  }
}
