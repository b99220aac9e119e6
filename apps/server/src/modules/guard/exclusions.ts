/** Breaks and self-exclusions. Neither the member nor an operator can end one early. */
import type { BreakDuration, ExclusionDuration, ExclusionKind } from '@fairlot/contract/kinds/guard-kinds'
import type { Clock } from '../../platform/clock.ts'
import type { Statement, Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import { excludeWallet, lockWallets, waivePlay } from '../ledger/index.ts'
import { runningExclusion } from './running-exclusion.ts'

/** A break lasts a number of hours. A self-exclusion ends on the same day of a later month, in business time. */
const LENGTHS: Record<ExclusionDuration, { kind: ExclusionKind; months: number; hours: number }> = {
  '24h': { kind: 'break', months: 0, hours: 24 },
  '7d': { kind: 'break', months: 0, hours: 7 * 24 },
  '30d': { kind: 'break', months: 0, hours: 30 * 24 },
  '6m': { kind: 'self_exclusion', months: 6, hours: 0 },
  '1y': { kind: 'self_exclusion', months: 12, hours: 0 },
  '2y': { kind: 'self_exclusion', months: 24, hours: 0 },
  '3y': { kind: 'self_exclusion', months: 36, hours: 0 },
  '5y': { kind: 'self_exclusion', months: 60, hours: 0 },
}

// Whole milliseconds: the wallet keeps the same end, and JavaScript dates hold no more.
const BEGIN: Statement = {
  name: 'guard.exclude',
  text: `
    insert into exclusion (member_id, exclusion_id, kind, starts_at, ends_at, operator_id)
    select $1, $2, $3, clock.at,
      ((clock.at at time zone 'UTC' + $6 * interval '1 minute' + $4 * interval '1 month') at time zone 'UTC')
        - $6 * interval '1 minute' + $5 * interval '1 hour', $7
    from (select date_trunc('milliseconds', at) as at from business_clock) clock
    returning ends_at as until`,
}

export type ExclusionDeps = {
  clock: Clock
  random: Random
  /** minutes east of UTC of business time */
  utcOffsetMinutes: number
  /** Prevents the member's phone number from registering again until a time. */
  excludePhone(tx: Tx, memberId: string, until: Date): Promise<void>
  /** Ends the locks that the member put on their savings. */
  releaseSavings(tx: Tx, memberId: string): Promise<void>
}

export function createExclusions({
  clock,
  random,
  utcOffsetMinutes,
  excludePhone,
  releaseSavings,
}: ExclusionDeps) {
  /**
   * Excludes a member from purchases and recharges. Both take the wallet's lock, so none succeeds after the commit.
   * @param operatorId null: the member acts
   * @returns the end of the exclusion
   * @throws Refusal ALREADY_LONGER when a running exclusion ends at the same time or later
   */
  async function exclude(
    tx: Tx,
    memberId: string,
    duration: ExclusionDuration,
    operatorId: string | null,
  ): Promise<Date> {
    await lockWallets(tx, [memberId])
    const { kind, months, hours } = LENGTHS[duration]
    const running = await runningExclusion(tx, memberId)
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
    if (running && running.until >= until) throw new Refusal('ALREADY_LONGER')
    await excludeWallet(tx, memberId, until)
    if (kind === 'self_exclusion') {
      await excludePhone(tx, memberId, until)
      // the member may take all of their money out
      await waivePlay(tx, memberId)
      await releaseSavings(tx, memberId)
    }
    return until
  }

  return {
    /** The member takes a break or a self-exclusion. */
    excludeSelf: (tx: Tx, memberId: string, duration: ExclusionDuration) =>
      exclude(tx, memberId, duration, null),
    /** An operator puts the member on a break. Operators cannot start a self-exclusion. */
    putOnBreak: (tx: Tx, memberId: string, duration: BreakDuration, operatorId: string) =>
      exclude(tx, memberId, duration, operatorId),
  }
}
