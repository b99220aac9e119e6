/** SQL of vouchers. Whatever changes a member's vouchers holds the lock of the member's wallet. */
import type { VoucherState } from '@fairlot/contract/life/voucher-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { array, uuids } from '../../ledger/index.ts'

export type VoucherRow = {
  voucher_id: string
  amount: bigint
  min_spend: bigint
  state: VoucherState
  granted_ms: bigint
  expires_ms: bigint
  /** the order that it is used for */
  purchase_id: string | null
  /** the order that it came back from, while it can be used again */
  returned: string | null
}

const COLUMNS = `v.voucher_id, v.amount, v.min_spend,
  case when v.state = 'open' and v.expires_at <= clock.at then 'expired' else v.state end as state,
  ${MS('v.granted_at')} as granted_ms, ${MS('v.expires_at')} as expires_ms, v.purchase_id,
  case when v.state <> 'used' then (
    select e.purchase_id from voucher_event e
    where e.member_id = v.member_id and e.voucher_id = v.voucher_id and e.event = 'returned'
    order by e.seq desc limit 1) end as returned`

const OPEN: Statement = {
  name: 'vouchers.open',
  text: `
    select ${COLUMNS} from voucher v cross join business_clock clock
    where v.member_id = $1 and v.state = 'open' and v.expires_at > clock.at
      and (v.expires_at, v.voucher_id) > (coalesce('epoch'::timestamptz + $2::bigint * interval '1 millisecond', '-infinity'),
        coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
    order by v.expires_at, v.voucher_id limit $4`,
}
/** $5: only those that have ended. */
const BY_TIME: Statement = {
  name: 'vouchers.by_time',
  text: `
    select ${COLUMNS} from voucher v cross join business_clock clock
    where v.member_id = $1 and (not $5::boolean or v.state <> 'open' or v.expires_at <= clock.at)
      and (v.granted_at, v.voucher_id) < (coalesce('epoch'::timestamptz + $2::bigint * interval '1 millisecond', 'infinity'),
        coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by v.granted_at desc, v.voucher_id desc limit $4`,
}

/** Milliseconds and id of the last voucher of the page before. */
export type VoucherPlace = { ms: bigint; id: string } | null

/** Vouchers that can be used, the first to expire first. */
export function openVouchers(
  db: Executor,
  memberId: string,
  after: VoucherPlace,
  limit: number,
): Promise<VoucherRow[]> {
  return db.query(OPEN, [memberId, after?.ms ?? null, after?.id ?? null, limit])
}

/** Vouchers by the time of their grant, newest first; `ended`: only those that cannot be used. */
export function vouchersByTime(
  db: Executor,
  memberId: string,
  after: VoucherPlace,
  limit: number,
  { ended }: { ended: boolean },
): Promise<VoucherRow[]> {
  return db.query(BY_TIME, [memberId, after?.ms ?? null, after?.id ?? null, limit, ended])
}

const COUNT: Statement = {
  name: 'vouchers.count',
  text: `select count(*)::int as open from voucher v cross join business_clock clock
    where v.member_id = $1 and v.state = 'open' and v.expires_at > clock.at`,
}

export async function countOpenVouchers(db: Executor, memberId: string): Promise<number> {
  const [row] = await db.query<{ open: number }>(COUNT, [memberId])
  return row!.open
}

/**
 * How many entries the history of each member's vouchers has: it only grows. SQL of rows (member, version), for live updates.
 * @param members SQL of a list of ids
 */
export const VOUCHER_VERSIONS = (members: string) => `
  select wanted.member_id as member, (select count(*) from voucher_event e where e.member_id = wanted.member_id) as version
  from unnest(${members}::uuid[]) as wanted(member_id)`

/** A voucher of a grant. Amounts in minor units. */
export type NewVoucher = { member: string; id: string }

/** Cursors have milliseconds, so the times that lists are sorted by have no finer part. */
const MILLISECONDS = `(select date_trunc('milliseconds', at) as at from business_clock)`

const GRANT: Statement = {
  name: 'vouchers.grant',
  text: `
    with granted as (
      insert into voucher (member_id, voucher_id, amount, min_spend, granted_at, expires_at, state, approval_id)
      select item.member_id, item.voucher_id, $3, $4, clock.at, clock.at + $5::int * interval '1 day', 'open', $6
      from unnest($1::uuid[], $2::uuid[]) as item(member_id, voucher_id) cross join ${MILLISECONDS} clock
      on conflict do nothing
      returning member_id, voucher_id, granted_at)
    insert into voucher_event (member_id, voucher_id, seq, event, at)
    select member_id, voucher_id, 1, 'granted', granted_at from granted
    returning member_id as member, voucher_id as id`,
}

/** @returns the vouchers that did not exist */
export function insertVouchers(
  tx: Tx,
  vouchers: readonly NewVoucher[],
  terms: { amount: bigint; minSpend: bigint; days: number; approvalId: string | null },
): Promise<NewVoucher[]> {
  return tx.query(GRANT, [
    uuids(vouchers.map(({ member }) => member)),
    uuids(vouchers.map(({ id }) => id)),
    terms.amount,
    terms.minSpend,
    terms.days,
    terms.approvalId,
  ])
}

