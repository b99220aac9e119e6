import type { Endpoints } from '@fairlot/contract/endpoints'
import { publicName } from '@fairlot/contract/public-name'
import type { CallBase, Handlers } from '../../platform/http/http-handler.ts'
import type { Db } from '../../platform/db.ts'
import { isLoopback } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Members, Origin } from './members.ts'
import { memberById, memberByInvitation, memberNicknames } from './members.queries.ts'
import { requirePhone } from './phone.ts'
import type { SessionBook } from './sessions.ts'
import { COUNTRIES } from './identity.settings.ts'
import type { SmsCodes } from './sms/sms-codes.ts'

export type IdentityRoutes = Handlers<
  Endpoints,
  | 'register'
  | 'inviter'
  | 'phoneCode'
  | 'sendVerify'
  | 'sendWithdrawCode'
  | 'login'
  | 'loginByCode'
  | 'resetPassword'
  | 'logout'
  | 'sessions'
  | 'sessionEnd'
>

export type IdentityRoutesDeps = {
  db: Db
  members: Members
  codes: SmsCodes
  sessions: SessionBook
  settings: Values
  /** do not rate-limit calls from this machine: sandbox only */
  trustLoopback: boolean
}

export function identityRoutes(deps: IdentityRoutesDeps): IdentityRoutes {
  const { db, members, codes, sessions, settings } = deps
  const guarded = (call: CallBase) => !(deps.trustLoopback && isLoopback(call.address))
  const origin = (call: CallBase): Origin => ({
    address: call.address,
    userAgent: call.userAgent,
    guarded: guarded(call),
  })

  return {
    register: (call) => members.register(call.input, origin(call)),
    async inviter({ input: { code } }) {
      const memberId = await memberByInvitation(db, code.toUpperCase())
      const [row] = memberId === undefined ? [] : await memberNicknames(db, [memberId])
      return { name: row === undefined ? null : publicName(row.nickname) }
    },
    login: (call) => members.login(call.input, origin(call)),
    loginByCode: (call) => members.loginByCode(call.input, origin(call)),
    resetPassword: (call) => members.resetPassword(call.input),

    phoneCode: ({ input: { phone, purpose }, ...call }) =>
      codes.request(
        { phone: requirePhone(phone, purpose === 'register' ? settings.get(COUNTRIES) : []), purpose },
        { address: call.address, language: call.language, guarded: guarded(call) },
      ),

    async sendVerify(call) {
      const member = await memberById(db, call.member.memberId)
      if (!member?.phone) throw new Refusal('SESSION_ENDED')
      return codes.request(
        { phone: member.phone, purpose: call.input.purpose },
        { address: call.address, language: call.language, guarded: guarded(call) },
      )
    },

    async sendWithdrawCode(call) {
      const member = await memberById(db, call.member.memberId)
      if (!member?.phone) throw new Refusal('SESSION_ENDED')
      return codes.request(
        { phone: member.phone, purpose: 'withdraw' },
        { address: call.address, language: call.language, guarded: guarded(call) },
      )
    },

    async logout({ member: { memberId, sessionId } }) {
      await sessions.end(memberId, sessionId)
      return {}
    },

    async sessions({ member: { memberId, sessionId } }) {
      const rows = await sessions.list(memberId)
      return {
        items: rows.map((row) => ({
          id: row.session_id,
          current: row.session_id === sessionId,
          createdAt: Number(row.created_ms),
          seenAt: Number(row.seen_ms),
          device: row.device,
        })),
      }
    },

    async sessionEnd({ input: { id }, member: { memberId } }) {
      if (!(await sessions.end(memberId, id))) throw new Refusal('NO_SUCH_DATA')
      return {}
    },
  }
}
