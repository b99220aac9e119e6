/** Finds the steps of draws that are due. */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { FLOOR_MS, type Db } from '../../../platform/db.ts'
import { findArrivedRounds, type Beacons } from '../../fair/index.ts'

/**
 * `witness`: the witnesses of a sealed issue of version 2 are attended to until it is drawn. `vouch`: the round of a witnessed issue of
 * version 3 has passed, and its witnesses are attended to until it is drawn.
 */
export type DrawStep = 'seal' | 'witness' | 'vouch' | 'draw' | 'settle'
export type DueDrawStep = { step: DrawStep; issueId: string }

type Row = {
  step: 'seal' | 'draw' | 'settle'
  issueId: string
  chain: string | null
  round: bigint | null
  /** grade witnessed */
  witnessed: boolean
  /** version 2: a witness has signed the attempt that counts in time */
  signed: boolean
  /** version of the log's rules */
  rules: number
  /** business time, Unix milliseconds */
  nowMs: bigint
}

/** Issues between sell-out and the last result of their orders, the oldest first. Partial indexes contain only these. */
const DUE = {
  name: 'draws.due',
  text: `
  (select case when seal.issue_id is null then 'seal' else 'draw' end as step, issue.issue_id as "issueId",
     terms.chain, seal.round, terms.grade = 'witnessed' as witnessed,
     exists (select 1 from issue_cosignature c where c.issue_id = seal.issue_id and c.attempt = seal.attempt) as signed,
     issue.log_rules as rules, ${FLOOR_MS('business_clock.at')} as "nowMs"
   from issue
   cross join business_clock
   join issue_terms terms using (issue_id)
   left join issue_last_seal seal using (issue_id)
   where issue.status = 'sold_out' order by (seal.issue_id is not null), issue.sold_out_at limit 1000)
  union all
  (select 'settle', issue_id, null, null, false, false, 0, 0 from issue_settlement where finished_at is null limit 1000)`,
}

/**
 * The steps that can run now. A draw is omitted while its beacon round is not published, and in grade witnessed of version 2 while no
 * witness has signed its seal.
 */
export async function findDueDrawSteps(db: Db, beacons: Beacons): Promise<DueDrawStep[]> {
  const due = await db.query<Row>(DUE)
  const arrived = await findArrivedRounds(due, beacons)
  const isPublished = ({ chain, round }: Row) =>
    chain === null ||
    round === null ||
    // the draw of an issue whose beacon is not configured must run, so that it fails and is reported
    (arrived.get(chain)?.has(Number(round)) ?? true)
  return due.flatMap((row): DueDrawStep[] => {
    const { step, issueId, witnessed, signed, rules } = row
    if (step !== 'draw') return [{ step, issueId }]
    if (witnessed && rules >= 3) {
      const vouch: DueDrawStep[] = isRoundPast(row, beacons) ? [{ step: 'vouch', issueId }] : []
      return isPublished(row) ? [{ step, issueId }, ...vouch] : vouch
    }
    const attended: DueDrawStep[] = witnessed ? [{ step: 'witness', issueId }] : []
    return isPublished(row) && (signed || !witnessed) ? [...attended, { step, issueId }] : attended
  })
}

/** By the clock, also when the beacon cannot be reached. */
function isRoundPast({ chain, round, nowMs }: Row, beacons: Beacons): boolean {
  const beacon = chain === null ? undefined : beacons.find(chain)
  return beacon !== undefined && round !== null && Number(nowMs) >= roundTimeMs(Number(round), beacon.chain)
}
