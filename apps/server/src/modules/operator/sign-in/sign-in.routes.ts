import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import { operatorCookie } from '../../../platform/http/auth.ts'
import type { Db } from '../../../platform/db.ts'
import type { CallBase, Handlers } from '../../../platform/http/http-handler.ts'
import { isLoopback } from '../../../platform/http/client-address.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Login } from './login.ts'
import type { OperatorSessionStore } from './operator-sessions.ts'
import { endSession, listSessions } from './operator-sessions.queries.ts'
import type { OwnAccount } from './own-account.ts'

export type SignInRoutes = Handlers<
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

export type SignInRoutesDeps = {
  db: Db
  audit: Audit
  login: Login
  account: OwnAccount
  sessions: OperatorSessionStore
  /** whether calls from this machine are exempt from the login rate limits; sandbox only */
  trustLoopback: boolean
}

/** Logging in, setting up, and the operator's own sessions. */
export function signInRoutes({
  db,
  audit,
  login,
  account,
  sessions,
  trustLoopback,
}: SignInRoutesDeps): SignInRoutes {
  const origin = ({ address, userAgent }: CallBase) => ({
    address,
    userAgent,
    isLimited: !(trustLoopback && isLoopback(address)),
  })

  /** @throws Refusal NO_SUCH_DATA when the caller has no such active session */
  const end = (call: OperatorCall, sessionId: string, action: 'session.logout' | 'session.end') =>
    db.tx(async (tx) => {
      const { operatorId } = call.operator
      if (!(await endSession(tx, operatorId, sessionId))) throw new Refusal('NO_SUCH_DATA')
      const subject = `staff:${operatorId}`
      await audit.write(tx, actorOf(call), { action, subject, before: { session: sessionId } })
    })

  return {
    async operatorLogin(call) {
      const { token, signKey, me } = await login(call.input, origin(call))
      call.setCookie(operatorCookie(token))
      return { signKey, operator: me }
    },
    async operatorLogout(call) {
      await end(call, call.operator.sessionId, 'session.logout')
      call.setCookie(operatorCookie(null))
      return {}
    },
    operatorMe: ({ operator }) => sessions.me(db, operator.sessionId),
    operatorSetupBegin: (call) => account.setupBegin(call, call.input),
    async operatorSetup(call) {
      const { token, me } = await account.setup(call, call.input)
      call.setCookie(operatorCookie(token))
      return me
    },
    operatorPasswordChange: (call) => account.changePassword(call, call.input),
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
