/** How far the orders of each subject are counted: one row for each, and the process that moves it on owns the chunk. */
import type { RebateKind } from '@fairlot/contract/life/growth-life'
import type { Executor, Statement, Tx } from '../../../../platform/db.ts'

/** Orders of one transaction. */
export const FEED_CHUNK = 2_000

export type FeedState = {
  subject: string
  noticed: number
  ended: number
  /** orders of the subject */
  orders: number
}

const ADD: Statement = {
  name: 'feed.add',
  text: 'insert into rebate_feed (subject_id, kind) values ($1, $2) on conflict do nothing',
}

/** A subject whose orders are to be counted; a second call changes nothing. */
export async function feedSubject(tx: Executor, subject: string, kind: RebateKind): Promise<void> {
  await tx.query(ADD, [subject, kind])
}

const claim = (column: 'noticed' | 'ended'): Statement => ({
  name: `feed.claim_${column}`,
  text: `update rebate_feed set ${column} = $3 where subject_id = $1 and ${column} = $2 and finished_at is null returning 1 as one`,
})
const CLAIMS = { noticed: claim('noticed'), ended: claim('ended') }

/** Claims orders of a subject; false: another process did. The row stays locked until the commit. */
export async function claimOrders(
  tx: Tx,
  column: 'noticed' | 'ended',
  subject: string,
  from: number,
  to: number,
): Promise<boolean> {
  return (await tx.query(CLAIMS[column], [subject, from, to])).length > 0
}

const CLAIM_MEMBERS: Statement = {
  name: 'feed.claim_members',
  text: `
    update rebate_feed set after_member = $3, ended = ended + $4, noticed = noticed + $4
    where subject_id = $1 and after_member is not distinct from $2 and finished_at is null returning 1 as one`,
}

/** Claims the members of a round up to one. */
export async function claimMembers(
  tx: Tx,
  subject: string,
  { from, to, count }: { from: string | null; to: string; count: number },
): Promise<boolean> {
  return (await tx.query(CLAIM_MEMBERS, [subject, from, to, count])).length > 0
}

const FINISH: Statement = {
  name: 'feed.finish',
  text: `
    update rebate_feed set finished_at = business_now() where subject_id = $1 and finished_at is null returning 1 as one`,
}

/** Nothing of the subject is left to count. */
export async function finishFeed(tx: Executor, subject: string): Promise<boolean> {
  return (await tx.query(FINISH, [subject])).length > 0
}
