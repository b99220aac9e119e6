import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Audit } from '../../platform/audit.ts'
import { operatorCookie } from '../../platform/http/auth.ts'
import type { Db } from '../../platform/db.ts'
import type { CallBase, Handlers } from '../../platform/http/http-handler.ts'
import { isLoopback } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Approvals } from './approvals/approvals.ts'
import { actorOf, type OperatorCall } from './audit/audit.ts'
import type { Login } from './sign-in/login.ts'
import type { OperatorSessionBook } from './sign-in/sessions.ts'
import { endSession, listSessions } from './sign-in/operator-sessions.queries.ts'

export type OwnRoutes = Handlers<
  Endpoints,
  | 'operatorLogin'
  | 'operatorLogout'
  | 'operatorMe'
  | 'operatorSetupBegin'
  | 'operatorSetup'
  | 'operatorPasswordChange'
  | 'operatorSessions'
  | 'operatorSessionEnd'
>

export type OwnRoutesDeps = {
  db: Db
  audit: Audit
  login: Login
  sessions: OperatorSessionBook
  /** calls of this machine are not guarded against: sandbox only */
  trustLoopback: boolean
}

/** An operator's own account. */
export function ownRoutes({ db, audit, login, sessions, trustLoopback }: OwnRoutesDeps): OwnRoutes {
  const origin = ({ address, userAgent }: CallBase) => ({
    address,
    userAgent,
    guarded: !(trustLoopback && isLoopback(address)),
  })

  /** @throws Refusal NO_SUCH_DATA when it is not a living session of the caller */
  const end = (call: OperatorCall, sessionId: string, action: string) =>
    db.tx(async (tx) => {
      const { operatorId } = call.operator
      if (!(await endSession(tx, operatorId, sessionId))) throw new Refusal('NO_SUCH_DATA')
      const subject = `staff:${operatorId}`
      await audit.write(tx, actorOf(call), { action, subject, before: { session: sessionId } })
    })

  return {
    async operatorLogin(call) {
      const { token, signKey, me } = await login.login(call.input, origin(call))
      call.setCookie(operatorCookie(token))
      return { signKey, operator: me }
    },
    async operatorLogout(call) {
      await end(call, call.operator.sessionId, 'session.logout')
      call.setCookie(operatorCookie(null))
      return {}
    },
    operatorMe: ({ operator }) => sessions.me(db, operator.sessionId),
    operatorSetupBegin: (call) => login.setupBegin(call),
    async operatorSetup(call) {
      const { token, me } = await login.setup(call, call.input)
      call.setCookie(operatorCookie(token))
      return me
    },
    operatorPasswordChange: (call) => login.changePassword(call, call.input),
    async operatorSessions({ operator: { operatorId, sessionId } }) {
      const rows = await listSessions(db, operatorId)
      return {
        items: rows.map((row) => ({
          id: row.session_id,
          current: row.session_id === sessionId,
          device: row.device,
          createdAt: Number(row.created_ms),
          seenAt: Number(row.seen_ms),
        })),
      }
    },
    async operatorSessionEnd(call) {
      await end(call, call.input.id.toLowerCase(), 'session.end')
      return {}
    },
  }
}

/** What waits for a second person. */
export function approvalRoutes(
  approvals: Approvals,
): Handlers<
  Endpoints,
  'approvalList' | 'approvalShow' | 'approvalApprove' | 'approvalReject' | 'approvalWithdraw'
> {
  return {
    approvalList: (call) => approvals.list(call, call.input),
    approvalShow: (call) => approvals.show(call, call.input.id),
    approvalApprove: (call) => approvals.approve(call, call.input.id),
    approvalReject: (call) => approvals.reject(call, call.input.id, call.input.note),
    approvalWithdraw: (call) => approvals.withdraw(call, call.input.id),
  }
}
