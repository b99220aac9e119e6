/**
 * Who calls: token → session, cached for two seconds in this process.
 *
 * A session that is ended here is forgotten at once; one ended by another process is known dead two seconds later at
 * the latest. Misses that come together are looked up in one statement.
 */
import { hash, type KeyObject } from 'node:crypto'
import type { Role, SessionStage } from '@fairlot/contract/operator-roles'
import { OPERATOR_COOKIE } from '@fairlot/contract/wire'

/** A living session. */
export type Caller = {
  readonly memberId: string
  readonly sessionId: string
  readonly status: string
  /** of the phone number, ISO; null: of no country */
  readonly country: string | null
  /** Unix milliseconds of business time from which a purchase asks for a reality check first */
  readonly realityDueAt: number
  /** key of this session's `sign`, 32 bytes; prepared, because raw bytes cost every call another 8 µs */
  readonly signKey: KeyObject
}

/** A living session of an operator. */
export type OperatorCaller = {
  readonly operatorId: string
  readonly sessionId: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly stage: SessionStage
  /** key of this session's `sign`, 32 bytes */
  readonly signKey: KeyObject
}

/** The look-up of operators' sessions: by the SHA-256 (hex) of the cookie's value, every call anew. */
export type OperatorSessions = { find(tokenHash: string): Promise<OperatorCaller | null> }

/** The operator's token in a Cookie header; undefined when there is none, or more than one. */
export function operatorToken(cookie: string): string | undefined {
  const found = cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${OPERATOR_COOKIE}=`))
    .map((part) => part.slice(OPERATOR_COOKIE.length + 1))
  return found.length === 1 && isToken(found[0]!) ? found[0] : undefined
}

/** A Set-Cookie header that keeps an operator's token for as long as the browser runs; null forgets it. */
export function operatorCookie(token: string | null): string {
  const rest = 'Path=/; Secure; HttpOnly; SameSite=Strict'
  return token === null ? `${OPERATOR_COOKIE}=; Max-Age=0; ${rest}` : `${OPERATOR_COOKIE}=${token}; ${rest}`
}

/** Looks up living sessions by the SHA-256 (hex) of their tokens; a dead or unknown one is not in the answer. */
export type LoadSessions = (tokenHashes: readonly string[]) => Promise<Map<string, Caller>>

export type Sessions = {
  /** The living session of a token whose SHA-256 is `tokenHash` (hex), else null. Only a miss is a promise. */
  find(tokenHash: string): Caller | null | Promise<Caller | null>
  /** Call it after the commit that ended or changed them. */
  forget(sessionIds: readonly string[]): void
  /** Tells of every forget in this process from now on: what lasts longer than a call looks again then. */
  watch(listener: (sessionIds: readonly string[]) => void): void
}

/** 32 bytes as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Whether a text can be a token at all; saves the look-up of one that cannot. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** Tokens are high-entropy, so a plain hash is enough at rest. */
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
  // two generations bound the memory without keeping an order of use
  let current = generation()
  let previous = generation()
  let rotatedAt = now()
  const waiting = new Map<string, Waiting>()
  let underway = new Map<string, Waiting>()
  let busy = false
  /** raised by every forget: what a look-up began before it read may be out of date */
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
    // calls of the same turn of the event loop go together
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
      // a look-up under way may have read the state before: nobody new may share its answer
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
