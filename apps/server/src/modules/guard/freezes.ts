/**
 * Freezes: operators stop an account for a time. Every freeze has an end and ends by itself. The history is only added to; the wallet has
 * what holds now, where purchases and withdrawals meet it under the wallet's lock.
 */
import { FREEZE_ALONE_HOURS, type FreezeCause } from '@fairlot/contract/kinds/freeze-kinds'
import type { Clock } from '../../platform/clock.ts'
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import { freezeWallet, lockWallets } from '../ledger/index.ts'

export type FreezeDeps = { clock: Clock; random: Random }

/** `approvalId` null: one operator decided alone */
export type NewFreeze = {
  memberId: string
  hours: number
  holdsMoney: boolean
  cause: FreezeCause
  operatorId: string
  approvalId: string | null
}

export type RunningFreeze = {
  since_ms: bigint
  until: Date
  until_ms: bigint
  holds_money: boolean
  cause: FreezeCause
  operator_id: string
}

const RUNNING: Statement = {
  name: 'guard.freeze_running',
  text: `
    select ${MS('newest.at')} as since_ms, newest.ends_at as until, ${MS('newest.ends_at')} as until_ms, newest.holds_money,
      newest.cause, newest.operator_id
    from business_clock clock cross join lateral (
      select * from account_freeze where member_id = $1 order by at desc, freeze_id desc limit 1) newest
    where newest.ends_at > clock.at`,
}

/** The freeze of a member that runs now. */
export async function runningFreeze(db: Executor, memberId: string): Promise<RunningFreeze | null> {
  return (await db.query<RunningFreeze>(RUNNING, [memberId]))[0] ?? null
}

/** What one operator froze alone within a week counts as one freeze. The schema has the same rule (migration 0117). */
const OVER_ALONE: Statement = {
  name: 'guard.freeze_over_alone',
  text: `
    select 1 from business_clock clock join account_freeze alone on alone.member_id = $1
    where alone.approval_id is null and alone.ends_at > clock.at - interval '7 days'
      and clock.at + $2 * interval '1 hour' > alone.at + interval '${FREEZE_ALONE_HOURS} hours' limit 1`,
}

/** Whether one operator can freeze a member so, without another one. */
export async function mayFreezeAlone(
  db: Executor,
  { memberId, hours, holdsMoney }: Pick<NewFreeze, 'memberId' | 'hours' | 'holdsMoney'>,
): Promise<boolean> {
  if (holdsMoney || hours > FREEZE_ALONE_HOURS) return false
  return (await db.query(OVER_ALONE, [memberId, hours])).length === 0
}

/**
 * A freeze replaces the one that runs when it ends later and holds at least as much.
 * @throws Refusal FREEZE_RUNS when the running one ends later, or holds withdrawals and this one does not
 */
export async function checkFreeze(
  db: Executor,
  { memberId, hours, holdsMoney }: Pick<NewFreeze, 'memberId' | 'hours' | 'holdsMoney'>,
): Promise<void> {
  const running = await runningFreeze(db, memberId)
  if (running === null) return
  const [{ ends }] = (await db.query<{ ends: Date }>(ENDS, [hours])) as [{ ends: Date }]
  if (running.until >= ends || (running.holds_money && !holdsMoney)) throw new Refusal('FREEZE_RUNS')
}

const ENDS: Statement = {
  name: 'guard.freeze_ends',
  text: `select date_trunc('milliseconds', at) + $1 * interval '1 hour' as ends from business_clock`,
}

// Whole milliseconds: the wallet keeps the same end, and JavaScript dates hold no more.
const BEGIN: Statement = {
  name: 'guard.freeze_begin',
  text: `
    insert into account_freeze (member_id, freeze_id, at, ends_at, holds_money, cause, operator_id, approval_id)
    select $1, $2, clock.at, clock.at + $3 * interval '1 hour', $4, $5, $6, $7
    from (select date_trunc('milliseconds', at) as at from business_clock) clock
    returning ends_at as until`,
}

const END: Statement = {
  name: 'guard.freeze_end',
  text: `
    insert into account_freeze (member_id, freeze_id, at, operator_id)
    select $1, $2, date_trunc('milliseconds', at), $3 from business_clock`,
}

export function createFreezes({ clock, random }: FreezeDeps) {
  return {
    /**
     * Freezes a member. Purchases take the wallet's lock as well, so none succeeds after the commit.
     * @returns id and end of the freeze
     * @throws Refusal FREEZE_RUNS
     */
    async freeze(tx: Tx, given: NewFreeze): Promise<{ id: string; until: Date }> {
      const { memberId, hours, holdsMoney, cause, operatorId, approvalId } = given
      await lockWallets(tx, [memberId])
      await checkFreeze(tx, given)
      const id = uuidv7(clock.now(), random)
      const values = [memberId, id, hours, holdsMoney, cause, operatorId, approvalId]
      const [begun] = await tx.query<{ until: Date }>(BEGIN, values)
      const { until } = begun!
      await freezeWallet(tx, memberId, until, holdsMoney)
      return { id, until }
    },
    /**
     * Ends the running freeze of a member.
     * @returns its id in the history, and what it was
     * @throws Refusal NOT_FROZEN
     */
    async unfreeze(
      tx: Tx,
      memberId: string,
      operatorId: string,
    ): Promise<{ id: string; running: RunningFreeze }> {
      await lockWallets(tx, [memberId])
      const running = await runningFreeze(tx, memberId)
      if (running === null) throw new Refusal('NOT_FROZEN')
      const id = uuidv7(clock.now(), random)
      await tx.query(END, [memberId, id, operatorId])
      await freezeWallet(tx, memberId, null, false)
      return { id, running }
    },
  }
}

export type Freezes = ReturnType<typeof createFreezes>
