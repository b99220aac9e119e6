/** Sessions of members: opened at log in, found by token, ended by the member. */
import { createHmac, createSecretKey } from 'node:crypto'
import { MINUTE_MS } from '../../platform/durations.ts'
import { createSessions, tokenHash, type Caller, type Sessions } from '../../platform/http/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { deviceName } from './names.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { maskedPhone, readPhone } from './phone.ts'
import * as queries from './sessions.queries.ts'
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from './identity.settings.ts'

/** Active sessions per member; opening one more ends the oldest. */
export const MAX_SESSIONS = 5

/** A session as its client stores it: token, key of `sign` (hex) and member. */
export type OpenedSession = {
  token: string
  signKey: string
  /** Unix milliseconds */
  expiresAt: number
  /** `phone` masked */
  member: { id: string; nickname: string; phone: string }
}

export type SessionBook = {
  /** look-up by token, for the envelope */
  readonly cache: Sessions
  /**
   * Opens a session; call `cache.forget(ended)` after the commit.
   * @returns undefined when there is no active member with this id
   */
  open(
    tx: Tx,
    memberId: string,
    userAgent: string,
  ): Promise<{ session: OpenedSession; ended: string[] } | undefined>
  /** Active sessions of a member, newest first. */
  list(memberId: string): Promise<queries.ListedSession[]>
  /** Ends one of a member's sessions. @returns false when it is not an active session of this member */
  end(memberId: string, sessionId: string): Promise<boolean>
  /** Filters session ids: returns the active ones. */
  whichLive(sessionIds: readonly string[]): Promise<string[]>
  /** Notes that the member acknowledged the reality check. @returns Unix milliseconds; undefined: no such session */
  acknowledgeReality(sessionId: string): Promise<number | undefined>
  /** When the current uninterrupted use of a session began. @returns Unix milliseconds; undefined: no such session */
  activeSince(sessionId: string): Promise<number | undefined>
}

export type SessionDeps = {
  db: Db
  clock: Clock
  random: Random
  settings: Values
  /** master key of the wire signature, 32 bytes hex */
  signMaster: string
  /** minutes of uninterrupted use after which a purchase needs a reality check */
  realityMinutes(): number
}

const SIGN_LABEL = 'fairlot/sign/1\0'

/** k = HMAC-SHA256(master, "fairlot/sign/1\0" ‖ session id): the formula of fairness/sign.ts with native crypto. */
export function sessionSignKey(master: Buffer, sessionId: string): Buffer {
  return createHmac('sha256', master).update(SIGN_LABEL).update(sessionId).digest()
}

export function createSessionBook({
  db,
  clock,
  random,
  settings,
  signMaster,
  realityMinutes,
}: SessionDeps): SessionBook {
  const master = Buffer.from(signMaster, 'hex')
  const idleDays = () => settings.get(SESSION_IDLE_DAYS)

  async function load(tokens: readonly string[]): Promise<Map<string, Caller>> {
    const rows = await queries.loadSessions(db, tokens, idleDays())
    const stale = rows.filter((row) => row.stale).map((row) => row.session_id)
    if (stale.length > 0) await queries.touchSessions(db, stale)
    return new Map(
      rows.map(({ token, session_id, member_id, status, country, unbroken_ms }) => [
        token,
        {
          memberId: member_id,
          sessionId: session_id,
          status,
          country,
          realityDueAt: Number(unbroken_ms) + realityMinutes() * MINUTE_MS,
          signKey: createSecretKey(sessionSignKey(master, session_id)),
        },
      ]),
    )
  }

  const cache = createSessions(load)
  return {
    cache,
    async open(tx, memberId, userAgent) {
      const member = await queries.lockMember(tx, memberId)
      if (!member) return undefined
      const country = member.country ?? readPhone(member.phone)?.country
      if (member.country === null && country !== undefined) await queries.setCountry(tx, memberId, country)
      const ended = await queries.trimSessions(tx, memberId, MAX_SESSIONS - 1, idleDays())
      const sessionId = uuidv7(clock.now(), random)
      const token = Buffer.from(random.bytes(32)).toString('base64url')
      const expiresAt = await queries.insertSession(tx, {
        sessionId,
        memberId,
        tokenHash: Buffer.from(tokenHash(token), 'hex'),
        device: deviceName(userAgent),
        days: settings.get(SESSION_ABSOLUTE_DAYS),
      })
      const signKey = sessionSignKey(master, sessionId).toString('hex')
      const view = { id: memberId, nickname: member.nickname, phone: maskedPhone(member.phone) }
      return { session: { token, signKey, expiresAt, member: view }, ended }
    },
    list: (memberId) => queries.listSessions(db, memberId, idleDays()),
    async end(memberId, sessionId) {
      const ended = await queries.endSession(db, memberId, sessionId, idleDays())
      if (ended) cache.forget([sessionId.toLowerCase()])
      return ended
    },
    whichLive: (sessionIds) => queries.whichLive(db, sessionIds, idleDays()),
    async acknowledgeReality(sessionId) {
      const acknowledgedAt = await queries.acknowledgeReality(db, sessionId)
      cache.forget([sessionId])
      return acknowledgedAt
    },
    activeSince: (sessionId) => queries.activeSince(db, sessionId),
  }
}
