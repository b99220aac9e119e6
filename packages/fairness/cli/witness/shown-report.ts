/** The report as a witness shows it: what it stored, and what waits for a result too long by its clock. */
import type { StateFile } from '../witness-state.ts'
import type { Sealed } from './follower.ts'
import type { LateSeal, Listed, Loss, OtherHistory } from './report.ts'
import type { Signer, WatchedLog } from './signer.ts'

export type ShownReport = {
  readonly late: Listed<LateSeal>
  /** the oldest first */
  readonly overdue: Listed<Sealed & { readonly log: string }>
  readonly losses: Listed<Loss>
  readonly histories: readonly OtherHistory[]
}

const DAY_MS = 86_400_000
const MAX_LISTED = 200

type Sources = {
  readonly logs: readonly WatchedLog[]
  readonly signers: ReadonlyMap<string, Signer>
  readonly state: StateFile
  /** Unix seconds */
  readonly now: () => number
}

export function shownReport({ logs, signers, state, now }: Sources): ShownReport {
  const { late, losses, histories } = state.report()
  const limit = now() * 1000 - DAY_MS
  const all = logs
    .flatMap(({ key: { name: log } }) => (signers.get(log)?.sealed() ?? []).map((one) => ({ log, ...one })))
    .filter(({ since }) => since < limit)
    .toSorted((a, b) => a.since - b.since)
  return { late, overdue: { total: all.length, list: all.slice(0, MAX_LISTED) }, losses, histories }
}
