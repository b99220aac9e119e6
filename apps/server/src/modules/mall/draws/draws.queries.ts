/** Finds the steps of draws that are due. */
import type { Db } from '../../../platform/db.ts'
import type { Beacons } from '../../fair/index.ts'

export type DrawStep = 'seal' | 'draw' | 'settle'
export type DueDrawStep = { step: DrawStep; issueId: string; chain: string | null; round: bigint | null }

/** Issues between sell-out and the last result of their orders, the oldest first. Partial indexes contain only these. */
const DUE = {
  name: 'draws.due',
  text: `
  (select case when seal.issue_id is null then 'seal' else 'draw' end as step, issue.issue_id as "issueId",
     terms.chain, seal.round
   from issue
   join issue_terms terms using (issue_id)
   left join issue_seal seal using (issue_id)
   where issue.status = 'sold_out' order by (seal.issue_id is not null), issue.sold_out_at limit 1000)
  union all
  (select 'settle', issue_id, null, null from issue_settlement where finished_at is null limit 1000)`,
}

/** The steps that can run now. A draw whose beacon round is not published yet is omitted. */
export async function findDueDrawSteps(db: Db, beacons: Beacons): Promise<DueDrawStep[]> {
  const due = await db.query<DueDrawStep>(DUE)
  const arrived = await findArrivedRounds(due, beacons)
  return due.filter(({ step, chain, round }) => {
    if (step !== 'draw' || chain === null || round === null) return true
    // the draw of an issue whose beacon is not configured must run, so that it fails and is reported
    return arrived.get(chain)?.has(Number(round)) ?? true
  })
}

/** The published rounds among those that the draws need, by configured chain. The beacon then waits for the others. */
async function findArrivedRounds(due: readonly DueDrawStep[], beacons: Beacons) {
  const wanted = new Map<string, number[]>()
  for (const { chain, round } of due) {
    if (chain === null || round === null) continue
    const known = wanted.get(chain)
    if (known) known.push(Number(round))
    else wanted.set(chain, [Number(round)])
  }
  const arrived = new Map<string, ReadonlySet<number>>()
  for (const [chain, rounds] of wanted) {
    const beacon = beacons.find(chain)
    if (beacon) arrived.set(chain, await beacon.arrived(rounds))
  }
  return arrived
}
