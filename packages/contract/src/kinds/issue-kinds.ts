/**
 * The kinds that an issue is described by: mode, zone, times counted, grade and badge. Schemas, server, apps and command
 * line derive their types from these lists.
 */
import type { Grade, Reading } from '@fairlot/fairness/draw'

/** `goods`: a physical product; `cash`: prize money in tiers; `pk`: Double PK, two seats with half of the codes each. */
export const ISSUE_MODES = ['goods', 'cash', 'pk'] as const
export type IssueMode = (typeof ISSUE_MODES)[number]

/** The modes that products can be made with today. */
export const SOLD_MODES = ['goods', 'cash', 'pk'] as const satisfies readonly IssueMode[]
export type SoldMode = (typeof SOLD_MODES)[number]

/** The zones of the mall: one for each mode, and the VIP zone with the products that require a VIP level. */
export const MALL_ZONES = [...ISSUE_MODES, 'vip'] as const
export type MallZone = (typeof MALL_ZONES)[number]

/** Which order times the draw counts. The published terms call it `reading`. */
export const TIMES_COUNTED = ['all', 'before-final'] as const satisfies readonly Reading[]
export type TimesCounted = (typeof TIMES_COUNTED)[number]

/** The sources of a draw's randomness: docs/FAIRNESS.md. */
export const GRADES = ['plain', 'salt', 'beacon', 'witnessed'] as const satisfies readonly Grade[]

/** A grade as members see it. `-local`: the house holds the key of the beacon (sandbox only). */
export const BADGES = [...GRADES, 'beacon-local', 'witnessed-local'] as const

/** What a member can be told once about an issue: ten shares are left, it is drawn. */
const ISSUE_REMINDER_KINDS = ['ten_left', 'drawn'] as const
export type IssueReminderKind = (typeof ISSUE_REMINDER_KINDS)[number]
/** `opened`: each later issue of the product, which is then saved. */
export const REMINDER_KINDS = [...ISSUE_REMINDER_KINDS, 'opened'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

/** What members are told about their prizes: choose delivery or money, it is on its way, a dispute is answered. */
const PRIZE_NOTICE_KINDS = ['prize_waits', 'prize_shipped', 'dispute_answered'] as const
export type PrizeNoticeKind = (typeof PRIZE_NOTICE_KINDS)[number]

/**
 * What members are told besides: they won a prize of an event, got an even share of its pool, were left out of it, or reached a VIP level. Of an
 * even share, `event_share`: the witnesses did not sign, or nobody could seal the event; `lost_event_share`: its log was lost, and it was
 * never drawn; `lost_event_favour`: its log was lost after the seal.
 */
export const EVENT_SHARE_NOTICES = ['event_share', 'lost_event_share', 'lost_event_favour'] as const
export type EventShareNotice = (typeof EVENT_SHARE_NOTICES)[number]
const REWARD_NOTICE_KINDS = ['event_won', ...EVENT_SHARE_NOTICES, 'event_left_out', 'vip_level'] as const
/** Of the account: operators froze it for a time, ended that before, or ended every log-in. */
export const ACCOUNT_NOTICE_KINDS = ['frozen', 'unfrozen', 'signed_out'] as const
export type AccountNoticeKind = (typeof ACCOUNT_NOTICE_KINDS)[number]

/**
 * What members are told. Of issues, `sold_out`: before ten shares were left; `refunded`: it was never drawn; `favour`: the witnesses did
 * not sign the draw in time, and the member has the money back or an even share; `lost_favour`: the same, because the log was lost after
 * the seal; `lost_share`: the log was lost and it was never drawn, and the member got more than the payment back.
 */
export const NOTICE_KINDS = [
  'ten_left',
  'sold_out',
  'drawn',
  'favour',
  'lost_favour',
  'lost_share',
  'refunded',
  'opened',
  ...PRIZE_NOTICE_KINDS,
  ...REWARD_NOTICE_KINDS,
  ...ACCOUNT_NOTICE_KINDS,
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
