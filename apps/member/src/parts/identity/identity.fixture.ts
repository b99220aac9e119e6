/** Answers of the identity check for tests. */
import type { Identity, Standing } from './identity-standing.ts'

type Check = NonNullable<Identity['check']>

export const checkOf = (more: Partial<Check> = {}): Check => ({
  id: '018f0000-0000-7000-8000-0000000000c1',
  number: 'C0123456789AB',
  state: 'waiting',
  document: 'national_id',
  name: 'Nusrat Jahan',
  pictures: [{ slot: 'front', state: 'kept' }],
  note: null,
  reason: null,
  createdAt: Date.UTC(2026, 10, 22, 10),
  decidedAt: null,
  reviewer: null,
  validUntil: null,
  erasedFrom: null,
  timeline: [{ step: 'waiting', at: Date.UTC(2026, 10, 22, 10) }],
  looks: [],
  ...more,
})

type More = Partial<Omit<Identity, 'standing'>> & { standing?: Partial<Standing> }

export const identityOf = ({ standing, ...more }: More = {}): Identity => ({
  standing: { state: 'none', threshold: '5000.00', used: '1940.00', needed: false, ...standing },
  beforeRecharge: false,
  forms: [
    { document: 'national_id', slots: ['front', 'back', 'address', 'selfie'] },
    { document: 'passport', slots: ['front', 'address', 'selfie'] },
  ],
  minimumAge: 18,
  retentionDays: 30,
  reviewedBy: 'manual',
  usualHours: 2,
  longestWorkingDays: 2,
  check: null,
  ...more,
})
