/** The change `member.freeze`: one operator for up to 72 hours within a week, else two. */
import * as z from 'zod/mini'
import { memberFreeze } from '@fairlot/contract/endpoints/operator/members/freezes'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { checkFreeze, runningFreeze, type Freezes } from '../../guard/index.ts'
import { noticeAccount } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { shownMember } from './members.queries.ts'

const params = z.omit(memberFreeze.input, { reason: true, requestId: true })
export type FreezeParams = z.output<typeof params>

/** @throws Refusal NO_SUCH_DATA when there is no such member, or the account is closed */
async function requireOpen(db: Executor, id: string): Promise<void> {
  if ((await shownMember(db, id)).status === 'closed') throw new Refusal('NO_SUCH_DATA')
}

/** @param onNotice called after the commit that told a member */
export function freezeChanges(
  freezes: Freezes,
  onNotice: (memberId: string) => void,
): ApprovalDefinition<FreezeParams> {
  // live updates after the commit; the back-office lock makes one change at a time
  const told: string[] = []
  return {
    action: 'member.freeze',
    schema: params,
    view: ({ id, hours, holdMoney, cause }) => ({
      id,
      hours: String(hours),
      withdrawals: holdMoney ? 'held until the end' : 'stay possible',
      cause,
    }),
    async check(tx, { id, hours, holdMoney }) {
      await requireOpen(tx, id)
      await checkFreeze(tx, { memberId: id, hours, holdsMoney: holdMoney })
    },
    async execute(tx, { id, hours, holdMoney, cause }, { approvalId, requestedBy }) {
      await requireOpen(tx, id)
      const before = await runningFreeze(tx, id)
      const given = { memberId: id, hours, holdsMoney: holdMoney, cause, operatorId: requestedBy, approvalId }
      const { id: freezeId, until } = await freezes.freeze(tx, given)
      await noticeAccount(tx, id, 'frozen', freezeId)
      told.push(id)
      return {
        subject: `member:${id}`,
        before: { frozenUntil: before && before.until.toISOString() },
        after: { hours, frozenUntil: until.toISOString(), holdsMoney: holdMoney, cause },
      }
    },
    afterCommit() {
      for (const id of told.splice(0)) onNotice(id)
    },
  }
}