const USE: Statement = {
  name: 'vouchers.use',
  text: `
    with used as (
      update voucher v set state = 'used', purchase_id = $3, steps = v.steps + 1
      from business_clock clock
      where v.member_id = $1 and v.voucher_id = $2 and v.state = 'open' and v.expires_at > clock.at and v.min_spend <= $4
      returning v.member_id, v.voucher_id, v.steps, v.purchase_id, v.amount, clock.at),
    told as (
      insert into voucher_event (member_id, voucher_id, seq, event, purchase_id, at)
      select member_id, voucher_id, steps, 'used', purchase_id, at from used)
    select amount from used`,
}

/**
 * Uses a voucher for an order of a total (minor units).
 * @returns its amount in minor units; null: the member has no such voucher, or it cannot be used for the order
 */
export async function useVoucher(
  tx: Tx,
  { member, voucher, order, total }: { member: string; voucher: string; order: string; total: bigint },
): Promise<bigint | null> {
  const [row] = await tx.query<{ amount: bigint }>(USE, [member, voucher, order, total])
  return row?.amount ?? null
}

const USED_FOR: Statement = {
  name: 'vouchers.used_for',
  text: `select voucher_id as voucher from voucher_event where member_id = $1 and purchase_id = $2 and event = 'used'`,
}

/** The voucher that an order was bought with; null: with none. */
export async function voucherOf(db: Executor, memberId: string, order: string): Promise<string | null> {
  const [row] = await db.query<{ voucher: string }>(USED_FOR, [memberId, order])
  return row?.voucher ?? null
}

export type MovedVoucher = { member: string; ref: string; amount: bigint }

/** $1 to $3: issue and range of its orders; $4: days. */
const RETURN = `
  with returned as (
    update voucher v set state = 'open', purchase_id = null, steps = v.steps + 1,
      expires_at = greatest(v.expires_at, clock.at + $4::int * interval '1 day')
    from issue_sale s cross join ${MILLISECONDS} clock
    where s.issue_id = $1 and s.seq > $2 and s.seq <= $3
      and v.member_id = s.member_id and v.purchase_id = s.purchase_id and v.state = 'used'
      and exists (select from purchase p where (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id) and p.state = 'refunded')
    returning v.member_id, v.voucher_id, v.steps, s.purchase_id, v.amount, clock.at),
  told as (
    insert into voucher_event (member_id, voucher_id, seq, event, purchase_id, at)
    select member_id, voucher_id, steps, 'returned', purchase_id, at from returned)
  select member_id as member, purchase_id as ref, amount from returned`

/** Makes the vouchers of refunded orders valid again, for at least some days: of orders of an issue after seq `from`, up to `to`. */
export function returnVouchers(
  tx: Tx,
  { issue, from, to, days }: { issue: string; from: number; to: number; days: number },
): Promise<MovedVoucher[]> {
  return tx.query(RETURN, [issue, from, to, days])
}

const DUE: Statement = {
  name: 'vouchers.due',
  text: `select v.member_id as member, v.voucher_id as id from voucher v cross join settled_clock clock
    where v.state = 'open' and v.expires_at <= clock.at order by v.expires_at, v.member_id limit $1`,
}

/** Vouchers that have expired, by the settled time. */
export function dueVouchers(db: Executor, limit: number): Promise<NewVoucher[]> {
  return db.query(DUE, [limit])
}

const EXPIRE = (which: string) => `
  with expired as (
    update voucher v set state = 'expired', steps = v.steps + 1
    from business_clock clock where v.state = 'open' and ${which}
    returning v.member_id, v.voucher_id, v.steps, v.amount, clock.at),
  told as (
    insert into voucher_event (member_id, voucher_id, seq, event, at)
    select member_id, voucher_id, steps, 'expired', at from expired)
  select member_id as member, voucher_id as ref, amount from expired`

const EXPIRE_THESE: Statement = {
  name: 'vouchers.expire',
  text: EXPIRE(
    `v.expires_at <= clock.at and (v.member_id, v.voucher_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
  ),
}
const EXPIRE_ALL: Statement = { name: 'vouchers.expire_all', text: EXPIRE('v.member_id = $1') }

/** Ends those of the vouchers that have expired. The caller holds the locks of the wallets. */
export function expireThese(tx: Tx, vouchers: readonly NewVoucher[]): Promise<MovedVoucher[]> {
  return tx.query(EXPIRE_THESE, [
    uuids(vouchers.map(({ member }) => member)),
    uuids(vouchers.map(({ id }) => id)),
  ])
}

/** Ends every voucher of a member that can still be used. */
export function expireAll(tx: Tx, memberId: string): Promise<MovedVoucher[]> {
  return tx.query(EXPIRE_ALL, [memberId])
}

const MEMBERS: Statement = {
  name: 'vouchers.members',
  text: `select w.member_id as id, w.closing from wallet w where w.member_id = any($1)`,
}

/** Which of the members exist, and whether their accounts are being closed. */
export function walletsOf(
  db: Executor,
  members: readonly string[],
): Promise<{ id: string; closing: boolean }[]> {
  return db.query(MEMBERS, [array(members)])
}
