/**
 * Beacons that are dead for good. Two owners declare it, and the log says so (`beacon-dead`). When 30 days have passed and no later
 * round is known, what no round can decide is refunded (mall/issues/dead-beacon.ts). A later round that arrives ends this at any time:
 * the declaration stays in the log and has no effect.
 */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import type { Executor, Tx } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { LogWriter } from '../log/log-writer.ts'
import type { Beacons } from './beacon.ts'

/** After the declaration, for the beacon to come back. */
const DEAD_FOR_MS = 30 * DAY_MS

export type DeadBeacon = { chain: string; lastRound: number }

/** Condition on a row `dead` of `beacon_dead`: it is of the current log, and no later round is known. */
const IS_DEAD = `dead.log = (select max(number) from log)
  and not exists (select from beacon_round later where later.chain = dead.chain and later.round > dead.last_round)`

/** Condition on the row `dead`: it was declared so long ago that what waits for it is refunded. @param now SQL, Unix milliseconds */
export const DEAD_FOR_LONG = (now: string) => `${IS_DEAD} and dead.declared_ms + ${DEAD_FOR_MS} <= ${now}`

const DEAD = {
  name: 'beacon.dead',
  text: `select 1 from beacon_dead dead where dead.chain = $1 and ${IS_DEAD}`,
}
const DECLARED = {
  name: 'beacon.declared',
  text: `select 1 from beacon_dead where chain = $1 and log = (select max(number) from log)`,
}
const LATER = {
  name: 'beacon.later',
  text: 'select 1 from beacon_round where chain = $1 and round > $2 limit 1',
}
const LIST = {
  name: 'beacon.deadList',
  text: `select chain, last_round::float8 as "lastRound", declared_ms::float8 as at from beacon_dead dead where ${IS_DEAD} order by chain`,
}
const DECLARE = {
  name: 'beacon.declare',
  text: `insert into beacon_dead (log, chain, last_round, declared_ms, approval_id)
    select max(number), $1, $2, $3, $4 from log`,
}

/** Whether a beacon was declared dead and has published nothing since. Nothing opens that would wait for it. */
export async function isBeaconDead(db: Executor, chain: string): Promise<boolean> {
  return (await db.query(DEAD, [chain])).length > 0
}

/** The beacons that are declared dead and have published nothing since. `at`: time of the declaration, Unix milliseconds. */
export const deadBeacons = (db: Executor): Promise<(DeadBeacon & { at: number })[]> =>
  db.query<DeadBeacon & { at: number }>(LIST)

export type DeadBeacons = {
  /**
   * Checks a declaration. Takes the lock of the log.
   * @throws Refusal NO_PUBLIC_BEACON, BEACON_DEAD (it is declared already), ROUND_NOT_LAST
   */
  check(tx: Tx, beacon: DeadBeacon): Promise<void>
  /** Writes the entry, and what the refunds rest on. @throws Refusal as `check` */
  declare(tx: Tx, beacon: DeadBeacon, approvalId: string): Promise<void>
}

export function createDeadBeacons({
  writer,
  beacons,
}: {
  writer: Pick<LogWriter, 'lock' | 'publish'>
  beacons: Pick<Beacons, 'find'>
}): DeadBeacons {
  /** @returns the time of the entry */
  async function check(tx: Tx, { chain, lastRound }: DeadBeacon): Promise<number> {
    const { floorMs } = await writer.lock(tx)
    const beacon = beacons.find(chain)
    // the house signs the rounds of its own beacon, so it has every one
    if (!beacon || beacon.local) throw new Refusal('NO_PUBLIC_BEACON')
    if ((await tx.query(DECLARED, [chain])).length > 0) throw new Refusal('BEACON_DEAD')
    const at = Math.max(floorMs, await businessNow(tx))
    const isLast = roundTimeMs(lastRound, beacon.chain) <= at
    if (!isLast || (await tx.query(LATER, [chain, lastRound])).length > 0) throw new Refusal('ROUND_NOT_LAST')
    return at
  }
  return {
    async check(tx, beacon) {
      await check(tx, beacon)
    },
    async declare(tx, { chain, lastRound }, approvalId) {
      const at = await check(tx, { chain, lastRound })
      await writer.publish(tx, [{ t: 'beacon-dead', chain, lastRound, at }])
      await tx.query(DECLARE, [chain, lastRound, at, approvalId])
    },
  }
}

const NOW = {
  name: 'beacon.now',
  text: `select floor(extract(epoch from business_now()) * 1000)::float8 as now`,
}

async function businessNow(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ now: number }>(NOW)
  return row!.now
}
