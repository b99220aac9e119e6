/** How far issues are: what live updates tell of many issues, in one statement. */
import type { IssueStatus } from '@fairlot/contract/order-life'
import type { Executor } from '../../../platform/db.ts'
import type { Beacons } from '../../fair/index.ts'
import { drawAt } from './cards.ts'

export type Progress = {
  /** its number */
  issue: string
  sold: number
  participants: number
  status: IssueStatus
  /** Unix milliseconds; null before the seal */
  drawAt: number | null
}

type Row = Omit<Progress, 'drawAt'> & { chain: string | null; round: bigint | null; sealedMs: bigint | null }

const PROGRESS = {
  name: 'issue.progress',
  text: `
select t.number as issue, i.sold, i.participants, i.status, t.chain, s.round, s.sealed_ms as "sealedMs"
from unnest($1::text[], $2::int[]) as wanted(code, sequence)
cross join lateral (select issue_id from product_issue n where n.code = wanted.code and n.sequence = wanted.sequence limit 1) n
cross join lateral (select issue_id, number, chain from issue_terms t where t.issue_id = n.issue_id limit 1) t
cross join lateral (select sold, participants, status from issue i where i.issue_id = n.issue_id limit 1) i
left join lateral (select round, sealed_ms from issue_seal s where s.issue_id = n.issue_id limit 1) s on true`,
}

/** Beyond int4 there is no such issue. */
const HIGHEST_SEQUENCE = 2_147_483_647

/** Progress of issues by their numbers; numbers that no issue has are left out. */
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
      drawAt: drawAt({ chain, round, sealedMs }, beacons),
    }))
}
