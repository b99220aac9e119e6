/** What a member can limit, over which periods, and for how long they can stop. Server, app and command line read it. */

/** `loss` is settled spend minus what was won; `time` is minutes of use. */
export const LIMIT_KINDS = ['deposit', 'spend', 'loss', 'time'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Calendar periods of business time: days from midnight, weeks from Monday, months from the first. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

/** Cooling-off. */
export const BREAK_PERIODS = ['24h', '7d', '30d'] as const
export type BreakPeriod = (typeof BREAK_PERIODS)[number]

/** Self-exclusion, from six months to five years. */
export const EXCLUSION_PERIODS = ['6m', '1y', '2y', '3y', '5y'] as const
export type ExclusionPeriod = (typeof EXCLUSION_PERIODS)[number]

export const STOP_PERIODS = [...BREAK_PERIODS, ...EXCLUSION_PERIODS] as const
export type StopPeriod = (typeof STOP_PERIODS)[number]

export const EXCLUSION_KINDS = ['break', 'self_exclusion'] as const
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number]

/** The longest that a period has, in minutes: a time limit of more would be none. */
export const PERIOD_MINUTES: Record<LimitPeriod, number> = { day: 1_440, week: 10_080, month: 44_640 }
