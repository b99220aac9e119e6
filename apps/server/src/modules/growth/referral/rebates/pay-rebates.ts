/**
 * Payment: due rebates go from the marketing account to the wallets, in the order in which they became due, as long as the account
 * suffices. While the first one in the queue cannot be paid, nothing new is promised: a row of `rebate_pause` says from when to when.
 * Locks follow in the documented order: wallets, teams, rebates, the house's account.
 */
import type { Db, Statement, Tx } from '../../../../platform/db.ts'
import {
  array,
  HOUSE,
  HOUSE_BOOKS,
  houseAvailable,
  lockWallets,
  payToWallets,
  uuids,
} from '../../../ledger/index.ts'
import { countMoved, lockTeams, type Moved } from './rebates.queries.ts'

/** Rebates of one transaction. */
const PAY_CHUNK = 1_000

/** The ledger's kinds by level: an order has one reference for both of its rebates. */
export const REBATE_POSTINGS = { 1: 'rebate', 2: 'rebate_team' } as const

type Place = { member: string; source: string; level: 1 | 2 }

const NEXT: Statement = {
  name: 'rebates.next',
  text: `
    select member_id as member, source_id as source, level from rebate where state = 'queued'
    order by due_at, source_id, level limit $1`,
}

const ITEMS = 'unnest($1::uuid[], $2::uuid[], $3::int[]) as item(member_id, source_id, level)'
const THESE = '(r.member_id, r.source_id, r.level) = (item.member_id, item.source_id, item.level)'

const LOCK: Statement = {
  name: 'rebates.lock',
  text: `
    select count(*) from (
      select from rebate r join ${ITEMS} on ${THESE} where r.state = 'queued'
      order by r.member_id, r.source_id, r.level for update of r) locked`,
}
/** The inviter is looked at again when the rebate is paid. */
const JUDGE: Statement = {
  name: 'rebates.judge',
  text: `
    update rebate r set state = judged.state, reason = judged.reason,
      ended_at = case when judged.state = 'void' then clock.at end
    from (
      select r.member_id, r.source_id, r.level, case when t.standing = 'held' and m.status = 'active'
          and (w.excluded_until is null or w.excluded_until <= clock.at) then 'held' else 'void' end as state,
        case when t.standing = 'same_person' then 'same_person' when m.status <> 'active' then 'closed'
          when w.excluded_until > clock.at then 'excluded' end as reason
      from ${ITEMS} join rebate r on ${THESE} and r.state = 'queued'
      join team_member t on (t.member_id, t.friend_id) = (r.member_id, r.friend_id)
      join member m on m.member_id = r.member_id join wallet w on w.member_id = r.member_id
      cross join business_clock clock
      where t.standing <> 'clear' or m.status <> 'active' or w.excluded_until > clock.at) judged
    cross join business_clock clock
    where (r.member_id, r.source_id, r.level) = (judged.member_id, judged.source_id, judged.level)
    returning r.member_id as member, r.kind, r.amount, r.state, 'queued' as was`,
}
/** $4: what the account has. The running sum in the order of the queue takes what it covers. */
const TAKE: Statement = {
  name: 'rebates.take',
  text: `
    with covered as (
      select member_id, source_id, level from (
        select r.member_id, r.source_id, r.level, sum(r.amount) over (order by r.due_at, r.source_id, r.level) as total
        from ${ITEMS} join rebate r on ${THESE} where r.state = 'queued') sums
      where total <= $4)
    update rebate r set state = 'paid', ended_at = business_now() from covered item where ${THESE}
    returning r.member_id as member, r.source_id as ref, r.level, r.friend_id as friend, r.kind, r.amount, r.state, 'queued' as was`,
}
const EARNED: Statement = {
  name: 'rebates.earned',
  text: `
    update team_member t set earned = t.earned + paid.amount
    from (
      select member_id, friend_id, sum(amount)::bigint as amount
      from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as item(member_id, friend_id, amount) group by 1, 2) paid
    where (t.member_id, t.friend_id) = (paid.member_id, paid.friend_id)`,
}
const PAUSE: Statement = {
  name: 'rebates.pause',
  text: `
    insert into rebate_pause (since)
    select greatest(at, (select max(until) from rebate_pause)) from business_clock
    where not exists (select from rebate_pause where until is null) on conflict do nothing`,
}
const RESUME: Statement = {
  name: 'rebates.resume',
  text: `
    update rebate_pause set until = greatest(since, business_now())
    where until is null and not exists (select from rebate where state = 'queued')`,
}

