/** What two operators decide about a late transfer in USDT: it is credited, or ends without a credit. */
import * as z from 'zod/mini'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Db } from '../../../platform/db.ts'
import { formatUsdt, worthOf, type HeldTransfer, type HeldTransfers } from '../../wallet/index.ts'
import type { Guard } from '../../guard/index.ts'
import type { ApprovalDefinition, ExecutedBy } from '../approvals/approval-definition.ts'
import { ageText, fact, type Outlook } from '../approvals/outlook.ts'
import { memberFacts } from '../members/member-facts.ts'
import { requireLog, type FundingWriter } from '../house/house-funding.ts'

const decision = z.object({
  /** `<transaction>:<event>` */
  transfer: z.string(),
  /** what the approver reads about it */
  recharge: z.string(),
  usdt: z.string(),
  rate: z.string(),
  amount: z.string(),
  sender: z.string(),
})
type DecisionParams = z.infer<typeof decision>

/** Where a transfer is, by its name in calls. */
export function placeOf(transfer: string): { txId: string; logIndex: number } {
  const [txId = '', event = ''] = transfer.split(':')
  return { txId, logIndex: Number(event) }
}

export const transferOf = (row: HeldTransfer) => `${row.transaction_id}:${row.log_index}`

export const aboutHeld = (row: HeldTransfer): DecisionParams => ({
  transfer: transferOf(row),
  recharge: row.number,
  usdt: formatUsdt(row.units),
  rate: formatMoney(row.rate),
  amount: formatMoney(worthOf(row.units, row.rate)),
  sender: row.sender,
})

/** Who decides. @throws Error when one operator would decide alone, which is a defect */
function deciding(transfer: string, { requestedBy, approvedBy }: ExecutedBy) {
  if (approvedBy === null) throw new Error('a late transfer needs two operators')
  return { ...placeOf(transfer), requestedBy, approvedBy }
}

type Net = Pick<Guard, 'net'>

/** The transfer as it is now: it may have been decided, or left the chain. */
async function outlookOf(
  db: Db,
  held: HeldTransfers,
  guard: Net,
  { transfer, credits }: { transfer: string; credits: boolean },
): Promise<Outlook> {
  const row = await held.require(db, placeOf(transfer))
  const worth = worthOf(row.units, row.rate)
  const late = Number(row.held_ms - row.block_ms)
  return {
    money: credits
      ? { 'the wallet gets': formatMoney(worth) }
      : { 'the wallet gets': '0.00', 'the house keeps': `${formatUsdt(row.units)} USDT` },
    facts: [
      fact('transfer', `paid ${new Date(Number(row.block_ms)).toISOString()}, held ${ageText(late)} later`),
      fact(
        'rate',
        `${formatMoney(row.rate)} now, ${formatMoney(row.own_rate)} when the recharge was opened`,
        row.rate > row.own_rate,
      ),
      ...(await memberFacts(db, guard, row.member_id)),
    ],
    members: [row.member_id],
  }
}

/** `usdt.credit`: a late transfer credits its recharge. */
export function trc20Credit(
  held: HeldTransfers,
  writer: FundingWriter,
  guard: Net,
): ApprovalDefinition<DecisionParams> {
  type Arrived = Awaited<ReturnType<HeldTransfers['credit']>>['arrived']
  // live updates after the commit; the back-office lock makes one change at a time
  const arrivals: Arrived[] = []
  return {
    action: 'usdt.credit',
    schema: decision,
    view: (params) => params,
    outlook: (db, { transfer }) => outlookOf(db, held, guard, { transfer, credits: true }),
    async check(tx, { transfer }) {
      await held.require(tx, placeOf(transfer))
    },
    async execute(tx, { transfer }, by) {
      requireLog(writer)
      const { row, arrived } = await held.credit(tx, deciding(transfer, by))
      arrivals.push(arrived)
      return { subject: `recharge:${row.number}`, after: aboutHeld(row) }
    },
    afterCommit() {
      for (const arrived of arrivals.splice(0)) held.arrived(arrived)
    },
  }
}

/** `usdt.dismiss`: a late transfer ends without a credit. */
export function trc20Dismiss(held: HeldTransfers, guard: Net): ApprovalDefinition<DecisionParams> {
  return {
    action: 'usdt.dismiss',
    schema: decision,
    view: (params) => params,
    outlook: (db, { transfer }) => outlookOf(db, held, guard, { transfer, credits: false }),
    async check(tx, { transfer }) {
      await held.require(tx, placeOf(transfer))
    },
    async execute(tx, { transfer }, by) {
      const row = await held.dismiss(tx, deciding(transfer, by))
      return { subject: `recharge:${row.number}`, after: aboutHeld(row) }
    },
  }
}
