/**
 * What makes a friend count, computed again from recharges, returns and purchases for any moment of the past. The doctor compares it with
 * what was decided then. The bounds are wide by two minutes, because a transaction begins before it commits.
 */
import { heldSince } from '../../../../platform/schema/held-since.ts'
import { OWN, SAME_TIME } from '../../../ledger/index.ts'

/** What was on its way back to its source at a moment, or had gone back: minor units of one recharge (`of` has its keys). */
const BACK = (of: string, at: string) => `
  coalesce((select sum(w.amount) from withdrawal w
    where (w.member_id, w.recharge_id) = (${of}.member_id, ${of}.recharge_id) and w.created_at <= ${at} - ${SAME_TIME}
      and (w.state in ('processing', 'success') or w.finished_at > ${at} + ${SAME_TIME})), 0)`

/** The most that a member had topped up at a moment, less what went back: minor units. `from`: credits before it do not count. */
export const TOPPED_UP_AT = (member: string, at: string, from = `'-infinity'::timestamptz`) => `
  (select coalesce(sum((select coalesce(sum(c.amount), 0) from recharge_credit c
        where (c.member_id, c.recharge_id) = (r.member_id, r.recharge_id) and c.at >= ${from} and c.at <= ${at} + ${SAME_TIME})
      - ${BACK('r', at)}), 0)
    from recharge r where r.member_id = ${member})`

/** The least that a member had to play through at a moment: minor units. */
const REQUIRED_AT = (member: string, at: string) => `
  (select coalesce(sum(greatest(0, (select coalesce(sum(floor(c.amount::numeric * r.play_percent / 100)), 0) from recharge_credit c
        where (c.member_id, c.recharge_id) = (r.member_id, r.recharge_id) and c.at <= ${at} - ${SAME_TIME})
      - floor(r.returned::numeric * r.play_percent / 100))), 0)
    from recharge r where r.member_id = ${member})`

/** The most that a member can have played through until a moment: minor units. */
const PLAYED_AT = (member: string, at: string) => `
  (select coalesce(sum(${OWN('p')}), 0) from purchase p
    where p.member_id = ${member} and p.settled and p.state = 'done' and p.settled_at <= ${at} + ${SAME_TIME})`

/**
 * Whether a friend (`of` is a relation) can have qualified, with a top-up of minor units: what is set aside for the inviter is one of
 * the margins (an array), and less than what the friend played. Until migration 0088 nothing was set aside, and the friend had played
 * through what was topped up. Null: what is set aside is missing.
 */
export const COULD_QUALIFY = (of: string, { topUp, margins }: { topUp: string; margins: string }) =>
  `(${TOPPED_UP_AT(`${of}.friend_id`, `${of}.qualified_at`)} >= ${topUp}
    and (${of}.set_aside = 0 or ${of}.set_aside = any (${margins}))
    and ${PLAYED_AT(`${of}.friend_id`, `${of}.qualified_at`)} >= case
      when ${of}.set_aside > 0 then ${of}.set_aside
      when ${of}.set_aside = 0 and ${of}.qualified_at < ${heldSince(88)} then ${REQUIRED_AT(`${of}.friend_id`, `${of}.qualified_at`)} end)`

/** Whether a relation (`of` has its keys) was held at a moment, or has ended since, because both accounts look like one person. */
export const WAS_FLAGGED = (of: string, at: string) => `
  exists (select from relation_flag flag where (flag.member_id, flag.friend_id) = (${of}.member_id, ${of}.friend_id)
    and flag.found_at < ${at} - ${SAME_TIME} and (flag.state <> 'cleared' or flag.decided_at > ${at} + ${SAME_TIME}))`
