/** Members who share a device, a payout account or a sender of USDT with others: what an operator looks at before money leaves. */
import type { RelationSignal, RelationStanding } from '@fairlot/contract/life/growth-life'
import type { Executor, Statement } from '../../../../platform/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { uuids } from '../../../ledger/index.ts'
import { SOURCES } from './find-flags.ts'

/** `others`: how many; `some`: ids of at most five of them */
export type SharedSign = { member: string; signal: RelationSignal; others: number; some: string[] }

const SHARED: Statement = {
  name: 'flags.shared',
  text: Object.entries(SOURCES)
    .map(
      ([signal, source]) => `
    select own.member_id as member, '${signal}' as signal, count(distinct other.member_id)::int as others,
      (array_agg(distinct other.member_id::text))[1:5] as some
    from (${source}) own join (${source}) other on other.value = own.value and other.member_id <> own.member_id
    where own.member_id = any($1::uuid[]) group by own.member_id`,
    )
    .join(' union all '),
}

/** What these members share with other members; without a row: nothing. */
export function sharedSigns(db: Executor, members: readonly string[]): Promise<SharedSign[]> {
  return db.query<SharedSign>(SHARED, [uuids(members)])
}

/** Amounts in minor units. `open`: pending or queued; `flags`: the signals that wait for a decision */
export type RelationRebates = {
  held: bigint
  open: bigint
  paid: bigint
  standing: RelationStanding
  flags: RelationSignal[]
}

const REBATES: Statement = {
  name: 'flags.rebates',
  text: `
    select t.standing, t.earned as paid, sums.held, sums.open, array(
      select signal from relation_flag f where (f.member_id, f.friend_id) = (t.member_id, t.friend_id) and f.state = 'open'
      order by signal) as flags
    from team_member t
    cross join lateral (
      select coalesce(sum(r.amount) filter (where r.state = 'held'), 0)::bigint as held,
        coalesce(sum(r.amount) filter (where r.state <> 'held'), 0)::bigint as open
      from rebate r where (r.member_id, r.friend_id) = (t.member_id, t.friend_id) and r.state in ('pending', 'queued', 'held')) sums
    where (t.member_id, t.friend_id) = ($1, $2)`,
}

/** What a decision about a relation moves. @throws Refusal NO_SUCH_DATA */
export async function rebatesOfRelation(
  db: Executor,
  memberId: string,
  friendId: string,
): Promise<RelationRebates> {
  const [row] = await db.query<RelationRebates>(REBATES, [memberId, friendId])
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}
