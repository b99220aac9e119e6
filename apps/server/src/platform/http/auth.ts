/**
 * Authentication: token → session, cached in this process for two seconds.
 *
 * The cache drops a session that this process ends at once, and one that another process ends within two seconds. Misses
 * that arrive together are looked up in one statement.
 */
import { hash, type KeyObject } from 'node:crypto'
import type { Role, SessionStage } from '@fairlot/contract/operator/operator-roles'
import { OPERATOR_COOKIE } from '@fairlot/contract/wire'

/** A member's active session. */
export type Caller = {
  readonly memberId: string
  readonly sessionId: string
  readonly status: string
  /** ISO code of the phone number's country; null: a number of no country */
  readonly country: string | null
  /** Unix milliseconds of business time; from then on a purchase needs a reality check first */
  readonly realityDueAt: number
  /** key of this session's `sign`, 32 bytes; a KeyObject saves 8 µs per call compared with raw bytes */
  readonly signKey: KeyObject
}

/** An operator's active session. */
export type OperatorCaller = {
  readonly operatorId: string
  readonly sessionId: string
  readonly name: string
  readonly roles: readonly Role[]
  /** `setup`: the session may only replace the one-time password and set the second factor */
  readonly stage: SessionStage
  /** key of this session's `sign`, 32 bytes */
  readonly signKey: KeyObject
}

/** Looks up operators' sessions by the SHA-256 (hex) of the cookie's value; not cached. */
export type OperatorSessions = { find(tokenHash: string): Promise<OperatorCaller | null> }

/** The operator's token in a Cookie header; undefined without a token and with more than one. */
export function operatorToken(cookie: string): string | undefined {
  const found = cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${OPERATOR_COOKIE}=`))
    .map((part) => part.slice(OPERATOR_COOKIE.length + 1))
  return found.length === 1 && isToken(found[0]!) ? found[0] : undefined
}

/** A Set-Cookie header that stores an operator's token until the browser closes; null removes it. */
export function operatorCookie(token: string | null): string {
  const rest = 'Path=/; Secure; HttpOnly; SameSite=Strict'
  return token === null ? `${OPERATOR_COOKIE}=; Max-Age=0; ${rest}` : `${OPERATOR_COOKIE}=${token}; ${rest}`
}

/** Looks up active sessions by the SHA-256 (hex) of their tokens; the result omits ended and unknown ones. */
export type LoadSessions = (tokenHashes: readonly string[]) => Promise<Map<string, Caller>>

export type Sessions = {
  /** The active session of a token whose SHA-256 is `tokenHash` (hex), else null. Only a cache miss returns a promise. */
  find(tokenHash: string): Caller | null | Promise<Caller | null>
  /** Drops sessions from the cache. Call it after the commit that ended or changed them. */
  forget(sessionIds: readonly string[]): void
  /** Calls `listener` at every `forget` in this process, so that long-lived connections check their sessions. */
  watch(listener: (sessionIds: readonly string[]) => void): void
}

/** 32 bytes as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Whether a text has the form of a token; other texts need no look-up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** SHA-256 of a token, hex. Tokens have high entropy, so the database stores a plain hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}

const TTL_MS = 2_000
const MAX_ENTRIES = 50_000
const MAX_BATCH = 512

type Entry = { caller: Caller; until: number; ended: boolean }
type Generation = { byToken: Map<string, Entry>; bySession: Map<string, Entry> }
type Waiting = {
  promise: Promise<Caller | null>
  resolve(caller: Caller | null): void
  reject(error: unknown): void
}

const generation = (): Generation => ({ byToken: new Map(), bySession: new Map() })

/** @param now monotonic milliseconds */
export function createSessions(load: LoadSessions, now: () => number = () => performance.now()): Sessions {
  // two generations bound the memory without tracking the order of use
  let current = generation()
  let previous = generation()
  let rotatedAt = now()
  const waiting = new Map<string, Waiting>()
  let underway = new Map<string, Waiting>()
  let busy = false
  /** grows with every `forget`: a look-up that started before may return outdated sessions */
  let epoch = 0
  const watchers: ((sessionIds: readonly string[]) => void)[] = []

  function keep(token: string, caller: Caller) {
    const at = now()
    if (current.byToken.size >= MAX_ENTRIES || at - rotatedAt >= TTL_MS) {
      previous = current
      current = generation()
      rotatedAt = at
    }
    const entry = { caller, until: at + TTL_MS, ended: false }
    current.byToken.set(token, entry)
    current.bySession.set(caller.sessionId, entry)
  }

  async function lookUp() {
    busy = true
    // collect the calls of the same turn of the event loop
    await Promise.resolve()
    while (waiting.size > 0) {
      const tokens = [...waiting.keys()].slice(0, MAX_BATCH)
      const batch = new Map(tokens.map((token) => [token, waiting.get(token)!]))
      for (const token of tokens) waiting.delete(token)
      underway = batch
      const began = epoch
      try {
        const found = await load(tokens)
        for (const [token, waiter] of batch) {
          const caller = found.get(token) ?? null
          if (caller && epoch === began) keep(token, caller)
          waiter.resolve(caller)
        }
      } catch (error) {
        for (const waiter of batch.values()) waiter.reject(error)
      }
    }
    underway = new Map()
    busy = false
  }

  return {
    find(token) {
      const entry = current.byToken.get(token) ?? previous.byToken.get(token)
      if (entry && !entry.ended && entry.until > now()) return entry.caller
      const shared = waiting.get(token) ?? underway.get(token)
      if (shared) return shared.promise
      const waiter: Waiting = Promise.withResolvers<Caller | null>()
      waiting.set(token, waiter)
      if (!busy) void lookUp()
      return waiter.promise
    },
    forget(sessionIds) {
      epoch++
      // a running look-up may have read the old state: new calls must not share its result
      underway = new Map()
      for (const id of sessionIds) {
        for (const { bySession } of [current, previous]) {
          const entry = bySession.get(id)
          if (entry) entry.ended = true
        }
      }
      if (sessionIds.length > 0) for (const tell of watchers) tell(sessionIds)
    },
    watch: (listener) => void watchers.push(listener),
  }
}
