/**
 * How long the phone number of a closed account cannot register again. Without this wait a member could remove their
 * limits or shorten an exclusion by closing the account and registering again.
 */
import type { ExclusionKind } from '@fairlot/contract/kinds/guard-kinds'
import type { Executor, Statement } from '../../platform/db.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { limitsOf } from '../ledger/index.ts'
import { INCREASE_HOURS } from './guard.settings.ts'
import { runningExclusion } from './running-exclusion.ts'

export type PhoneWait = {
  /** hours from the closing on, as long as a looser limit would wait; 0: the member has no limits */
  hours: number
  /** the running break or self-exclusion; null: none */
  exclusion: ExclusionKind | null
  /** the later end of both if the account closed now; null: the number can register at once */
  until: Date | null
}

const IN_HOURS: Statement = {
  name: 'guard.in_hours',
  text: `select at + $1 * interval '1 hour' as until from business_clock`,
}

/** When it closes an account, the caller holds the wallet's lock, which every change of limits and exclusions takes. */
export async function phoneWait(db: Executor, settings: Values, memberId: string): Promise<PhoneWait> {
  const running = await runningExclusion(db, memberId)
  const exclusion = running?.kind ?? null
  const excludedUntil = running?.until ?? null
  if ((await limitsOf(db, memberId)).length === 0) return { hours: 0, exclusion, until: excludedUntil }
  const hours = settings.get(INCREASE_HOURS)
  const [after] = await db.query<{ until: Date }>(IN_HOURS, [hours])
  const { until } = after!
  return { hours, exclusion, until: excludedUntil && excludedUntil > until ? excludedUntil : until }
}
