/** The changes with which two operators end a refund that its payment company does not end. */
import * as z from 'zod/mini'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Acted, WithdrawalDesk } from '../../wallet/index.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { Guard } from '../../guard/index.ts'
import { formatMoney } from '@fairlot/contract/money/money'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { ageText, fact, type Outlook } from '../approvals/outlook.ts'
import { memberFacts } from '../members/member-facts.ts'
import { requireLog, type FundingWriter } from '../house/house-funding.ts'

type Desk = Pick<WithdrawalDesk, 'show' | 'stuckRefund' | 'endRefund' | 'moved'>
type Net = Pick<Guard, 'net'>

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
export function refundChanges(desk: Desk, writer: FundingWriter, guard: Net) {
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
    outlook: (db, { number }) => outlookOf(db, { desk, guard }, number, true),
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
    outlook: (db, { number }) => outlookOf(db, { desk, guard }, number, false),
    async execute(tx, params, { requestedBy: operatorId }) {
      requireLog(writer)
      const { number, note } = params
      ended.push(await desk.endRefund(tx, number, { paid: false, note, operatorId }))
      return { subject: `withdrawal:${number}`, after: params }
    },
  }
  return { refundPaid, refundFailed }
}

/** What the company said so far, and what the end of the refund moves. */
async function outlookOf(
  db: Db,
  { desk, guard }: { desk: Desk; guard: Net },
  number: string,
  isPaid: boolean,
): Promise<Outlook> {
  const { row, refund } = await desk.show(db, number)
  const amount = formatMoney(row.amount)
  const standing = refund?.notices.map(
    ({ outcome, amount: told, currency }) => `${outcome} ${formatMoney(told)} ${currency}`,
  )
  const isEnding = row.stage === 'exported' && refund !== null
  return {
    money: isPaid ? { "leaves the house's cash": amount } : { 'the wallet gets back': amount },
    facts: [
      fact('waits', ageText(row.age_hours * HOUR_MS)),
      fact('recharge', row.recharge ?? ''),
      fact('last attempt', refund?.fault ?? 'no fault was told'),
      fact('the company said', standing?.join('; ') || 'nothing', (standing?.length ?? 0) > 0),
      ...(await memberFacts(db, guard, row.member_id)),
    ],
    members: [row.member_id],
    refused: !isEnding ? 'WITHDRAWAL_STEP' : refund.isStuck ? null : 'REFUND_PENDING',
  }
}
