/** Wires the members' protection: the calls of members, the calls of operators, and the count of minutes of use. */
import type { Audit } from '../../platform/audit.ts'
import type { Caller } from '../../platform/http/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Random } from '../../platform/random.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Identity } from '../identity/index.ts'
import { createExclusions } from './exclusions.ts'
import { guardState, type GuardState } from './guard-state.ts'
import { memberProtectionRoutes } from './guard.operator.ts'
import { allTime, guardRoutes, type AllTime } from './guard.routes.ts'
import { createLimits, type LimitDeps } from './limits.ts'
import { createMinutes, type Minutes } from './minutes.ts'
import { netPosition, type Flow } from './net-position.ts'

export type GuardDeps = {
  /** ends the locks of a member's savings in the piggy bank */
  releaseSavings(tx: Tx, memberId: string): Promise<void>
  db: Db
  clock: Clock
  random: Random
  settings: Values
  audit: Audit
  log: { warn(fields: object, message: string): void }
  /** minutes east of UTC of business time */
  utcOffsetMinutes: number
  identity: Pick<Identity, 'acknowledgeReality' | 'activeSince' | 'exclusions'>
  /** Reads the deposits of a period that a new deposit limit counts. The caller holds the wallet's lock. */
  deposits: LimitDeps['deposits']
}

/** What the calls of members and of operators share. */
export type GuardParts = Pick<GuardDeps, 'db' | 'settings' | 'audit' | 'utcOffsetMinutes' | 'identity'> & {
  limits: ReturnType<typeof createLimits>
  exclusions: ReturnType<typeof createExclusions>
  /** Runs a change in a transaction. @returns the member's protection after it */
  change(memberId: string, run: (tx: Tx) => Promise<unknown>): Promise<GuardState>
}

export type Guard = {
  /** calls of members, and calls of operators that protect a member */
  readonly routes: ReturnType<typeof guardRoutes> & ReturnType<typeof memberProtectionRoutes>
  /** @throws Refusal NO_SUCH_DATA */
  state(memberId: string): Promise<GuardState>
  /** The sums of all that a member paid in, spent and got, in minor units. Counts the newest lines of the wallet. */
  net(memberId: string): Promise<Flow>
  /** The member's net position of all time, as calls show it. */
  position(memberId: string): Promise<AllTime>
  /** Notes that a member made a call; the minutes of members with a time limit are counted from these notes. */
  noteUse(member: Pick<Caller, 'memberId'>): void
} & Pick<Minutes, 'flush' | 'start' | 'stop'>

export function createGuard(deps: GuardDeps): Guard {
  const { db, identity } = deps
  const minutes = createMinutes(deps)
  const parts: GuardParts = {
    ...deps,
    limits: createLimits(deps),
    exclusions: createExclusions({
      ...deps,
      excludePhone: (tx, memberId, until) => identity.exclusions.exclude(tx, memberId, until),
      releaseSavings: deps.releaseSavings,
    }),
    change: (memberId, run) =>
      db.tx(async (tx) => {
        await run(tx)
        return guardState(tx, deps, memberId)
      }),
  }
  return {
    routes: { ...guardRoutes(parts), ...memberProtectionRoutes(parts) },
    state: (memberId) => guardState(db, deps, memberId),
    net: async (memberId) => (await netPosition(db, memberId, deps.utcOffsetMinutes)).all,
    position: async (memberId) => allTime(await netPosition(db, memberId, deps.utcOffsetMinutes)),
    noteUse: ({ memberId }) => minutes.noteUse(memberId),
    flush: () => minutes.flush(),
    start: () => minutes.start(),
    stop: () => minutes.stop(),
  }
}
