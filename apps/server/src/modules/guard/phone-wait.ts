/** What keeps the phone number of an account that closes from registering anew: closing sheds neither limits nor breaks. */
import type { ExclusionKind } from '@fairlot/contract/guard-kinds'
import type { Executor, Statement } from '../../platform/db.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { limitsOf } from '../ledger/index.ts'
import { INCREASE_HOURS } from './guard.settings.ts'
import { runningExclusion } from './running-exclusion.ts'

export type PhoneWait = {
  /** as a looser limit would wait, from the end of the account on; 0: no limits are set */
  hours: number
  /** the break or self-exclusion that runs; null: none */
  stopped: ExclusionKind | null
  /** the later one of both, if the account ended now; null: neither */
  until: Date | null
}

const IN_HOURS: Statement = {
  name: 'guard.in_hours',
  text: `select at + $1 * interval '1 hour' as until from business_clock`,
}

/** For the end of an account this is asked under the wallet's lock, which every change of limits and breaks takes. */
export async function phoneWait(db: Executor, settings: Values, memberId: string): Promise<PhoneWait> {
  const stop = await runningExclusion(db, memberId)
  const stopped = stop?.kind ?? null
  if ((await limitsOf(db, memberId)).length === 0) return { hours: 0, stopped, until: stop?.until ?? null }
  const hours = settings.get(INCREASE_HOURS)
  const [after] = await db.query<{ until: Date }>(IN_HOURS, [hours])
  const { until } = after!
  return { hours, stopped, until: stop && stop.until > until ? stop.until : until }
}
