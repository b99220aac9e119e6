/** Where the current log ends, as a transaction sees it. */
import { firstHead } from '@fairlot/fairness/log'
import type { Executor } from '../../../platform/db.ts'
import { logName } from './log-name.ts'
import * as sql from './log.queries.ts'

/** The end of the current log. Times are Unix milliseconds. */
export type End = {
  /** its number */
  log: number
  /** the next index */
  size: number
  head: string
  floorMs: number
  /** null: the log has not begun */
  beganMs: number | null
  /** the log has the entry `log-rules` */
  hasRules: boolean
  /** size and time of the newest checkpoint; 0: there is none */
  signed: number
  signedMs: number
}

type EndRow = {
  log: number
  size: bigint
  head: string | null
  floorMs: bigint
  beganMs: bigint | null
  hasRules: boolean
  signed: bigint
  signedMs: bigint
}

export async function endOf(db: Executor, deployment: string): Promise<End> {
  const [row] = await db.query<EndRow>(sql.END)
  const { log, size, head, floorMs, beganMs, hasRules, signed, signedMs } = row!
  return {
    log,
    size: Number(size),
    head: head ?? firstHead(logName(deployment, log)),
    floorMs: Number(floorMs),
    beganMs: beganMs === null ? null : Number(beganMs),
    hasRules,
    signed: Number(signed),
    signedMs: Number(signedMs),
  }
}

/** Business time, rounded down as all published times. */
export async function nowMs(db: Executor): Promise<number> {
  const [row] = await db.query<{ now: bigint }>(sql.NOW)
  return Number(row!.now)
}
