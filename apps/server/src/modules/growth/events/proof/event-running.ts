/**
 * The running hash of an event's rows up to a participant, which the participant's receipt states. Rows do not change, so each process
 * keeps the hashes in steps, and a receipt continues from the last step before its row.
 */
import { claimedStart, extendClaimed } from '@fairlot/fairness/claimed-rows'
import type { Executor } from '../../../../platform/db.ts'
import { readClaimedRows } from '../event-rows.ts'

/** The number of rows between two kept hashes. */
const STEP = 1_000
/** Events run one after the other; receipts of earlier ones are rarely asked for. */
const MOST_EVENTS = 16

export type RunningEvent = { eventId: string; number: string; utcOffset: number }

export type EventRunning = {
  /**
   * The running hash after the row `seq` (from 1 on), hex.
   * @throws Error when a row up to `seq` is missing
   */
  of(event: RunningEvent, seq: number): Promise<string>
}

/** @param options `step`: for tests */
export function createEventRunning({ db, step = STEP }: { db: Executor; step?: number }): EventRunning {
  /** the hashes after each step of rows, from h_0 on */
  const kept = new Map<string, string[]>()
  const stepsOf = ({ eventId, number }: RunningEvent): string[] => {
    // an event states no number of shares
    const steps = kept.get(eventId) ?? [claimedStart(number, 0)]
    kept.delete(eventId)
    kept.set(eventId, steps)
    if (kept.size > MOST_EVENTS) kept.delete(kept.keys().next().value!)
    return steps
  }
  return {
    async of(event, seq) {
      const steps = stepsOf(event)
      const from = Math.min(Math.floor(seq / step), steps.length - 1)
      let [at, hash] = [from * step, steps[from]!]
      for (const row of await readClaimedRows(db, event, { after: at, through: seq })) {
        if (row.seq !== ++at) throw new Error(`event ${event.number}: participant ${at} is missing`)
        hash = extendClaimed(hash, row)
        if (at % step === 0) steps[at / step] = hash
      }
      if (at !== seq) throw new Error(`event ${event.number}: participant ${at + 1} is missing`)
      return hash
    },
  }
}
