/**
 * What an issue does by itself beside its draw: it opens at its time, expires at its deadline and is refunded, and its
 * product goes on when funds arrive. One step at a time, each in its own transaction; run by the loop of the draws.
 */
import type { Db, Executor } from '../../../platform/db.ts'
import { expireIssue } from './expiry.ts'
import { putOnSale, wholeNow, type OpenIssueOptions } from './open-issue.ts'
import { isFunded, lockProduct, MAY_OPEN, resume, takeSubsidy } from './opening-check.ts'
import { refundChunk } from './refund.ts'

export type LifeStep = 'announce' | 'open' | 'expire' | 'refund'
export type LifeWork = { step: LifeStep; issueId: string }

/** Partial indexes hold just these. */
const DUE = {
  name: 'life.due',
  text: `
  (select 'announce' as step, issue_id as "issueId" from issue i
   where status = 'sold_out' and not exists (
     select 1 from issue_event e where e.issue_id = i.issue_id and e.event = 'sold_out') limit 1000)
  union all
  (select 'expire', issue_id from issue
   where status in ('scheduled', 'selling')
     and closes_ms <= (select floor(extract(epoch from at) * 1000)::bigint from business_clock)
   order by closes_ms limit 1000)
  union all
  (select 'refund', issue_id from issue_refund where finished_at is null order by expired_at limit 1000)
  union all
  (select 'open', i.issue_id from issue i join issue_terms t using (issue_id) join product p on p.code = t.code
   where i.status = 'scheduled' and t.opens_at <= (select at from business_clock) and t.closes_at > (select at from business_clock)
     and ${MAY_OPEN} order by t.opens_at limit 1000)`,
}

/** What can be done now, apart from draws. */
export function lifeDue(db: Executor): Promise<LifeWork[]> {
  return db.query<LifeWork>(DUE)
}

const SOLD_OUT = {
  name: 'life.soldOut',
  text: `insert into issue_event (issue_id, event, at)
    select issue_id, 'sold_out', sold_out_at from issue where issue_id = $1 and sold_out_at is not null
    on conflict do nothing returning issue_id`,
}

/** Leaves the row that notices and live updates of a sell-out are made from. True for the one call that left it. */
export async function announceSoldOut(db: Executor, issueId: string): Promise<boolean> {
  return (await db.query(SOLD_OUT, [issueId])).length > 0
}

/**
 * Opens a scheduled issue whose time has come. False: not scheduled any more, not due, its product paused by an
 * operator, or not funded (then the product pauses, and the issue opens when the account is funded).
 */
export async function openScheduled(options: OpenIssueOptions, issueId: string): Promise<boolean> {
  const { db, log } = options
  const [terms] = await db.query<{ code: string; number: string; subsidy: bigint }>(
    'select code, number, subsidy from issue_terms where issue_id = $1',
    [issueId],
  )
  if (!terms) return false
  const answer = await db.tx(async (tx) => {
    const product = await lockProduct(tx, terms.code)
    if (!product || (product.state === 'paused' && product.pauseReason === null)) return 'nothing'
    const [due] = await tx.query(
      `select 1 from issue i join issue_terms t using (issue_id)
       where i.issue_id = $1 and i.status = 'scheduled' and t.opens_at <= business_now() and t.closes_at > business_now()
       for update of i`,
      [issueId],
    )
    if (!due) return 'nothing'
    if (!(await isFunded(tx, terms.code, terms.subsidy))) return 'unfunded'
    await putOnSale(tx, options.writer, issueId, await wholeNow(tx))
    await takeSubsidy(tx, issueId, terms.subsidy)
    if (product.pauseReason !== null) await resume(tx, terms.code)
    return 'opened'
  })
  if (answer === 'unfunded')
    log.warn(
      { product: terms.code, issue: terms.number, need: terms.subsidy },
      'product paused: the subsidy account does not cover its scheduled issue',
    )
  return answer === 'opened'
}

export type LifeChange = 'sold_out' | 'opened' | 'expired' | 'refunded'
const CHANGES: Record<Exclude<LifeStep, 'refund'>, LifeChange> = {
  announce: 'sold_out',
  open: 'opened',
  expire: 'expired',
}

/** One step of one issue: whether it did something, and what there is to tell. */
export async function takeLife(
  options: OpenIssueOptions,
  { step, issueId }: LifeWork,
): Promise<{ done: boolean; change?: LifeChange }> {
  if (step === 'refund') {
    const answer = await refundChunk(options, issueId)
    return { done: answer !== 'nothing', ...(answer === 'refunded' && { change: answer }) }
  }
  const done = await one(options, step, options.db, issueId)
  return { done, ...(done && { change: CHANGES[step] }) }
}

function one(options: OpenIssueOptions, step: Exclude<LifeStep, 'refund'>, db: Db, issueId: string) {
  switch (step) {
    case 'announce':
      return announceSoldOut(db, issueId)
    case 'open':
      return openScheduled(options, issueId)
    case 'expire':
      return expireIssue(db, issueId)
  }
}
