/**
 * What a witness has seen that breaks no rule of the log, and tells everyone (`GET /report`): seals that it was shown after
 * their round, refunds after a loss that contradict what it signed, and two histories of one log. `report.json` holds it.
 */
import type { SignedNote, StateFile } from '../witness-state.ts'

/** A seal of a draw, or a chain of version 3, that names this witness and that the witness had not signed in time. */
export type LateSeal = {
  /** origin of the log */
  readonly log: string
  readonly index: number
  /** `issue …`, `round …`, `event …` or `chain …` */
  readonly what: string
  /** when its round was published or the chain began, and when the witness judged it, Unix milliseconds */
  readonly publishedAt: number
  readonly at: number
}

/** What a log that continues a lost one says against what this witness signed of the lost one. */
export type Loss = {
  readonly log: string
  /** origin of the lost log */
  readonly before: string
  /** the entry of the new log */
  readonly index: number
  readonly reason: string
  readonly at: number
}

/** Two checkpoints of one log, both signed by the log's key. */
export type OtherHistory = {
  readonly log: string
  readonly at: number
  /**
   * True when no log can have both: they have one size and two roots, or the shown one has another root than what the
   * witness signed has at its size. False while the witness only knows that the house gave no proof that one extends the other.
   */
  readonly proven: boolean
  readonly size: number
  readonly root: string
  /** what this witness had signed, with its line; null when a version before this one signed it */
  readonly signed: SignedNote | null
  /** the note that it was shown then */
  readonly shown: string
}

/** The newest first; `total` counts those that are no longer listed, too. */
export type Listed<T> = { readonly total: number; readonly list: readonly T[] }

export type StoredReport = {
  readonly version: 1
  readonly late: Listed<LateSeal>
  /** origin → index of the last seal that was judged late */
  readonly lateUpTo: Readonly<Record<string, number>>
  readonly losses: Listed<Loss>
  readonly histories: readonly OtherHistory[]
}

export const EMPTY_REPORT: StoredReport = {
  version: 1,
  late: { total: 0, list: [] },
  lateUpTo: {},
  losses: { total: 0, list: [] },
  histories: [],
}

const MAX_LISTED = 200
/** of each of the two kinds; the first proven ones are kept, and the newest of the others */
const MAX_HISTORIES = 20

export type Report = {
  late(seal: LateSeal): void
  loss(loss: Loss): void
  history(found: OtherHistory): void
  /** What the witness has signed of a log has this root at this size: decides what is not proven yet. */
  settle(log: string, size: number, root: string): void
}

export function createReport(state: StateFile, log: (line: string) => void): Report {
  const save = (change: Partial<StoredReport>): void => state.saveReport({ ...state.report(), ...change })
  const added = <T>({ total, list }: Listed<T>, one: T): Listed<T> => ({
    total: total + 1,
    list: [one, ...list].slice(0, MAX_LISTED),
  })
  const saveHistories = (histories: readonly OtherHistory[]): void => {
    const proven = histories.filter((one) => one.proven)
    const others = histories.filter((one) => !one.proven)
    save({ histories: [...proven.slice(0, MAX_HISTORIES), ...others.slice(-MAX_HISTORIES)] })
  }

  return {
    late(seal) {
      const { late, lateUpTo } = state.report()
      // seals are judged in the order of the log, and again when a request is repeated
      if (seal.index <= (lateUpTo[seal.log] ?? -1)) return
      save({ late: added(late, seal), lateUpTo: { ...lateUpTo, [seal.log]: seal.index } })
      log(`reported ${seal.log}: entry ${seal.index}, the seal of ${seal.what}, was shown after its round`)
    },
    loss(loss) {
      const { losses } = state.report()
      if (losses.list.some(({ log: name, index }) => name === loss.log && index === loss.index)) return
      save({ losses: added(losses, loss) })
      log(`reported ${loss.log}: entry ${loss.index} ${loss.reason}`)
    },
    history(found) {
      const { histories } = state.report()
      const isKnown = histories.some(
        ({ log: name, size, root }) => name === found.log && size === found.size && root === found.root,
      )
      if (isKnown) return
      saveHistories([...histories, found])
      log(`reported ${found.log}: another history of ${found.size} entries`)
    },
    settle(name, size, root) {
      const { histories } = state.report()
      const isOpen = (one: OtherHistory): boolean => !one.proven && one.log === name && one.size === size
      if (!histories.some(isOpen)) return
      saveHistories(
        histories.flatMap((one) => {
          if (!isOpen(one)) return [one]
          return one.root === root ? [] : [{ ...one, proven: true }]
        }),
      )
    },
  }
}
