/**
 * Played for real: the one rule for what the house gives away. The house keeps a part of a member's orders on average (`member_vip.kept`),
 * after the highest rebates and refunds. What the member was given for tasks, check-ins and as a newcomer comes from it, and what the
 * member's inviter is given for the member comes from it too (`team_member.set_aside`). So no accounts of one person are ever given more
 * than they left with the house.
 */

/** A claim that the member's friends earned. @param claim alias of the claim */
const FOR_FRIENDS = (claim: string): string => `(${claim}.claim = 'invite' or ${claim}.claim like 'ladder%')`

/**
 * SQL of what a member was given since this rule applies, in minor units: check-ins, daily tasks, gifts at the value of their voucher.
 * What a member was given for friends comes from what the friends left.
 * @param member SQL of the member's id
 */
const GIVEN = (member: string): string => `(
  coalesce((
      select sum(entered.amount) from check_in entered cross join loyalty_head
      where entered.member_id = ${member} and entered.checked_at >= loyalty_head.rewards_from), 0)
  + coalesce((
      select sum(coalesce(gift.amount, given.amount)) from task_claim given cross join loyalty_head
      left join voucher gift on (gift.member_id, gift.voucher_id) = (given.member_id, given.voucher_id)
      where given.member_id = ${member} and not ${FOR_FRIENDS('given')} and given.claimed_at >= loyalty_head.rewards_from), 0))::bigint`

/** SQL of what is set aside for the rewards of the member's inviter, in minor units. @param member SQL of the member's id */
const SET_ASIDE = (member: string): string => `
  coalesce((select own.set_aside from team_member own where own.friend_id = ${member} and own.level = 1), 0)`

/**
 * SQL of what is left of what the house keeps of a member's orders, in minor units: rewards of the member come from it. Never negative.
 * @param member SQL of the member's id
 */
export const LEFT_TO_GIVE = (member: string): string => `(
  coalesce((select counted.kept from member_vip counted where counted.member_id = ${member}), 0) - ${GIVEN(member)} - ${SET_ASIDE(member)})`

/** SQL of what a member was given for friends since this rule applies, in minor units. @param member SQL of the member's id */
export const GIVEN_FOR_FRIENDS = (member: string): string => `
  coalesce((
    select sum(given.amount) from task_claim given cross join loyalty_head
    where given.member_id = ${member} and ${FOR_FRIENDS('given')} and given.claimed_at >= loyalty_head.rewards_from), 0)::bigint`

/**
 * SQL of what is set aside for the rewards of a member by friends who qualified, in minor units.
 * @param member SQL of the member's id
 * @param earlier what a friend counts who qualified before this rule
 */
export const SET_ASIDE_BY_FRIENDS = (member: string, earlier: string): string => `
  coalesce((
    select sum(case friend.set_aside when 0 then ${earlier} else friend.set_aside end) from team_member friend
    where friend.member_id = ${member} and friend.level = 1 and friend.qualified_at is not null), 0)::bigint`
