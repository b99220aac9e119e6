/** Where an operator's search for a member looks. Each is matched as a whole, never by a part. */
export const MEMBER_PLACES = [
  'id',
  'phone',
  'nickname',
  'username',
  'order',
  'recharge',
  'withdrawal',
] as const
export type MemberPlace = (typeof MEMBER_PLACES)[number]
