/** Statements for operators: which addresses received what, and how the watcher stands. */
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

export type PaidAddress = {
  index: bigint
  address: string
  /** of the recharge */
  number: string
  /** 1/1,000,000 USDT that were credited */
  received: bigint
  /** minor units */
  credited: bigint
  waiting: number
  /** transfers that wait for operators */
  held: number
  lost: number
  last_ms: bigint
}

const PAID: Statement = {
  name: 'trc20.paid',
  text: `
    select a.index, a.address, r.number, t.received, t.credited, t.waiting, t.held, t.lost, t.last_ms
    from trc20_address a
    join recharge r using (member_id, recharge_id)
    cross join lateral (
      select coalesce(sum(units) filter (where state = 'credited'), 0)::bigint as received, coalesce(sum(worth), 0)::bigint as credited,
        count(*) filter (where state = 'seen')::int as waiting, count(*) filter (where state = 'held')::int as held,
        count(*) filter (where lost_at is not null)::int as lost,
        ${MS('max(block_at)')} as last_ms
      from trc20_transfer t where (t.member_id, t.recharge_id) = (a.member_id, a.recharge_id)
      having count(*) > 0) t
    where ($1::bigint is null or a.index < $1) and (not $2 or t.lost > 0)
    order by a.index desc limit $3`,
}

/** Addresses that received something, the highest index first. @param lost only with a transfer that left the chain */
export function paidAddresses(
  db: Executor,
  { below, lost, limit }: { below: number | null; lost: boolean; limit: number },
): Promise<PaidAddress[]> {
  return db.query<PaidAddress>(PAID, [below, lost, limit])
}

const STANDING: Statement = {
  name: 'trc20.standing',
  text: `
    select key.contract, key.next_index as derived, watch.head, ${MS('watch.looked_at')} as looked_ms
    from trc20_key key left join trc20_watch watch on true`,
}

export type Trc20Standing = {
  contract: string
  derived: bigint
  head: bigint | null
  looked_ms: bigint | null
}

/** Undefined: this installation never took USDT. */
export async function trc20Standing(db: Executor): Promise<Trc20Standing | undefined> {
  return (await db.query<Trc20Standing>(STANDING))[0]
}
