/** The kinds and periods of limits, and the kinds and durations of exclusions. The server, the app and the command line read them. */

/** `loss` is settled spend minus prizes; `time` is minutes of use. */
export const LIMIT_KINDS = ['deposit', 'spend', 'loss', 'time'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Calendar periods of business time: days from midnight, weeks from Monday, months from the first. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

/** Durations of a break. */
export const BREAK_DURATIONS = ['24h', '7d', '30d'] as const
export type BreakDuration = (typeof BREAK_DURATIONS)[number]

/** Durations of a self-exclusion: six months to five years. */
export const SELF_EXCLUSION_DURATIONS = ['6m', '1y', '2y', '3y', '5y'] as const
export type SelfExclusionDuration = (typeof SELF_EXCLUSION_DURATIONS)[number]

/** Durations of both kinds of exclusion. */
export const EXCLUSION_DURATIONS = [...BREAK_DURATIONS, ...SELF_EXCLUSION_DURATIONS] as const
export type ExclusionDuration = (typeof EXCLUSION_DURATIONS)[number]

export const EXCLUSION_KINDS = ['break', 'self_exclusion'] as const
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number]

/** The largest number of minutes that a period can have. A time limit cannot be higher. */
export const PERIOD_MINUTES: Record<LimitPeriod, number> = { day: 1_440, week: 10_080, month: 44_640 }
