/** Growth: invitations, rebates, tasks, prize-share events. Schemas, server and apps derive their types from these lists. */

/** What a rebate is for: an order of the mall, the bets of one round, an order of a finance product. */
export const REBATE_KINDS = ['shares', 'bets', 'units'] as const
export type RebateKind = (typeof REBATE_KINDS)[number]

/**
 * `pending` until the order is final; then `paid`, or `queued` while the marketing account is short, or `held` while an operator checks
 * whether both accounts are the same person; `void`: nothing is paid.
 */
export const REBATE_STATES = ['pending', 'queued', 'held', 'paid', 'void'] as const
export type RebateState = (typeof REBATE_STATES)[number]

/** Why nothing is paid: the order was refunded or exited, the inviter was excluded or closed, both accounts are the same person. */
export const REBATE_VOIDS = ['refunded', 'exited', 'excluded', 'closed', 'same_person'] as const
export type RebateVoid = (typeof REBATE_VOIDS)[number]

/** What says that both accounts of a relation are one person: the same device, payout account, or sender of USDT. */
export const RELATION_SIGNALS = ['device', 'payout', 'payer'] as const
export type RelationSignal = (typeof RELATION_SIGNALS)[number]

/** A flag is `open` until two operators decide it. */
export const RELATION_FLAG_STATES = ['open', 'cleared', 'confirmed'] as const
export type RelationFlagState = (typeof RELATION_FLAG_STATES)[number]

/** `clear`: it was no sign of one person; `confirm`: it was, and the relation earns nothing any more. */
export const RELATION_DECISIONS = ['clear', 'confirm'] as const
export type RelationDecision = (typeof RELATION_DECISIONS)[number]

/** An invited friend: `qualified` topped up the least amount and played for real. */
export const FRIEND_STATES = ['registered', 'recharged', 'qualified'] as const
export type FriendState = (typeof FRIEND_STATES)[number]

/** `held`: a sign that both accounts are one person waits for an operator; `same_person`: it was confirmed. */
export const RELATION_STANDINGS = ['clear', 'held', 'same_person'] as const
export type RelationStanding = (typeof RELATION_STANDINGS)[number]

export const RANKING_PERIODS = ['week', 'month', 'all'] as const
export type RankingPeriod = (typeof RANKING_PERIODS)[number]

/** Once a business day each; the check-in has a call of its own. */
export const DAILY_TASKS = ['purchase', 'share', 'review', 'invite'] as const
export type DailyTask = (typeof DAILY_TASKS)[number]

/** The rungs of the invitation ladder, and the newcomer's vouchers: once for each member. */
export const LADDER_CLAIMS = ['ladder1', 'ladder2', 'ladder3', 'ladder4', 'ladder5'] as const
export const GIFTS = ['gift_register', 'gift_recharge'] as const
export type Gift = (typeof GIFTS)[number]

export const CLAIMS = [...DAILY_TASKS, ...LADDER_CLAIMS, ...GIFTS] as const
export type Claim = (typeof CLAIMS)[number]

/** `open`: something is left to do; `ready`: can be claimed. */
export const TASK_STATES = ['open', 'ready', 'claimed'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** Check-ins in a row that the last reward needs; then the row begins again. */
export const STREAK_DAYS = 7

export const VIP_REFUND_STATES = ['queued', 'paid', 'void'] as const
export type VipRefundState = (typeof VIP_REFUND_STATES)[number]

/** `closed`: the deadline is over, the list is not sealed yet; `void`: nobody took part, or the log was lost; the pool went back. */
export const EVENT_STATUSES = ['scheduled', 'open', 'closed', 'sealed', 'drawn', 'void'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]
