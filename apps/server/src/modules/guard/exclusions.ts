/** Stopping for a while: nobody, the member included, ends it early. */
import type { BreakPeriod, ExclusionKind, StopPeriod } from '@fairlot/contract/guard-kinds'
import type { Clock } from '../../platform/clock.ts'
import type { Statement, Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import { excludeWallet, lockWallets } from '../ledger/index.ts'
import { excludedUntil } from './running-exclusion.ts'

/** Breaks have a length; self-exclusions end on the same day of a later month, in business time. */
const LENGTHS: Record<StopPeriod, { kind: ExclusionKind; months: number; hours: number }> = {
  '24h': { kind: 'break', months: 0, hours: 24 },
  '7d': { kind: 'break', months: 0, hours: 7 * 24 },
  '30d': { kind: 'break', months: 0, hours: 30 * 24 },
  '6m': { kind: 'self_exclusion', months: 6, hours: 0 },
  '1y': { kind: 'self_exclusion', months: 12, hours: 0 },
  '2y': { kind: 'self_exclusion', months: 24, hours: 0 },
  '3y': { kind: 'self_exclusion', months: 36, hours: 0 },
  '5y': { kind: 'self_exclusion', months: 60, hours: 0 },
}

// whole milliseconds, so that the wallet can hold the same moment
const BEGIN: Statement = {
  name: 'guard.exclude',
  text: `
    insert into exclusion (member_id, exclusion_id, kind, starts_at, ends_at, operator_id)
    select $1, $2, $3, c.at,
      ((c.at at time zone 'UTC' + $6 * interval '1 minute' + $4 * interval '1 month') at time zone 'UTC')
        - $6 * interval '1 minute' + $5 * interval '1 hour', $7
    from (select date_trunc('milliseconds', at) as at from business_clock) c
    returning ends_at as until`,
}

export type ExclusionDeps = {
  clock: Clock
  random: Random
  /** minutes east of UTC of business time */
  utcOffsetMinutes: number
  /** Keeps a member's phone number from registering anew until then. */
  excludePhone(tx: Tx, memberId: string, until: Date): Promise<void>
}

export function createExclusions({ clock, random, utcOffsetMinutes, excludePhone }: ExclusionDeps) {
  /**
   * Stops a member from the commit on: what is bought or paid in takes the wallet's lock as well.
   * @param operatorId null: the member
   * @returns until when
   * @throws Refusal ALREADY_LONGER when they have stopped for as long already
   */
  async function stop(
    tx: Tx,
    memberId: string,
    period: StopPeriod,
    operatorId: string | null,
  ): Promise<Date> {
    await lockWallets(tx, [memberId])
    const { kind, months, hours } = LENGTHS[period]
    const running = await excludedUntil(tx, memberId)
    const [begun] = await tx.query<{ until: Date }>(BEGIN, [
      memberId,
      uuidv7(clock.now(), random),
      kind,
      months,
      hours,
      utcOffsetMinutes,
      operatorId,
    ])
    const { until } = begun!
    if (running && running >= until) throw new Refusal('ALREADY_LONGER')
    await excludeWallet(tx, memberId, until)
    if (kind === 'self_exclusion') await excludePhone(tx, memberId, until)
    return until
  }

  return {
    /** By the member. */
    stop: (tx: Tx, memberId: string, period: StopPeriod) => stop(tx, memberId, period, null),
    /** By an operator, who can only pause. */
    pause: (tx: Tx, memberId: string, period: BreakPeriod, operatorId: string) =>
      stop(tx, memberId, period, operatorId),
  }
}
