/**
 * The rules of limits. A stricter limit takes effect at once. A looser limit takes effect after a wait and a second
 * confirmation, and only a member can set one. Every change holds the lock of the member's wallet, as every count does
 * (ledger/limits).
 */
import { PERIOD_MINUTES, type LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import { parseMoney } from '@fairlot/contract/money/money'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { limitsOf, lockWallets, setLimit, type CountedDeposits } from '../ledger/index.ts'
import {
  deletePendingIncrease,
  insertLimitChange,
  lastEvent,
  pendingIncreasesOf,
  putPendingIncrease,
  type LimitEvent,
  type LimitName,
  type PendingIncrease,
} from './limits.queries.ts'
import { CONFIRM_DAYS, INCREASE_HOURS } from './guard.settings.ts'

export type LimitDeps = {
  clock: Clock
  random: Random
  settings: Values
  /** minutes east of UTC of business time */
  utcOffsetMinutes: number
  /** Reads the deposits of a period that a new deposit limit counts. The caller holds the wallet's lock. */
  deposits(tx: Tx, memberId: string, period: LimitPeriod): Promise<CountedDeposits>
}

/** Minor units, or minutes when the kind is `time`; null: no limit. */
export type Cap = bigint | null

/**
 * Reads a limit as a person enters it.
 * @throws Refusal INPUT_INVALID with the field `cap` for a time that is not a whole number of minutes within the period
 */
export function readCap({ kind, period }: LimitName, entered: string): bigint {
  if (kind !== 'time') return parseMoney(entered)
  const minutes = /^(\d+)(?:\.0+)?$/.exec(entered)?.[1]
  if (minutes === undefined || Number(minutes) < 1 || Number(minutes) > PERIOD_MINUTES[period])
    throw new Refusal('INPUT_INVALID', { fields: { cap: 'LIMIT_MINUTES' } })
  return BigInt(minutes)
}

const isStricter = (wanted: Cap, current: Cap) => wanted !== null && (current === null || wanted < current)

/** A limit under the wallet's lock. */
type LockedLimit = { current: Cap; pendingIncrease: PendingIncrease | undefined }

/** The changes of one member's limits. Each takes the wallet's lock first. */
export function createLimits(deps: LimitDeps) {
  const { clock, random, settings, utcOffsetMinutes, deposits } = deps
  // The ids of one process increase, so that changes of the same millisecond keep their order.
  let lastMs = 0

  async function lock(tx: Tx, memberId: string, name: LimitName): Promise<LockedLimit> {
    await lockWallets(tx, [memberId])
    const same = (one: LimitName) => one.kind === name.kind && one.period === name.period
    const current: Cap = (await limitsOf(tx, memberId)).find(same)?.cap ?? null
    return { current, pendingIncrease: (await pendingIncreasesOf(tx, memberId)).find(same) }
  }

  async function record(
    tx: Tx,
    memberId: string,
    name: LimitName,
    change: { event: LimitEvent; before: Cap; after: Cap; operatorId?: string | null },
  ) {
    lastMs = Math.max(clock.now(), lastMs + 1)
    const id = uuidv7(lastMs, random)
    await insertLimitChange(tx, memberId, { id, operatorId: null, ...name, ...change })
  }

  /** @param operatorId the operator who sets a stricter limit; null: the member */
  async function cancelIncrease(
    tx: Tx,
    memberId: string,
    name: LimitName,
    { current, pendingIncrease }: LockedLimit,
    operatorId: string | null = null,
  ) {
    await deletePendingIncrease(tx, memberId, name)
    if (!pendingIncrease) return
    const after = pendingIncrease.cap
    await record(tx, memberId, name, { event: 'cancelled', before: current, after, operatorId })
  }

  async function setNow(tx: Tx, memberId: string, { kind, period }: LimitName, cap: Cap) {
    const counted = kind === 'deposit' ? await deposits(tx, memberId, period) : undefined
    await setLimit(tx, { member: memberId, kind, period }, cap, utcOffsetMinutes, counted)
  }

  return {
    /** Sets a stricter limit at once, and makes a looser one wait. The current limit cancels a pending increase. */
    async save(tx: Tx, memberId: string, name: LimitName, wanted: Cap): Promise<void> {
      const limit = await lock(tx, memberId, name)
      const { current, pendingIncrease } = limit
      if (wanted === current || isStricter(wanted, current)) {
        await cancelIncrease(tx, memberId, name, limit)
        if (wanted === current) return
        await record(tx, memberId, name, { event: 'set', before: current, after: wanted })
        await setNow(tx, memberId, name, wanted)
        return
      }
      // The same request again does not restart the wait.
      if (pendingIncrease && pendingIncrease.cap === wanted) return
      await putPendingIncrease(tx, memberId, name, {
        cap: wanted,
        waitHours: settings.get(INCREASE_HOURS),
        confirmDays: settings.get(CONFIRM_DAYS),
      })
      await record(tx, memberId, name, { event: 'requested', before: current, after: wanted })
    },

    /**
     * Applies a pending increase after its wait. A repeated confirmation does nothing.
     * @throws Refusal TOO_EARLY; NO_SUCH_DATA when no increase is pending, or it has expired
     */
    async confirm(tx: Tx, memberId: string, name: LimitName): Promise<void> {
      const { current, pendingIncrease } = await lock(tx, memberId, name)
      if (!pendingIncrease) {
        if ((await lastEvent(tx, memberId, name)) === 'confirmed') return
        throw new Refusal('NO_SUCH_DATA')
      }
      const { cap, wait_seconds: waitSeconds } = pendingIncrease
      if (waitSeconds > 0) throw tooEarly(waitSeconds)
      await deletePendingIncrease(tx, memberId, name)
      // the schema removes a time limit only after its history says so
      await record(tx, memberId, name, { event: 'confirmed', before: current, after: cap })
      await setNow(tx, memberId, name, cap)
    },

    /** Cancels a pending increase. Does nothing when there is none. */
    async cancel(tx: Tx, memberId: string, name: LimitName): Promise<void> {
      await cancelIncrease(tx, memberId, name, await lock(tx, memberId, name))
    },

    /**
     * Sets a stricter limit for an operator.
     * @returns the limit before
     * @throws Refusal ONLY_STRICTER
     */
    async tighten(
      tx: Tx,
      memberId: string,
      name: LimitName,
      wanted: bigint,
      operatorId: string,
    ): Promise<Cap> {
      const limit = await lock(tx, memberId, name)
      const { current } = limit
      if (!isStricter(wanted, current)) throw new Refusal('ONLY_STRICTER')
      await cancelIncrease(tx, memberId, name, limit, operatorId)
      await record(tx, memberId, name, { event: 'set', before: current, after: wanted, operatorId })
      await setNow(tx, memberId, name, wanted)
      return current
    },
  }
}

const HOUR_SECONDS = 3_600

/** The message names hours, because the wait lasts a day or longer. */
function tooEarly(waitSeconds: number): Refusal {
  const hours = Math.ceil(waitSeconds / HOUR_SECONDS)
  return new Refusal('TOO_EARLY', { retryAfter: waitSeconds, values: { hours } })
}
