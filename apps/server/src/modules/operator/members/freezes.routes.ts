/** The calls with which operators freeze an account for a time, and end that. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { mayFreezeAlone, type Freezes } from '../../guard/index.ts'
import { noticeAccount } from '../../mall/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import { freezeChanges } from './freeze-changes.ts'
import { shownMember } from './members.queries.ts'

export type FreezeRoutesDeps = {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'submit'>
  freezes: Freezes
  /** called after the commit that told a member */
  onNotice(memberId: string): void
}

/** Registers the change `member.freeze`. */
export function freezeRoutes({
  db,
  audit,
  approvals,
  freezes,
  onNotice,
}: FreezeRoutesDeps): Handlers<Endpoints, 'memberFreeze' | 'memberUnfreeze'> {
  const changes = freezeChanges(freezes, onNotice)
  approvals.register(changes)
  return {
    memberFreeze(call) {
      const { reason, requestId, ...params } = call.input
      const asked = { memberId: params.id, hours: params.hours, holdsMoney: params.holdMoney }
      return approvals.submit(call, changes, { params, reason, requestId }, (tx) => mayFreezeAlone(tx, asked))
    },
    async memberUnfreeze(call) {
      const { id, reason } = call.input
      await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'member.freeze')
        await shownMember(tx, id)
        const ended = await freezes.unfreeze(tx, id, call.operator.operatorId)
        await noticeAccount(tx, id, 'unfrozen', ended.id)
        await audit.write(tx, actorOf(call), {
          action: 'member.unfreeze',
          subject: `member:${id}`,
          reason,
          before: { frozenUntil: ended.running.until.toISOString() },
        })
      })
      onNotice(id)
      return { id }
    },
  }
}
