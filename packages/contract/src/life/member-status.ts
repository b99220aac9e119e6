/** The life of a member's account: `closing` is the time in which the member can still keep it. */
export const MEMBER_STATUSES = ['active', 'closing', 'closed'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]
