/** The changes `member.credit`, `member.reverse` and `house.chargeback`: two operators correct the money of one member. */
import * as z from 'zod/mini'
import { CREDIT_REASONS, CREDITING_ACCOUNTS } from '@fairlot/contract/kinds/corrections'
import { EARNING_ACCOUNTS } from '@fairlot/contract/kinds/house-moves'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { houseAccounts, isMoveKnown } from '../../ledger/index.ts'
import type { CorrectionDesk } from '../../wallet/index.ts'
import type { ApprovalDefinition, ExecutedBy } from '../approvals/approval-definition.ts'
import { requireLog } from '../house/house-funding.ts'
import { requireNewMove, type MoveDeps } from '../house/house-moves.ts'
import { chargebackOutlook, creditOutlook, reversalOutlook, type OutlookDeps } from './correction-outlook.ts'
import { memberStatus } from './members.queries.ts'

const credit = z.object({
  member: z.string(),
  amount: z.string(),
  account: z.enum(CREDITING_ACCOUNTS),
  why: z.enum(CREDIT_REASONS),
})
const reversal = z.object({ member: z.string(), credit: z.string(), amount: z.string() })
const chargeback = z.object({
  kind: z.literal('chargeback'),
  number: z.string(),
  amount: z.string(),
  account: z.enum(EARNING_ACCOUNTS),
  reference: z.string(),
  /** what the approver reads: what the member would have paid at the request */
  fromMember: z.string(),
})
export type CreditParams = z.infer<typeof credit>
export type ReversalParams = z.infer<typeof reversal>
export type ChargebackParams = z.infer<typeof chargeback>

export type CorrectionDeps = Pick<MoveDeps, 'writer' | 'display'> &
  Pick<OutlookDeps, 'guard'> & { corrections: CorrectionDesk }

/** The two operators. @throws Error when one acts alone */
function two({ approvalId, requestedBy, approvedBy }: ExecutedBy) {
  if (approvalId === null || approvedBy === null) throw new Error("members' money needs two operators")
  return { approvalId, requestedBy, approvedBy }
}

/** Makes the three changes. */
export function correctionChanges(deps: CorrectionDeps) {
  const { writer, display, corrections } = deps
  // live updates after the commit; the back-office lock makes one change at a time
  const moved: string[] = []
  const afterCommit = () => {
    for (const member of moved.splice(0)) corrections.moved(member)
  }
  const memberCredit: ApprovalDefinition<CreditParams> = {
    action: 'member.credit',
    schema: credit,
    view: (params) => params,
    outlook: (db, params) => creditOutlook(deps, db, params),
    async check(tx, { member, account, amount }) {
      const status = await memberStatus(tx, member)
      if (status === undefined || status === 'closed') throw new Refusal('NO_SUCH_DATA')
      const free = (await houseAccounts(tx)).find(({ name }) => name === account)!.available
      if (parseMoney(amount) > free) throw new Refusal('HOUSE_BOUND', { values: { free: display(free) } })
    },
    async execute(tx, params, executed) {
      const by = two(executed)
      requireLog(writer)
      const { member: memberId, account, amount, why: reason } = params
      const id = by.approvalId
      await corrections.credit(tx, { memberId, id, account, amount: parseMoney(amount), reason, by })
      moved.push(memberId)
      return { subject: `member:${memberId}`, after: params }
    },
    afterCommit,
  }
  const memberReverse: ApprovalDefinition<ReversalParams> = {
    action: 'member.reverse',
    schema: reversal,
    view: (params) => params,
    outlook: (db, params) => reversalOutlook(deps, db, params),
    async check(tx, { member, credit: id, amount }) {
      const found = await corrections.find(tx, member, id)
      if (found.kind !== 'credit') throw new Refusal('NO_SUCH_DATA')
      if (found.reversed || parseMoney(amount) > found.amount) throw new Refusal('CHANGED_MEANWHILE')
    },
    async execute(tx, params, executed) {
      const by = two(executed)
      requireLog(writer)
      const { member: memberId, credit: reverses, amount } = params
      await corrections.reverse(tx, { memberId, id: by.approvalId, reverses, amount: parseMoney(amount), by })
      moved.push(memberId)
      return { subject: `member:${memberId}`, after: params }
    },
    afterCommit,
  }
  const houseChargeback: ApprovalDefinition<ChargebackParams> = {
    action: 'house.chargeback',
    schema: chargeback,
    view: ({ number, amount, account, reference, fromMember }) => ({
      recharge: number,
      amount,
      'from the member': fromMember,
      'the rest from': account,
      reference,
    }),
    outlook: (db, params) => chargebackOutlook(deps, db, params),
    async check(tx, params) {
      await requireNewMove(tx, params)
      await requireBearable(tx, params)
    },
    async execute(tx, { number, account, amount, reference }, executed) {
      const by = two(executed)
      requireLog(writer)
      if (await isMoveKnown(tx, { kind: 'chargeback', reference })) throw new Refusal('REFERENCE_USED')
      const entered = { number, account, amount: parseMoney(amount), reference, reason: executed.reason, by }
      const { memberId, taken, borne } = await corrections.chargeBack(tx, entered)
      moved.push(memberId)
      const sides = { fromMember: formatMoney(taken), fromHouse: formatMoney(borne) }
      return {
        subject: `member:${memberId}`,
        after: { recharge: number, amount, account, reference, ...sides },
      }
    },
    afterCommit,
  }
  /** The recharge brought so much, and the house can bear what the member does not pay. */
  async function requireBearable(tx: Tx, { number, account, amount }: ChargebackParams): Promise<void> {
    const { most, taken } = await corrections.chargeable(tx, number)
    if (parseMoney(amount) > most) throw new Refusal('CHANGED_MEANWHILE')
    const free = (await houseAccounts(tx)).find(({ name }) => name === account)!.available + taken
    if (parseMoney(amount) > free) throw new Refusal('HOUSE_BOUND', { values: { free: display(free) } })
  }
  return { memberCredit, memberReverse, houseChargeback }
}
