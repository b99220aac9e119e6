/** Statements of the steps of an issue's life. */
import type { Grade } from '@fairlot/fairness/draw'
import { FLOOR_MS, type Executor, type Tx } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { DEAD_FOR_LONG } from '../../fair/index.ts'
import { PRODUCT_MAY_OPEN } from './opening-check.queries.ts'

/** `announce` records the sell-out; the other names say what happens to the issue. */
export type IssueStep = 'announce' | 'open' | 'expire' | 'give-up' | 'dead-beacon' | 'refund'
export type DueIssueStep = { step: IssueStep; issueId: string }

/** What could not be sealed for so long after its last order is refunded. */
const UNSEALED_MS = 7 * DAY_MS

/** Condition on `issue`: witnessed, of version 3, sold out for 7 days by settled time, and not sealed. */
export const UNSEALED_FOR_LONG = `issue.status = 'sold_out' and issue.log_rules >= 3
  and issue.last_ms + ${UNSEALED_MS} <= (select ${FLOOR_MS('at')} from settled_clock)
  and (select grade from issue_terms terms where terms.issue_id = issue.issue_id) = 'witnessed'
  and not exists (select 1 from issue_seal seal where seal.issue_id = issue.issue_id)`

/**
 * Condition on `issue`: of version 3, not drawn, and its beacon has been dead for 30 days by settled time before the round of its seal. What
 * waits for the seal of a lost log stays: the log that goes on cannot refund it for its beacon.
 */
export const BEACON_DEAD_FOR_LONG = `issue.status in ('selling', 'sold_out') and issue.log_rules >= 3
  and exists (
    select 1 from issue_terms terms join beacon_dead dead using (chain)
    where terms.issue_id = issue.issue_id and ${DEAD_FOR_LONG(`(select ${FLOOR_MS('at')} from settled_clock)`)}
      and not exists (
        select 1 from issue_seal seal where seal.issue_id = issue.issue_id and seal.round <= dead.last_round))
  and not exists (select 1 from lost_seal lost where lost.subject = issue.issue_id)`

/**
 * | part | issues |
 * |---|---|
 * | announce | sold out, without the event `sold_out` |
 * | expire | on sale or scheduled, and past their deadline |
 * | give-up | witnessed, of version 3, and not sealed for 7 days after the sell-out |
 * | dead-beacon | of version 3, not drawn, and waiting for a beacon that has been dead for 30 days |
 * | refund | expired, and not completely refunded |
 * | open | scheduled, at or past their time, whose product may open issues |
 *
 * Partial indexes contain only these issues.
 */
const DUE = {
  name: 'life.due',
  text: `
  (select 'announce' as step, issue_id as "issueId" from issue
   where status = 'sold_out' and not exists (
     select 1 from issue_event where issue_event.issue_id = issue.issue_id and issue_event.event = 'sold_out')
   limit 1000)
  union all
  (select 'expire', issue_id from issue
   where status in ('scheduled', 'selling')
     and closes_ms <= (select ${FLOOR_MS('at')} from settled_clock)
   order by closes_ms limit 1000)
  union all
  (select 'give-up', issue_id from issue where ${UNSEALED_FOR_LONG} order by sold_out_at limit 1000)
  union all
  -- mostly there is no dead beacon, and this reads nothing
  (select 'dead-beacon', issue_id from issue
   where exists (select 1 from beacon_dead) and ${BEACON_DEAD_FOR_LONG} limit 1000)
  union all
  (select 'refund', issue_id from issue_refund where finished_at is null order by expired_at limit 1000)
  union all
  (select 'open', issue.issue_id
   from issue
   join issue_terms terms using (issue_id)
   join product on product.code = terms.code
   where issue.status = 'scheduled' and terms.opens_at <= (select at from business_clock)
     and terms.closes_at > (select at from business_clock) and ${PRODUCT_MAY_OPEN}
   order by terms.opens_at limit 1000)`,
}

/** The steps that can run now, except those of draws. */
export function findDueIssueSteps(db: Executor): Promise<DueIssueStep[]> {
  return db.query<DueIssueStep>(DUE)
}

const RECORD_SOLD_OUT = {
  name: 'life.soldOut',
  text: `insert into issue_event (issue_id, event, at)
    select issue_id, 'sold_out', sold_out_at from issue where issue_id = $1 and sold_out_at is not null
    on conflict do nothing returning issue_id`,
}

/** Records the event `sold_out`, which notices and live updates read. True for the one call that inserts it. */
export async function recordSoldOut(db: Executor, issueId: string): Promise<boolean> {
  return (await db.query(RECORD_SOLD_OUT, [issueId])).length > 0
}

export type ScheduledTerms = { code: string; number: string; subsidy: bigint; grade: Grade }

export async function readScheduledTerms(db: Executor, issueId: string): Promise<ScheduledTerms | undefined> {
  const [terms] = await db.query<ScheduledTerms>(
    'select code, number, subsidy, grade from issue_terms where issue_id = $1',
    [issueId],
  )
  return terms
}

/**
 * Locks a scheduled issue whose time has come. False: there is no such issue, or its deadline is before the end of the log
 * (`floorMs`), where its opening would be dated.
 */
export async function lockDueToOpen(tx: Tx, issueId: string, floorMs: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from issue join issue_terms terms using (issue_id)
     where issue.issue_id = $1 and issue.status = 'scheduled'
       and terms.opens_at <= business_now() and terms.closes_at > business_now()
       and issue.closes_ms > $2
     for update of issue`,
    [issueId, floorMs],
  )
  return rows.length > 0
}
