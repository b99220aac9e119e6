/**
 * The rows of rebates and their sums. A transaction that writes them first locks the sums of the members' teams, in order, so that two
 * transactions with several subjects do not wait for each other in a circle.
 */
import type { RebateKind, RebateState, RebateVoid } from '@fairlot/contract/life/growth-life'
import type { Statement, Tx } from '../../../../platform/db.ts'
import { array, uuids } from '../../../ledger/index.ts'

/** An inviter who may earn for an order; `n` is the place of the order. */
export type Earner = {
  source: string
  subject: string
  friend: string
  basis: bigint
  member: string
  level: 1 | 2
  /** of the inviter: total spend, which gives the VIP level */
  spent: bigint
  country: string | null
  /** why nothing is paid; null: it is */
  reason: RebateVoid | null
  held: boolean
  /** finance: when the order matures, ISO 8601; null for others */
  due: string | null
  /** finance: what the reserve binds for all rebates of the order, in hundredths of a percent; null: nothing is bound */
  bound: number | null
}

/** Orders of these times earn nothing, because the marketing account was short. @param at SQL of the time of an order */
export const isPaused = (at: string): string =>
  `exists (select from rebate_pause p where p.since <= ${at} and (p.until is null or ${at} < p.until))`

/**
 * The inviters of orders.
 * @param orders SQL of source_id, subject_id, friend_id, basis, at, due (timestamptz or null), and bound (int or null)
 */
export const EARNERS = (orders: string): string => `
  select o.source_id as source, o.subject_id as subject, o.friend_id as friend, o.basis, t.member_id as member, t.level,
    coalesce(v.spend, 0)::bigint as spent, m.country, t.standing = 'held' as held, o.due::text as due, o.bound,
    case when t.standing = 'same_person' then 'same_person' when m.status <> 'active' then 'closed'
      when exists (select from exclusion e where e.member_id = t.member_id and e.starts_at <= o.at and o.at < e.ends_at)
      then 'excluded' end as reason
  from (${orders}) o
  join team_member t on t.friend_id = o.friend_id
  join member m on m.member_id = t.member_id
  left join member_vip v on v.member_id = t.member_id
  order by o.source_id, t.level`

const LOCK_TEAMS: Statement = {
  name: 'rebates.lock_teams',
  text: `
    select count(*) from (
      select from team_total where member_id = any($1::uuid[]) order by member_id for update) locked`,
}

/** Locks the sums of teams in order. Everything that writes rebates holds these locks. */
export async function lockTeams(tx: Tx, members: readonly string[]): Promise<void> {
  if (members.length > 0) await tx.query(LOCK_TEAMS, [uuids([...new Set(members)])])
}

export type NewRebate = Omit<Earner, 'spent' | 'country' | 'held' | 'bound'> & {
  kind: RebateKind
  rate: number
  amount: bigint
  capped: boolean
  state: RebateState
}

const INSERT: Statement = {
  name: 'rebates.insert',
  text: `
    insert into rebate (member_id, source_id, level, kind, subject_id, friend_id, basis, rate, amount, capped, state, reason,
      created_at, due_at, ended_at)
    select item.member_id, source_id, item.level, $12, subject_id, item.friend_id, basis, rate, amount, capped, now.state,
      case when now.state = 'void' then coalesce(nullif(reason, ''), 'same_person') end, clock.at,
      case when now.state in ('queued', 'held') then clock.at else nullif(due, '')::timestamptz end,
      case when now.state = 'void' then clock.at end
    from unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::uuid[], $6::bigint[], $7::int[], $8::bigint[], $9::boolean[],
      $10::text[], $11::text[], $13::text[])
      as item(member_id, source_id, level, subject_id, friend_id, basis, rate, amount, capped, state, reason, due)
    join team_member t on (t.member_id, t.friend_id) = (item.member_id, item.friend_id)
    cross join lateral (
      select case when item.state = 'void' or t.standing = 'same_person' then 'void' when item.state = 'pending' then 'pending'
        when t.standing = 'held' then 'held' else 'queued' end as state) now
    cross join business_clock clock
    on conflict do nothing returning member_id as member, kind, amount, state`,
}

/** A rebate that is new, or whose state changed. `was`: its state before; null: it is new. */
export type Moved = {
  member: string
  kind: RebateKind
  amount: bigint
  state: RebateState
  was?: RebateState
}

/**
 * Writes rebates of one kind of order, each once. The caller holds the locks of the teams; what is known of the relation under them
 * decides between `queued`, `held` and `void`.
 */
export async function insertRebates(tx: Tx, kind: RebateKind, rows: readonly NewRebate[]): Promise<Moved[]> {
  if (rows.length === 0) return []
  const moved = await tx.query<Moved>(INSERT, [
    uuids(rows.map(({ member }) => member)),
    uuids(rows.map(({ source }) => source)),
    array(rows.map(({ level }) => level)),
    uuids(rows.map(({ subject }) => subject)),
    uuids(rows.map(({ friend }) => friend)),
    array(rows.map(({ basis }) => basis)),
    array(rows.map(({ rate }) => rate)),
    array(rows.map(({ amount }) => amount)),
    array(rows.map(({ capped }) => capped)),
    rows.map(({ state }) => state),
    rows.map(({ reason }) => reason ?? ''),
    kind,
    rows.map(({ due }) => due ?? ''),
  ])
  await countMoved(tx, moved)
  return moved
}

const SUMMED = ['pending', 'queued', 'held', 'paid'] as const
type Summed = (typeof SUMMED)[number]
const isSummed = (state: RebateState | undefined): state is Summed => state !== undefined && state !== 'void'

const OPEN_SUMS: Statement = {
  name: 'rebates.open_sums',
  text: `
    insert into rebate_total (member_id, kind)
    select member_id, kind from unnest($1::uuid[], $2::text[]) as item(member_id, kind) order by member_id, kind
    on conflict do nothing`,
}
const ADD: Statement = {
  name: 'rebates.add',
  text: `
    update rebate_total t set ${SUMMED.map((state) => `${state} = t.${state} + item.${state}`).join(', ')}
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      as item(member_id, kind, ${SUMMED.join(', ')})
    where (t.member_id, t.kind) = (item.member_id, item.kind)`,
}
const CHANGED: Statement = {
  name: 'rebates.changed',
  text: 'update team_total set changes = changes + 1 where member_id = any($1::uuid[])',
}

/** Adds to the sums of members what became of their rebates. */
export async function countMoved(tx: Tx, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  const sums = new Map<string, { member: string; kind: RebateKind } & Record<Summed, bigint>>()
  for (const { member, kind, amount, state, was } of moved) {
    const key = `${member} ${kind}`
    const sum = sums.get(key) ?? { member, kind, pending: 0n, queued: 0n, held: 0n, paid: 0n }
    if (isSummed(was)) sum[was] -= amount
    if (isSummed(state)) sum[state] += amount
    sums.set(key, sum)
  }
  const rows = [...sums.values()]
  const keys = [uuids(rows.map(({ member }) => member)), rows.map(({ kind }) => kind)]
  await tx.query(OPEN_SUMS, keys)
  await tx.query(ADD, [...keys, ...SUMMED.map((state) => array(rows.map((row) => row[state])))])
  await tx.query(CHANGED, [uuids([...new Set(rows.map(({ member }) => member))])])
}

/** SQL of the state that a pending rebate `r` gets when its order is final. @param t alias of its relation */
export const dueState = (t: string): string =>
  `case ${t}.standing when 'same_person' then 'void' when 'held' then 'held' else 'queued' end`
