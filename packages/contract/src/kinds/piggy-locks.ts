/** Locks that a member can put on money in the piggy bank, and their lengths in hours. */
export const PIGGY_LOCK_HOURS = { open: 0, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
export type PiggyLock = keyof typeof PIGGY_LOCK_HOURS
export const PIGGY_LOCKS = Object.keys(PIGGY_LOCK_HOURS) as [PiggyLock, ...PiggyLock[]]
