/** The change `voucher.grant`: two operators grant members vouchers, which the marketing account pays. */
import * as z from 'zod/mini'
import { voucherGrant } from '@fairlot/contract/endpoints/operator/mall/vouchers'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { sharedSigns } from '../../growth/index.ts'
import { checkGrant, grantVouchers, walletsOf } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, paidFrom, type Outlook } from '../approvals/outlook.ts'
import { signFacts } from '../members/member-facts.ts'
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
    outlook: outlookOf,
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

/** Members whose shared devices and accounts are named one by one. */
const MOST_NAMED = 20

async function outlookOf(db: Executor, { members, amount, minSpend, days }: GrantParams): Promise<Outlook> {
  const total = parseMoney(amount) * BigInt(members.length)
  const { money, facts } = await paidFrom(db, 'marketing', total)
  const found = await walletsOf(db, members)
  const closing = found.filter((one) => one.closing).map(({ id }) => id)
  const looked = members.slice(0, MOST_NAMED)
  const signs = await sharedSigns(db, looked)
  return {
    effect: { members: members.join(', '), amount, 'minimum spend': minSpend, days: String(days) },
    money: { 'all vouchers, from marketing': formatMoney(total), ...money },
    facts: [
      fact('members', String(members.length)),
      ...facts,
      ...(closing.length === 0 ? [] : [fact('closing', closing.join(', '), true)]),
      ...looked.flatMap((member) =>
        signFacts(
          signs.filter((sign) => sign.member === member),
          `${member}: `,
        ),
      ),
    ],
    members: looked,
    refused: found.length < members.length ? 'NO_SUCH_DATA' : closing.length > 0 ? 'ACCOUNT_CLOSING' : null,
  }
}
