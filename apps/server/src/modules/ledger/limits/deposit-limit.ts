/** The deposit limit: recharges count from their opening, before they are paid. */
import type { LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import type { MessageValue } from '@fairlot/contract/messages'
import type { Statement, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { array } from '../arrays.ts'
import { requireFree } from '../protection/wallet-exclusion.ts'
import { RUNNING, USED } from './limit-periods.ts'

const ROOM: Statement = {
  name: 'limit.room',
  text: `
    select c.kind, c.cap - ${USED} as room from limit_counter c ${RUNNING}
    where c.member_id = $1 and c.kind in ('deposit', 'time')`,
}

const COUNT_RECHARGE: Statement = {
  name: 'limit.count_recharge',
  text: `
    update limit_counter c set starts_on = s.starts_on, used = s.used + $2, open = c.open + $2, ceiling = greatest(c.cap, s.used)
    from (
      select c.ctid as row, greatest(c.starts_on, t.today) as starts_on, ${USED} as used
      from limit_counter c ${RUNNING} where c.member_id = $1 and c.kind = 'deposit') s
    where c.ctid = s.row`,
}

/**
 * Counts a recharge against the member's limits when it is opened. The caller holds the wallet's lock.
 * @throws Refusal EXCLUDED, FROZEN, ACCOUNT_CLOSING, TIME_LIMIT, DEPOSIT_LIMIT with `left` by `display`
 */
export async function countRecharge(
  tx: Tx,
  member: string,
  amount: bigint,
  display: (minor: bigint) => MessageValue,
): Promise<void> {
  await requireFree(tx, member)
  const rooms = await tx.query<{ kind: LimitKind; room: bigint }>(ROOM, [member])
  if (rooms.some(({ kind, room }) => kind === 'time' && room <= 0n)) throw new Refusal('TIME_LIMIT')
  const left = rooms.filter(({ kind }) => kind === 'deposit').map(({ room }) => room)
  const least = left.reduce((a, b) => (b < a ? b : a), amount)
  if (least < amount)
    throw new Refusal('DEPOSIT_LIMIT', { values: { left: display(least < 0n ? 0n : least) } })
  if (left.length > 0) await tx.query(COUNT_RECHARGE, [member, amount])
}

/**
 * The end of a recharge that was counted as open. `paid`: it stays counted, in the current period. `failed`: it leaves the
 * counter. `late`: it had failed and was paid after all; the member keeps the money, even above the limit.
 */
export type RechargeEnd = 'paid' | 'failed' | 'late'

const END_RECHARGES: Statement = {
  name: 'limit.end_recharges',
  text: `
    update limit_counter c set starts_on = s.starts_on, open = c.open - s.ended, used = s.used, ceiling = greatest(c.cap, s.used)
    from (
      select c.ctid as row, e.ended, greatest(c.starts_on, t.today) as starts_on, ${USED} + e.added as used
      from (
        select member_id,
          sum(case e when 'late' then 0 else amount end)::bigint as ended,
          sum(case e when 'late' then amount when 'failed' then -amount else 0 end)::bigint as added
        from unnest($1::uuid[], $2::text[], $3::bigint[]) as e(member_id, e, amount) group by member_id) e
      join limit_counter c on c.member_id = e.member_id and c.kind = 'deposit' ${RUNNING}) s
    where c.ctid = s.row`,
}

/** Counts the ends of recharges. The caller holds the locks of the wallets. */
export async function countRechargeEnds(
  tx: Tx,
  ends: readonly { member: string; end: RechargeEnd; amount: bigint }[],
): Promise<void> {
  if (ends.length === 0) return
  await tx.query(END_RECHARGES, [
    ends.map(({ member }) => member),
    ends.map(({ end }) => end),
    array(ends.map(({ amount }) => amount)),
  ])
}
