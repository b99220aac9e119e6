/**
 * Notices of prizes and shares of events and of VIP levels. The transaction that pays a prize, or counts what was spent, stores them; a key
 * lets a member be told once of each.
 */
import type { EventShareNotice } from '@fairlot/contract/kinds/issue-kinds'
import type { Statement, Tx } from '../../../platform/db.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { vipLevels, type LevelWatch, type Reached } from '../../identity/index.ts'
import { NOTICE_ID } from './wishes.queries.ts'

const NOW = `date_trunc('milliseconds', business_now())`

const tellOfEvent = (what: 'event_won' | 'event_share'): Statement => ({
  name: `notices.${what}`,
  text: `
    insert into member_notice (member_id, notice_id, kind, event_id, amount, at)
    select member_id, ${NOTICE_ID(`member_id || '/' || $1::text || '/${what}'`)}, $4, $1::uuid, $2, ${NOW}
    from unnest($3::uuid[]) as paid(member_id) order by member_id on conflict do nothing`,
})
const TELL_PRIZES = tellOfEvent('event_won')
const TELL_SHARES = tellOfEvent('event_share')
const TELL_LEFT_OUT: Statement = {
  name: 'notices.left_out',
  text: `
    insert into member_notice (member_id, notice_id, kind, event_id, at)
    select member_id, ${NOTICE_ID(`member_id || '/' || $1::text || '/event_left_out'`)}, 'event_left_out', $1::uuid, ${NOW}
    from unnest($2::uuid[]) as left_out(member_id) order by member_id on conflict do nothing`,
}
const TELL_LEVELS: Statement = {
  name: 'notices.levels',
  text: `
    insert into member_notice (member_id, notice_id, kind, level, at)
    select member_id, ${NOTICE_ID(`member_id || '/' || level || '/vip_level'`)}, 'vip_level', level, ${NOW}
    from unnest($1::uuid[], $2::int[]) as reached(member_id, level) order by member_id on conflict do nothing`,
}

/** `amount`: of each, minor units */
type PaidOfEvent = { eventId: string; amount: bigint; members: readonly string[] }

/** Tells the members that they won this amount each, in the transaction that pays them. */
export async function noticeEventPrizes(tx: Tx, { eventId, amount, members }: PaidOfEvent): Promise<void> {
  if (members.length > 0) await tx.query(TELL_PRIZES, [eventId, amount, members, 'event_won'])
}

/** The same for those who get an even share of the pool. @param kind says why */
export async function noticeEventShares(
  tx: Tx,
  { eventId, amount, members }: PaidOfEvent,
  kind: EventShareNotice,
): Promise<void> {
  if (members.length > 0) await tx.query(TELL_SHARES, [eventId, amount, members, kind])
}

/** Tells members that they do not take part in an event any more, because friends took their money back. */
export async function noticeLeftOut(
  tx: Tx,
  { eventId, members }: Pick<PaidOfEvent, 'eventId' | 'members'>,
): Promise<void> {
  if (members.length > 0) await tx.query(TELL_LEFT_OUT, [eventId, members])
}

async function tellLevels(tx: Tx, reached: readonly Reached[]): Promise<void> {
  await tx.query(TELL_LEVELS, [reached.map(({ member }) => member), reached.map(({ level }) => level)])
}

/** Tells members of the levels that they reach. @param onTold called after the commit, for live updates */
export function createLevelWatch(settings: Values, onTold: LevelWatch['onTold']): LevelWatch {
  return {
    spends: () =>
      vipLevels(settings)
        .slice(1)
        .map(({ spend }) => spend),
    tell: tellLevels,
    onTold,
  }
}
