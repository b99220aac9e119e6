/**
 * The rules of limits: stricter at once, looser only after a wait and a second yes, and never by an operator. Every change
 * holds the lock of the member's wallet, as everything that counts does (ledger/limits.ts).
 */
import { PERIOD_MINUTES, type LimitPeriod } from '@fairlot/contract/guard-kinds'
import { parseMoney } from '@fairlot/contract/money'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { limitsOf, lockWallets, setLimit, type CountedDeposits } from '../ledger/index.ts'
import {
  dropIncrease,
  increasesOf,
  lastEvent,
  putIncrease,
  writeChange,
  type LimitEvent,
  type LimitName,
} from './limits.queries.ts'
import { CONFIRM_DAYS, INCREASE_HOURS } from './guard.settings.ts'

export type LimitDeps = {
  clock: Clock
  random: Random
  settings: Values
  /** minutes east of UTC of business time */
  utcOffsetMinutes: number
  /** what a deposit limit finds already counted, from the module with the recharges; the wallet is locked */
  deposits(tx: Tx, memberId: string, period: LimitPeriod): Promise<CountedDeposits>
}

/** Minor units, or minutes of time; null: no limit. */
export type Cap = bigint | null

/**
 * Reads a limit as a person enters it.
 * @throws Refusal INPUT_INVALID with the field `cap` for a time that is no whole number of minutes within the period
 */
export function readCap({ kind, period }: LimitName, entered: string): bigint {
  if (kind !== 'time') return parseMoney(entered)
  const minutes = /^(\d+)(?:\.0+)?$/.exec(entered)?.[1]
  if (minutes === undefined || Number(minutes) < 1 || Number(minutes) > PERIOD_MINUTES[period])
    throw new Refusal('INPUT_INVALID', { fields: { cap: 'LIMIT_MINUTES' } })
  return BigInt(minutes)
}

const isStricter = (wanted: Cap, current: Cap) => wanted !== null && (current === null || wanted < current)

/** The changes of one member's limits; each takes the wallet's lock first. */
export function createLimits(deps: LimitDeps) {
  const { clock, random, settings, utcOffsetMinutes, deposits } = deps
  // the ids of one process grow, so that what happens in the same millisecond keeps its order
  let last = 0

  async function now(tx: Tx, memberId: string, name: LimitName) {
    await lockWallets(tx, [memberId])
    const same = (one: LimitName) => one.kind === name.kind && one.period === name.period
    const current: Cap = (await limitsOf(tx, memberId)).find(same)?.cap ?? null
    return { current, waiting: (await increasesOf(tx, memberId)).find(same) }
  }

  async function note(
    tx: Tx,
    memberId: string,
    name: LimitName,
    change: { event: LimitEvent; before: Cap; after: Cap; operatorId?: string | null },
  ) {
    last = Math.max(clock.now(), last + 1)
    const id = uuidv7(last, random)
    await writeChange(tx, memberId, { id, operatorId: null, ...name, ...change })
  }

  /** The member wants something else now than what they asked for before, or an operator wants it stricter. */
  async function dropWish(
    tx: Tx,
    memberId: string,
    name: LimitName,
    { current, waiting }: { current: Cap; waiting?: { cap: Cap } | undefined },
    operatorId: string | null = null,
  ) {
    await dropIncrease(tx, memberId, name)
    if (!waiting) return
    await note(tx, memberId, name, { event: 'cancelled', before: current, after: waiting.cap, operatorId })
  }

  async function setNow(tx: Tx, memberId: string, { kind, period }: LimitName, cap: Cap) {
    const counted = kind === 'deposit' ? await deposits(tx, memberId, period) : undefined
    await setLimit(tx, { member: memberId, kind, period }, cap, utcOffsetMinutes, counted)
  }

  return {
    /** Stricter at once; looser waits; what it is already takes an earlier wish back. */
    async save(tx: Tx, memberId: string, name: LimitName, wanted: Cap): Promise<void> {
      const known = await now(tx, memberId, name)
      const { current, waiting } = known
      if (wanted === current || isStricter(wanted, current)) {
        await dropWish(tx, memberId, name, known)
        if (wanted === current) return
        await setNow(tx, memberId, name, wanted)
        await note(tx, memberId, name, { event: 'set', before: current, after: wanted })
        return
      }
      // the same wish again does not begin to wait anew
      if (waiting && waiting.cap === wanted) return
      await putIncrease(tx, memberId, name, {
        cap: wanted,
        waitHours: settings.get(INCREASE_HOURS),
        confirmDays: settings.get(CONFIRM_DAYS),
      })
      await note(tx, memberId, name, { event: 'requested', before: current, after: wanted })
    },

    /**
     * Makes a looser limit hold that has waited. Once more does nothing.
     * @throws Refusal TOO_EARLY; NO_SUCH_DATA when nothing waits, or not any more
     */
    async confirm(tx: Tx, memberId: string, name: LimitName): Promise<void> {
      const { current, waiting } = await now(tx, memberId, name)
      if (!waiting) {
        if ((await lastEvent(tx, memberId, name)) === 'confirmed') return
        throw new Refusal('NO_SUCH_DATA')
      }
      if (waiting.wait > 0) throw tooEarly(waiting.wait)
      await dropIncrease(tx, memberId, name)
      await setNow(tx, memberId, name, waiting.cap)
      await note(tx, memberId, name, { event: 'confirmed', before: current, after: waiting.cap })
    },

    /** Takes a wish for a looser limit back; where there is none, nothing happens. */
    async cancel(tx: Tx, memberId: string, name: LimitName): Promise<void> {
      await dropWish(tx, memberId, name, await now(tx, memberId, name))
    },

    /**
     * Sets a stricter limit in an operator's name.
     * @returns what it was before
     * @throws Refusal ONLY_STRICTER
     */
    async tighten(
      tx: Tx,
      memberId: string,
      name: LimitName,
      wanted: bigint,
      operatorId: string,
    ): Promise<Cap> {
      const known = await now(tx, memberId, name)
      if (!isStricter(wanted, known.current)) throw new Refusal('ONLY_STRICTER')
      await dropWish(tx, memberId, name, known, operatorId)
      await setNow(tx, memberId, name, wanted)
      await note(tx, memberId, name, { event: 'set', before: known.current, after: wanted, operatorId })
      return known.current
    },
  }
}

const HOUR_SECONDS = 3_600

/** @param wait whole seconds; people are told hours, of which there are many */
function tooEarly(wait: number): Refusal {
  return new Refusal('TOO_EARLY', { retryAfter: wait, values: { hours: Math.ceil(wait / HOUR_SECONDS) } })
}
