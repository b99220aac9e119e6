import type { Badge } from './grade-badge.tsx'
import type { Issue } from '../use-issue.ts'

/** What names the witnesses of an issue and their quorum. */
export type Quorum = Pick<Issue, 'vouching' | 'witnesses'>
/** What a badge of grade witnessed says of its quorum. */
export type BadgeVouching = { quorum: number; together: number; total: number }

/** Null where no quorum vouches: of earlier issues one signature in time is enough. */
export function vouchingOf({ vouching, witnesses }: Quorum): BadgeVouching | null {
  if (vouching == null || witnesses === null) return null
  return { quorum: vouching.quorum, together: vouching.together, total: witnesses.length }
}

const PUBLIC = ['witnessed', 'beacon', 'salt', 'plain'] as const satisfies readonly Badge[]
const LOCAL = ['witnessed-local', 'beacon-local', 'salt', 'plain'] as const satisfies readonly Badge[]

/** The four grades, from strong to weak. @param isLocal the house holds the beacon's key (sandbox) */
export const gradesOf = (isLocal: boolean): typeof PUBLIC | typeof LOCAL => (isLocal ? LOCAL : PUBLIC)
