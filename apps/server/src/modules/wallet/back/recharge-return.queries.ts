/** Statements about recharges that go back to their source. Amounts in minor units. */
import type { RechargeKind } from '@fairlot/contract/kinds/recharge-ways'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'

/** A recharge that has come in, with what of it is not played through and not on its way back. */
export type ReturnRow = {
  member_id: string
  recharge_id: string
  number: string
  kind: RechargeKind
  provider: string
  payment_id: string | null
  name: string | null
  credited: bigint
  returned: bigint
  /** what of its play-through is not played */
  not_played: bigint
  /** what can go back, without regard to the balance */
  unplayed: bigint
  /** the withdrawal with which a part goes back now */
  open: string | null
  payer: Buffer | null
  payer_key: string | null
  /** the newest transfer of which something has not gone back: its credit, and the bank's id of it, or its text */
  credit_seq: number | null
  transfer: string | null
  /** whether several transfers paid the recharge */
  is_shared: boolean
  /** the addresses that transfers of USDT came from */
  senders: string[]
}

/** What a recharge still requires to be played through: floor of each of its credits, without what went back. */
export const STILL_REQUIRED = (recharge: string, returned = `${recharge}.returned`) => `
  greatest(0, (select coalesce(sum(floor(c.amount::numeric * ${recharge}.play_percent / 100)), 0)
      from recharge_credit c where (c.member_id, c.recharge_id) = (${recharge}.member_id, ${recharge}.recharge_id))
    - floor((${returned})::numeric * ${recharge}.play_percent / 100))::bigint`

/**
 * A transfer goes back to its payer, and one recharge can have transfers of several payers: each goes back by itself, the newest first,
 * and only as far as it came in. What a bank took back does not go back again, also where a withdrawal held it at that time and ends
 * without a payment.
 *
 * What a member has played counts for the oldest recharges first, so what is not played ($2) is in the newest ones: each has as much
 * of it as it requires, less what the newer ones have.
 */
const RETURNS: Statement = {
  name: 'return.list',
  text: `
    with newest as (
      select r.*, account.label as name, ${STILL_REQUIRED('r')} as required
      from recharge r left join receiving_account account on account.account_id = r.receiving_account
      where r.member_id = $1 and r.state = 'success' and r.play_percent > 0
      order by r.recharge_id desc limit 200),
    shared as (
      select newest.*, greatest(0, least(required, $2 - coalesce(sum(required) over (
        order by recharge_id desc rows between unbounded preceding and 1 preceding), 0))) as not_played
      from newest)
    select s.member_id, s.recharge_id, s.number, s.kind, s.provider, s.payment_id, s.name, s.credited, s.returned, s.payer, s.payer_key,
      s.not_played::bigint as not_played,
      least(s.credited - s.returned, s.credited - (
          select coalesce(sum(k.charged), 0) from member_correction k
          where (k.member_id, k.recharge_id) = (s.member_id, s.recharge_id)), floor(s.not_played * 100 / s.play_percent),
        case when s.receiving_account is not null then coalesce(source.stays, 0) end)::bigint as unplayed,
      open.withdrawal_id as open, source.seq as credit_seq, source.transfer,
      coalesce(source.is_shared, false) as is_shared,
      array(select distinct t.sender from trc20_transfer t
       where (t.member_id, t.recharge_id) = (s.member_id, s.recharge_id) and t.state = 'credited') as senders
    from shared s
    left join lateral (
      select c.seq, c.amount - back.amount as stays,
        coalesce(line.transaction_id, nullif(left(line.text, 140), '')) as transfer,
        exists (select from recharge_credit other where (other.member_id, other.recharge_id) = (c.member_id, c.recharge_id)
          and other.seq <> c.seq) as is_shared
      from recharge_credit c
      join bank_statement_line line on line.line_id = case when c.event_id ~ '^[0-9a-f-]{36}$' then c.event_id::uuid end
      cross join lateral (
        select coalesce(sum(w.amount), 0) as amount from withdrawal w
        where (w.member_id, w.recharge_id, w.credit_seq) = (c.member_id, c.recharge_id, c.seq)
          and w.state in ('processing', 'success')) back
      where (c.member_id, c.recharge_id) = (s.member_id, s.recharge_id) and s.receiving_account is not null
        and c.amount > back.amount
      order by c.seq desc limit 1) source on true
    left join withdrawal open on open.member_id = s.member_id and open.recharge_id = s.recharge_id and open.state = 'processing'
    where $3::uuid is null and (s.not_played > 0 or open.withdrawal_id is not null) or s.recharge_id = $3
    order by s.recharge_id desc`,
}

/**
 * The recharges of which something is not played through, newest first; with an id this recharge, if it has come in.
 * @param unplayed what the member has not played of all that recharges required, also when it was waived
 */
export function returnRows(
  db: Executor,
  memberId: string,
  unplayed: bigint,
  id: string | null = null,
): Promise<ReturnRow[]> {
  return db.query<ReturnRow>(RETURNS, [memberId, unplayed, id])
}

const LOCK: Statement = {
  name: 'return.lock',
  text: `
    with locked as (select * from recharge where member_id = $1 and recharge_id = $2 for update)
    select ${STILL_REQUIRED('locked')} as before, ${STILL_REQUIRED('locked', 'locked.returned + $3::bigint')} as after from locked`,
}

/**
 * Locks a recharge. Lock order: the withdrawal, the recharge, the wallet.
 * @param more what is to go back now; negative: what does not go back after all
 * @returns what the recharge requires to be played through, before and after
 */
export async function lockReturn(
  tx: Tx,
  memberId: string,
  id: string,
  more: bigint,
): Promise<{ before: bigint; after: bigint } | undefined> {
  const [row] = await tx.query<{ before: bigint; after: bigint }>(LOCK, [memberId, id, more])
  return row
}

const ADD: Statement = {
  name: 'return.add',
  text: 'update recharge set returned = returned + $3 where member_id = $1 and recharge_id = $2',
}

/** Counts what goes back of a locked recharge. The schema refuses more than was credited. */
export async function addReturned(tx: Tx, memberId: string, id: string, more: bigint): Promise<void> {
  await tx.query(ADD, [memberId, id, more])
}

const KNOWN: Statement = {
  name: 'return.known',
  text: 'select 1 from recharge where member_id = $1 and recharge_id = $2',
}

/** Whether the member has the recharge. */
export async function hasRecharge(db: Executor, memberId: string, id: string): Promise<boolean> {
  return (await db.query(KNOWN, [memberId, id])).length > 0
}

export type NewSource = {
  memberId: string
  id: string
  rechargeId: string
  kind: RechargeKind
  sealed: Uint8Array
  keyId: string
  fingerprint: Buffer
  label: string | null
  masked: string
}

const SOURCE: Statement = {
  name: 'return.source',
  text: `
    insert into payout_account (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, label, masked,
      created_at, usable_from, first_at, deleted_at, source_of)
    select $1, $2, $2, $6, $3, $4, $5, $6, $7, $8, at, at, at, at, $9 from business_clock`,
}

/** Writes what a recharge came from, as the target of one withdrawal. */
export async function insertSource(tx: Tx, source: NewSource): Promise<void> {
  const { memberId, id, kind, sealed, keyId, fingerprint, label, masked, rechargeId } = source
  await tx.query(SOURCE, [memberId, id, kind, sealed, keyId, fingerprint, label, masked, rechargeId])
}
