/**
 * The start of a new log after a loss. The database is an older copy, so its log cannot go on: others have seen entries that
 * it does not hold. The new log names the last known state of the lost one, which is no older than what any witness has signed, and the
 * issues that are refunded.
 */
import { treeRoot } from '@fairlot/fairness/log'
import type { Db, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { LogWriter } from '../log/log-writer.ts'
import type { Beacons } from '../beacon/beacon.ts'
import type { Witnesses } from '../witnesses/witnesses.ts'
import { fetchKeptLines, fetchKeptSeals } from './lost-seals.ts'
import type { HaltReason, Standing } from './standing.ts'
import { logNumber } from '../log/log-name.ts'
import { currentLog, insertLog, setAside, takeRefunds, waitingRefunds } from './standing.queries.ts'
import { askForStates, newestSigned, silentWitnesses, type SignedState } from './witnessed-states.ts'

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

/** What the owners state of the loss. */
export type StatedLoss = {
  /** how many entries of the lost log witnesses have signed, where that is more than this server has seen */
  size?: number | undefined
  /** names of witnesses that cannot be asked */
  without: readonly string[]
}

export type Recovery = {
  /** Asks the witnesses what they have signed, before a transaction that locks. Never throws for a witness. */
  ask(
    db: Db,
    witnesses: Pick<Witnesses, 'newest' | 'keptSeals' | 'noteKeys' | 'verdicts' | 'settled'>,
    beacons: Beacons,
  ): Promise<void>
  /**
   * Checks, under the lock, that the new log can start where every named witness has signed.
   * @param keys note verifier keys of the configured witnesses
   * @throws Refusal WITNESS_SILENT: a witness has not said what it signed, and the owners do not name it. STATE_NOT_NAMED: witnesses have
   * signed entries that nobody here has seen, and the owners do not name that state
   */
  require(tx: Tx, stated: StatedLoss, keys: readonly string[]): Promise<void>
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

  /** What was seen outside the database; without it, what the database itself has published. */
  async function seenHere(tx: Tx): Promise<SignedState> {
    const own = await currentLog(tx)
    const mark = await standing.mark()
    const marked = mark && logNumber(deployment, mark.deployment)
    const halt = standing.now()
    const isLower = typeof halt !== 'string' && (halt.reason === 'behind' || halt.reason === 'other')
    return isLower && mark && marked !== null && marked >= own.log
      ? { number: marked, size: mark.size, root: mark.root }
      : { number: own.log, size: Number(own.signedSize ?? 0), root: own.signedRoot ?? treeRoot([]) }
  }

  /** The newest state that anybody is known to have seen. */
  async function lastKnown(tx: Tx): Promise<SignedState> {
    const seen = await seenHere(tx)
    const signed = await newestSigned(tx)
    return signed && isBehind(seen, signed) ? signed : seen
  }

  return {
    async ask(db, witnesses, beacons) {
      if (!isLost(await standing.check(db))) return
      await askForStates(db, witnesses)
      await fetchKeptLines(db, beacons, witnesses)
      await fetchKeptSeals(db, witnesses)
    },
    async require(tx, { size, without }, keys) {
      const silent = await silentWitnesses(tx, keys, without)
      if (silent.length > 0) throw new Refusal('WITNESS_SILENT', { values: { names: silent.join(', ') } })
      const signed = await newestSigned(tx)
      if (signed && signed.size !== size && isBehind(await seenHere(tx), signed))
        throw new Refusal('STATE_NOT_NAMED', {
          values: { size: String(signed.size), log: nameOf(signed.number) },
        })
    },
    async lock(tx) {
      await writer.hold(tx)
      const halt = await standing.check(tx)
      if (!isLost(halt)) throw new Refusal('NOTHING_TO_RECOVER')
    },
    async begin(tx, issues) {
      const own = await currentLog(tx)
      const known = await lastKnown(tx)
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

const isLost = (standing: Standing): boolean => typeof standing !== 'string' && !NOT_LOST.has(standing.reason)

function isBehind(one: SignedState, other: SignedState): boolean {
  return one.number < other.number || (one.number === other.number && one.size < other.size)
}
