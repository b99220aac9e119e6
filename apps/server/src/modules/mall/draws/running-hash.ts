/**
 * The running hash of an issue's rows up to an order, which the order's receipt states. Rows do not change after the sale, so
 * the hashes are kept in steps, and a receipt continues from the last step before its order.
 */
import { fromHex, toHex } from '@fairlot/fairness/bytes'
import { claimedStart, extendClaimed } from '@fairlot/fairness/claimed-rows'
import { extendRunning, runningStart } from '@fairlot/fairness/running'
import type { Executor } from '../../../platform/db.ts'
import type { TagKeys } from '../../fair/index.ts'
import { createMemberTagger, readClaimedPage, readOrderPage, type Page } from './draw-orders.ts'

/** The number of rows between two kept hashes. */
const STEP = 1_000

/** Names the issue, and gives what its rows and its first hash depend on. */
export type RunningIssue = {
  issueId: string
  number: string
  /** the version of the log's rules that the issue opened under: rows of version 3 have claims */
  rules: number
  shares: number
  utcOffset: number
}

/** A row of an issue, and the hash that follows with it from the hash before. */
type RunningRow = { seq: number; extend(hash: string): string }

/** The hashes of an issue from h_0 on, and the rows that continue it, by seq. */
export type RunningRows = { start: string; page(page: Page): Promise<RunningRow[]> }

export function runningRows(
  db: Executor,
  tagKeys: TagKeys,
  { issueId, number, rules, shares, utcOffset }: RunningIssue,
): RunningRows {
  const tagOf = createMemberTagger(tagKeys.of(number))
  const rowOf =
    <Row extends { seq: number }>(extend: (hash: string, row: Row) => string) =>
    (row: Row): RunningRow => ({ seq: row.seq, extend: (hash) => extend(hash, row) })
  if (rules < 3) {
    return {
      start: runningStart(number, shares),
      page: async (page) =>
        (await readOrderPage(db, issueId, tagOf, utcOffset, page)).map(rowOf(extendRunning)),
    }
  }
  return {
    start: claimedStart(number, shares),
    page: async (page) =>
      (await readClaimedPage(db, issueId, tagOf, utcOffset, page)).map(rowOf(extendClaimed)),
  }
}

export type RunningHashes = {
  /**
   * The running hash after the row `seq` (from 1 on), hex.
   * @throws Error when a row up to `seq` is missing
   */
  of(issue: RunningIssue, seq: number): Promise<string>
}

const LAST_STEP = {
  name: 'running.last',
  text: 'select seq, hash from issue_running where issue_id = $1 and seq <= $2 order by seq desc limit 1',
}
/** Two receipts that are signed at the same time compute the same hash. */
const KEEP = {
  name: 'running.keep',
  text: 'insert into issue_running (issue_id, seq, hash) values ($1, $2, $3) on conflict (issue_id, seq) do nothing',
}

/** @param options `step`: for tests */
export function createRunningHashes(options: {
  db: Executor
  tagKeys: TagKeys
  step?: number
}): RunningHashes {
  const { db, tagKeys, step = STEP } = options
  return {
    async of(issue, seq) {
      const { issueId, number } = issue
      const [kept] = await db.query<{ seq: number; hash: Uint8Array }>(LAST_STEP, [issueId, seq])
      let at = kept?.seq ?? 0
      const { start, page } = runningRows(db, tagKeys, issue)
      let hash = kept ? toHex(kept.hash) : start
      while (at < seq) {
        const limit = Math.min(step - (at % step), seq - at)
        const rows = await page({ after: at, limit })
        for (const row of rows) {
          if (row.seq !== ++at) throw new Error(`issue ${number}: order ${at} is missing`)
          hash = row.extend(hash)
        }
        if (rows.length < limit) throw new Error(`issue ${number}: order ${at + 1} is missing`)
        if (at % step === 0) await db.query(KEEP, [issueId, at, fromHex(hash)])
      }
      return hash
    },
  }
}
