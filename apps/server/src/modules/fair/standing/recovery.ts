/**
 * The start of a new log after a loss. The database is an older copy, so its log cannot go on: others have seen entries that
 * it does not hold. The new log names the last known state of the lost one, and the issues that are refunded.
 */
import { treeRoot } from '@fairlot/fairness/log'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { LogWriter } from '../log/log-writer.ts'
import type { HaltReason } from './standing.ts'
import { logNumber } from '../log/log-name.ts'
import { currentLog, insertLog, setAside, takeRefunds, waitingRefunds } from './standing.queries.ts'

export type Recovered = {
  /** the name of the new log */
  log: string
  /** name, size and root of the lost one, as they were known */
  lost: { log: string; size: number; root: string }
  /** numbers of the issues that are refunded */
  issues: string[]
  /** numbers of those whose refund is complete and whose entry must be enqueued again, in the form of the new log */
  restated: string[]
}

export type Recovery = {
  /**
   * Takes the log's lock, before any other lock of the transaction, and checks that there is something to recover from.
   * @throws Refusal NOTHING_TO_RECOVER: the log is not halted, or not by a loss
   */
  lock(tx: Tx): Promise<void>
  /** Starts the new log. @param issues numbers of the issues that were open or sealed, and of those whose refund is not in the log */
  begin(tx: Tx, issues: readonly string[]): Promise<Recovered>
}

/** Halts that have nothing to do with a loss. */
const NOT_LOST: ReadonlySet<HaltReason> = new Set(['drill', 'outdated'])

export function createRecovery(writer: LogWriter): Recovery {
  const { standing, deployment, nameOf } = writer
  return {
    async lock(tx) {
      await writer.hold(tx)
      const halt = await standing.check(tx)
      if (typeof halt === 'string' || NOT_LOST.has(halt.reason)) throw new Refusal('NOTHING_TO_RECOVER')
    },
    async begin(tx, issues) {
      const own = await currentLog(tx)
      const mark = await standing.mark()
      const marked = mark && logNumber(deployment, mark.deployment)
      // what was seen outside the database; without it, what the database itself has published
      const halt = standing.now()
      const isLower = typeof halt !== 'string' && (halt.reason === 'behind' || halt.reason === 'other')
      const known =
        isLower && mark && marked !== null && marked >= own.log
          ? { number: marked, size: mark.size, root: mark.root }
          : {
              number: own.log,
              size: Number(own.signedSize ?? 0),
              root: own.signedRoot ?? treeRoot([]),
            }
      // a number that no log has had: the lost database may have started logs of its own
      const number = Math.max(own.log, known.number) + 1
      const lost = [...new Set([...issues, ...(await waitingRefunds(tx))])].toSorted()
      await insertLog(tx, { number, continues: known.number, size: known.size, root: known.root })
      await setAside(tx, number)
      const restated = writer.rules < 3 ? [] : await takeRefunds(tx)
      await writer.beginAfter(tx, number, { ...known, lost })
      return {
        log: nameOf(number),
        lost: { log: nameOf(known.number), size: known.size, root: known.root },
        issues: lost,
        restated,
      }
    },
  }
}
