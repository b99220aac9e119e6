/** A member's protection as it is now, for the member and for operators. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type ExclusionKind,
  type LimitKind,
} from '@fairlot/contract/kinds/guard-kinds'
import { formatMoney } from '@fairlot/contract/money/money'
import { MS, type Executor, type Statement } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { limitsOf, periodsNow } from '../ledger/index.ts'
import { pendingIncreasesOf } from './limits.queries.ts'
import { INCREASE_HOURS, REALITY_CHECK_MINUTES } from './guard.settings.ts'

export type GuardState = Output<Endpoints['limits']>

type MemberRow = {
  closing: boolean
  declared_ms: bigint
  declared_age: number
  kind: ExclusionKind | null
  since_ms: bigint | null
  until_ms: bigint | null
}

/** The member, with the running exclusion that ends last. */
const MEMBER: Statement = {
  name: 'guard.member',
  text: `
    select m.status = 'closing' as closing, ${MS('m.adult_declared_at')} as declared_ms, m.declared_age,
      e.kind, ${MS('e.starts_at')} as since_ms, ${MS('e.ends_at')} as until_ms
    from settled_clock cross join member m
    left join lateral (
      select kind, starts_at, ends_at from exclusion
      where member_id = m.member_id and ends_at > at order by ends_at desc limit 1) e on true
    where m.member_id = $1`,
}

/** A cap, or the use of one, as the wire has it: money, or whole minutes when the kind is `time`. */
export const formatCap = (kind: LimitKind, value: bigint): string =>
  kind === 'time' ? String(value) : formatMoney(value)

/** @throws Refusal NO_SUCH_DATA when the member does not exist */
export async function guardState(
  db: Executor,
  { settings, utcOffsetMinutes }: { settings: Values; utcOffsetMinutes: number },
  memberId: string,
): Promise<GuardState> {
  const [member] = await db.query<MemberRow>(MEMBER, [memberId])
  if (!member) throw new Refusal('NO_SUCH_DATA')
  const limits = await limitsOf(db, memberId)
  const pendingIncreases = await pendingIncreasesOf(db, memberId)
  const periods = await periodsNow(db, utcOffsetMinutes)
  return {
    limits: LIMIT_KINDS.flatMap((kind) =>
      LIMIT_PERIODS.map((period) => {
        const same = (one: { kind: string; period: string }) => one.kind === kind && one.period === period
        const limit = limits.find(same)
        const pending = pendingIncreases.find(same)
        return {
          kind,
          period,
          cap: limit ? formatCap(kind, limit.cap) : null,
          used: limit ? formatCap(kind, limit.used) : null,
          resetsAt: periods[period].until,
          pendingIncrease: pending
            ? {
                cap: pending.cap === null ? null : formatCap(kind, pending.cap),
                confirmFrom: Number(pending.from_ms),
                confirmUntil: Number(pending.until_ms),
              }
            : null,
        }
      }),
    ),
    exclusion:
      member.kind === null
        ? null
        : { kind: member.kind, since: Number(member.since_ms), until: Number(member.until_ms) },
    closing: member.closing,
    realityCheckMinutes: settings.get(REALITY_CHECK_MINUTES),
    increaseHours: settings.get(INCREASE_HOURS),
    adultDeclaredAt: Number(member.declared_ms),
    declaredAge: member.declared_age,
  }
}
