/** The progress of issues: reads the live data of many issues in one statement. */
import type { IssueStatus } from '@fairlot/contract/life/order-life'
import type { Executor } from '../../../platform/db.ts'
import type { Beacons } from '../../fair/index.ts'
import { drawTimeOf } from './cards.ts'

export type Progress = {
  /** issue number */
  issue: string
  sold: number
  participants: number
  status: IssueStatus
  /** Unix milliseconds; null before the seal */
  drawAt: number | null
  /** the attempt to seal that counts; 0 before the seal */
  attempt: number
}

type Row = Omit<Progress, 'drawAt'> & { chain: string | null; round: bigint | null; sealedMs: bigint | null }

/** Each table is read by primary key for each wanted issue ($1 product codes, $2 sequences). */
const PROGRESS = {
  name: 'issue.progress',
  text: `
select terms.number as issue, issue.sold, issue.participants, issue.status, terms.chain, seal.round,
  seal.sealed_ms as "sealedMs", coalesce(seal.attempt, 0) as attempt
from unnest($1::text[], $2::int[]) as wanted(code, sequence)
cross join lateral (
  select issue_id from product_issue
  where product_issue.code = wanted.code and product_issue.sequence = wanted.sequence limit 1) numbered
cross join lateral (
  select number, chain from issue_terms where issue_terms.issue_id = numbered.issue_id limit 1) terms
cross join lateral (
  select sold, participants, status from issue where issue.issue_id = numbered.issue_id limit 1) issue
left join lateral (
  select round, sealed_ms, attempt from issue_last_seal where issue_last_seal.issue_id = numbered.issue_id limit 1) seal on true`,
}

/** The largest int4. No issue has a higher sequence. */
const HIGHEST_SEQUENCE = 2_147_483_647

/** Reads the progress of issues by their numbers. Unknown numbers are omitted. */
export async function progressOf(
  { db, beacons }: { db: Executor; beacons: Beacons },
  numbers: readonly string[],
): Promise<Progress[]> {
  const keys = numbers
    .map((number) => number.split('-'))
    .map(([code = '', sequence = '']) => ({ code, sequence: Number(sequence) }))
    .filter(({ sequence }) => sequence <= HIGHEST_SEQUENCE)
  if (keys.length === 0) return []
  const rows = await db.query<Row>(PROGRESS, [
    keys.map(({ code }) => code),
    keys.map(({ sequence }) => sequence),
  ])
  const wanted = new Set(numbers)
  return rows
    .filter(({ issue }) => wanted.has(issue))
    .map(({ chain, round, sealedMs, ...progress }) => ({
      ...progress,
      drawAt: drawTimeOf({ chain, round, sealedMs }, beacons),
    }))
}
