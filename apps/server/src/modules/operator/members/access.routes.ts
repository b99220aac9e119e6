/** The calls with which operators end every log-in of a member, and the wait after wrong passwords. */
import { randomUUID } from 'node:crypto'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Identity } from '../../identity/index.ts'
import { noticeAccount } from '../../mall/index.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import { shownMember } from './members.queries.ts'

export type AccessRoutesDeps = {
  db: Db
  audit: Audit
  access: Pick<Identity['access'], 'signOut' | 'ended' | 'unlock'>
  /** called after the commit that told a member */
  onNotice(memberId: string): void
}

export function accessRoutes({
  db,
  audit,
  access,
  onNotice,
}: AccessRoutesDeps): Handlers<Endpoints, 'memberSignOut' | 'memberUnlock'> {
  return {
    async memberSignOut(call) {
      const { id, reason } = call.input
      const ended = await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'member.access')
        const { status } = await shownMember(tx, id)
        const sessions = await access.signOut(tx, id)
        if (sessions.length > 0 && status !== 'closed')
          await noticeAccount(tx, id, 'signed_out', randomUUID())
        await audit.write(tx, actorOf(call), {
          action: 'member.signout',
          subject: `member:${id}`,
          reason,
          after: { sessions: sessions.length },
        })
        return sessions
      })
      access.ended(ended)
      if (ended.length > 0) onNotice(id)
      return { id, ended: ended.length }
    },
    async memberUnlock(call) {
      const { id, reason } = call.input
      const forgotten = await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'member.access')
        await shownMember(tx, id)
        const failures = await access.unlock(tx, id)
        await audit.write(tx, actorOf(call), {
          action: 'member.unlock',
          subject: `member:${id}`,
          reason,
          after: { failures },
        })
        return failures
      })
      return { id, forgotten }
    },
  }
}
