import type { Badge } from './grade-badge.tsx'

const PUBLIC = ['witnessed', 'beacon', 'salt', 'plain'] as const satisfies readonly Badge[]
const LOCAL = ['witnessed-local', 'beacon-local', 'salt', 'plain'] as const satisfies readonly Badge[]

/** The four grades, from strong to weak. @param isLocal the house holds the beacon's key (sandbox) */
export const gradesOf = (isLocal: boolean): typeof PUBLIC | typeof LOCAL => (isLocal ? LOCAL : PUBLIC)