type Paid = Moved & { ref: string; level: 1 | 2; friend: string }

export type PaidChunk = {
  /** whose rebates were paid or ended, and whose wallets were credited */
  members: string[]
  paid: string[]
  /** nothing is left, or the account is short */
  isOver: boolean
}

/** Pays the next rebates of the queue. */
export async function payRebates(db: Db, limit = PAY_CHUNK): Promise<PaidChunk> {
  const next = await db.query<Place>(NEXT, [limit])
  if (next.length === 0) {
    await db.query(RESUME)
    return { members: [], paid: [], isOver: true }
  }
  const owners = [...new Set(next.map(({ member }) => member))]
  const places = [
    uuids(next.map(({ member }) => member)),
    uuids(next.map(({ source }) => source)),
    array(next.map(({ level }) => level)),
  ]
  return db.tx(async (tx) => {
    await lockWallets(tx, owners)
    await lockTeams(tx, owners)
    const [locked] = await tx.query<{ count: bigint }>(LOCK, places)
    const judged = await tx.query<Moved>(JUDGE, places)
    const available = await houseAvailable(tx, 'marketing')
    const paid = await tx.query<Paid>(TAKE, [...places, available])
    await payOut(tx, paid)
    await countMoved(tx, [...judged, ...paid])
    const isShort = Number(locked!.count) > judged.length + paid.length
    if (isShort) await tx.query(PAUSE)
    return {
      members: [...new Set([...judged, ...paid].map(({ member }) => member))],
      paid: [...new Set(paid.map(({ member }) => member))],
      isOver: isShort,
    }
  })
}

async function payOut(tx: Tx, paid: readonly Paid[]): Promise<void> {
  if (paid.length === 0) return
  const from = { book: HOUSE, key: HOUSE_BOOKS.marketing }
  for (const level of [1, 2] as const) {
    const items = paid.filter((one) => one.level === level)
    await payToWallets(tx, { kind: REBATE_POSTINGS[level], from, items })
  }
  await tx.query(EARNED, [
    uuids(paid.map(({ member }) => member)),
    uuids(paid.map(({ friend }) => friend)),
    array(paid.map(({ amount }) => amount)),
  ])
}

const CLOSE: Statement = {
  name: 'rebates.close',
  text: `
    update rebate set state = 'void', reason = 'closed', ended_at = business_now()
    where member_id = $1 and state = $2
    returning member_id as member, kind, amount, state, $2 as was`,
}

/** Ends the rebates of a member whose account is closed. The caller holds the lock of the wallet. */
export async function endRebates(tx: Tx, memberId: string): Promise<void> {
  await lockTeams(tx, [memberId])
  for (const was of ['pending', 'queued', 'held'] as const)
    await countMoved(tx, await tx.query<Moved>(CLOSE, [memberId, was]))
}

const PAUSED: Statement = {
  name: 'rebates.paused_since',
  text: `select floor(extract(epoch from since) * 1000)::float8 as since from rebate_pause where until is null`,
}

/** Since when nothing new is promised, in Unix milliseconds; null: not paused. */
export async function pausedSince(db: Pick<Db, 'query'>): Promise<number | null> {
  const [row] = await db.query<{ since: number }>(PAUSED)
  return row?.since ?? null
}
