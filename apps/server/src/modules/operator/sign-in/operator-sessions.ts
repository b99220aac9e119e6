/** Operators' sessions. A login opens one; its token is a cookie; the server looks it up in the database on every call. */
import { createHmac, createSecretKey } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { permissionsOf, type SessionStage } from '@fairlot/contract/operator/operator-roles'
import { tokenHash, type OperatorSessions } from '../../../platform/http/auth.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { deviceName } from '../../identity/index.ts'
import * as queries from './operator-sessions.queries.ts'

/** Opening one more session ends the operator's oldest one. */
export const MAX_SESSIONS = 5

/** `token`: the cookie's value; `signKey`: hex, 32 bytes. */
export type OpenedOperatorSession = { sessionId: string; token: string; signKey: string }

export type Me = Output<Endpoints['operatorMe']>

export type OperatorSessionStore = OperatorSessions & {
  open(
    tx: Tx,
    session: { operatorId: string; stage: SessionStage; userAgent: string },
  ): Promise<OpenedOperatorSession>
  /** Turns a `setup` session into a `full` one. @returns its new token @throws Refusal SESSION_ENDED */
  promote(tx: Tx, sessionId: string): Promise<string>
  me(db: Executor, sessionId: string): Promise<Me>
}

export type OperatorSessionDeps = {
  db: Db
  clock: Clock
  random: Random
  /** master key of the wire signature, 32 bytes hex */
  signMaster: string
}

/** Differs from the label of members' keys, so that an operator's key is never equal to a member's key. */
const SIGN_LABEL = 'fairlot/sign-operator/1\0'

export function createOperatorSessions({
  db,
  clock,
  random,
  signMaster,
}: OperatorSessionDeps): OperatorSessionStore {
  const master = Buffer.from(signMaster, 'hex')
  const signKeyOf = (sessionId: string) =>
    createHmac('sha256', master).update(SIGN_LABEL).update(sessionId).digest()

  function newToken() {
    const token = Buffer.from(random.bytes(32)).toString('base64url')
    return { token, hash: Buffer.from(tokenHash(token), 'hex') }
  }

  return {
    async find(hash) {
      const row = await queries.findSession(db, hash)
      if (!row) return null
      const { session_id: sessionId, operator_id: operatorId, name, roles, stage } = row
      if (row.stale) await queries.touchSession(db, sessionId)
      return { operatorId, sessionId, name, roles, stage, signKey: createSecretKey(signKeyOf(sessionId)) }
    },

    async open(tx, { operatorId, stage, userAgent }) {
      const sessionId = uuidv7(clock.now(), random)
      const { token, hash } = newToken()
      const session = { sessionId, operatorId, tokenHash: hash, stage, device: deviceName(userAgent) }
      await queries.openSession(tx, session, MAX_SESSIONS)
      return { sessionId, token, signKey: signKeyOf(sessionId).toString('hex') }
    },

    async promote(tx, sessionId) {
      const { token, hash } = newToken()
      if (!(await queries.promoteSession(tx, sessionId, hash))) throw new Refusal('SESSION_ENDED')
      return token
    },

    async me(from, sessionId) {
      const row = await queries.sessionOperator(from, sessionId)
      return {
        id: row.operator_id,
        name: row.name,
        fullName: row.full_name,
        roles: row.roles,
        permissions: permissionsOf(row.roles),
        stage: row.stage,
        expiresAt: Number(row.expires_ms),
      }
    },
  }
}
