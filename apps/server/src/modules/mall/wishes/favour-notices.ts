/**
 * Notices of draws in favour: members learn that the witnesses did not sign, or that the log was lost after the seal, and that they have
 * their money back or an even share. And of issues that were never drawn, because their log was lost, with an even share.
 */
import type { Statement, Tx } from '../../../platform/db.ts'
import { NOTICE_ID } from './wishes.queries.ts'

const TELL: Statement = {
  name: 'notices.favour',
  text: `
    insert into member_notice (member_id, notice_id, kind, issue_id, at)
    select f.member_id, ${NOTICE_ID(`f.member_id || '/' || f.issue_id || '/favour'`)},
      case when d.after_loss then 'lost_favour' else 'favour' end, f.issue_id, date_trunc('milliseconds', business_now())
    from issue_favour_share f join issue_draw d using (issue_id) where f.issue_id = $1 and f.seq > $2 and f.seq <= $3 and f.amount > f.won
    order by f.member_id on conflict do nothing returning member_id as member`,
}

/**
 * Tells the members who get more than they won, in the transaction that pays them.
 * @param chunk members whose last order is after seq `from`, up to `to`
 * @returns the members who have a new notice
 */
export async function noticeFavour(
  tx: Tx,
  issueId: string,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const told = await tx.query<{ member: string }>(TELL, [issueId, from, to])
  return told.map(({ member }) => member)
}

const TELL_LOST: Statement = {
  name: 'notices.lostShare',
  text: `
    insert into member_notice (member_id, notice_id, kind, issue_id, amount, at)
    select f.member_id, ${NOTICE_ID(`f.member_id || '/' || f.issue_id || '/lost_share'`)}, 'lost_share', f.issue_id, f.rest,
      date_trunc('milliseconds', business_now())
    from issue_lost_share f where f.issue_id = $1 and f.seq > $2 and f.seq <= $3
    order by f.member_id on conflict do nothing returning member_id as member`,
}

/** The same for the members of an issue that was never drawn, because its log was lost, in the transaction that pays their even shares. */
export async function noticeLostShares(
  tx: Tx,
  issueId: string,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const told = await tx.query<{ member: string }>(TELL_LOST, [issueId, from, to])
  return told.map(({ member }) => member)
}
