/** Statements of recharges in USDT: the key, addresses, transfers and what the watcher saw. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { KnownTransfer, TransferState } from './chain-transfer.rules.ts'

/** Name in the tables of payments and notices; the payment of a recharge is its address. */
export const TRC20 = 'trc20'

const BIND: Statement = {
  name: 'trc20.bind',
  text: `
    insert into trc20_key (fingerprint, contract, bound_at) values ($1, $2, business_now())
    on conflict (singleton) do nothing`,
}
const KEY: Statement = { name: 'trc20.key', text: 'select fingerprint, contract from trc20_key' }

export type BoundKey = { fingerprint: string; contract: string }

/** Records the key and the token of this installation, unless they are recorded. @returns what is recorded */
export async function bindKey(db: Executor, { fingerprint, contract }: BoundKey): Promise<BoundKey> {
  await db.query(BIND, [fingerprint, contract])
  return (await boundKey(db))!
}

/** The key and the token of this installation; undefined: it never had recharges in USDT. */
export async function boundKey(db: Executor): Promise<BoundKey | undefined> {
  return (await db.query<BoundKey>(KEY))[0]
}

const FROM: Statement = {
  name: 'trc20.addresses_from',
  text: 'select index, address from trc20_address where index >= $1 order by index limit 1000',
}

/** A chunk of all addresses, by their index. */
export function addressesFrom(db: Executor, index: bigint): Promise<{ index: bigint; address: string }[]> {
  return db.query(FROM, [index])
}

const NEXT: Statement = {
  name: 'trc20.next_index',
  text: `
    update trc20_key set next_index = next_index + 1 where (fingerprint, contract) = ($1, $2)
    returning next_index - 1 as index`,
}

/** The next index of the key, locked until the transaction ends. Undefined: this installation has another key. */
export async function nextIndex(tx: Tx, { fingerprint, contract }: BoundKey): Promise<number | undefined> {
  const [row] = await tx.query<{ index: bigint }>(NEXT, [fingerprint, contract])
  return row && Number(row.index)
}

const TAKEN: Statement = { name: 'trc20.taken_index', text: 'select next_index - 1 as index from trc20_key' }

/** The index that this transaction took with `nextIndex`. */
export async function takenIndex(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ index: bigint }>(TAKEN)
  return Number(row!.index)
}

const SKIP: Statement = {
  name: 'trc20.skip',
  text: 'update trc20_key set next_index = least(next_index + $1, 2147483648)',
}

/**
 * Skips indexes after a restore: the installation may have shown addresses after the backup, and none is given out twice.
 * @param owner connected as the owner of the schema
 */
export async function skipAddresses(owner: Executor): Promise<void> {
  await owner.query(SKIP, [10_000])
}

export type NewAddress = {
  memberId: string
  rechargeId: string
  index: number
  address: string
  /** minor units of the wallet per USDT */
  rate: bigint
  /** 1/1,000,000 USDT */
  units: bigint
  /** confirmations before a transfer is credited */
  needed: number
  createdAtMs: number
}

const INSERT: Statement = {
  name: 'trc20.insert',
  text: `
    insert into trc20_address (member_id, recharge_id, index, address, rate, units, needed, created_at, look_at, listed_from_ms)
    values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::bigint / 1000.0), to_timestamp($8::bigint / 1000.0),
      greatest(0, $8::bigint - ${DAY_MS}))`,
}

/**
 * The watcher lists from a day before, by the clock of the chain: what reached the address earlier, for another installation
 * with the same key, is not a payment of this recharge.
 */
export async function insertAddress(tx: Tx, a: NewAddress): Promise<void> {
  const { memberId, rechargeId, index, address, rate, units, needed, createdAtMs } = a
  await tx.query(INSERT, [memberId, rechargeId, index, address, rate, units, needed, createdAtMs])
}

/** What a member needs to pay, and how far it is. */
export type ShownAddress = {
  recharge_id: string
  index: bigint
  address: string
  rate: bigint
  units: bigint
  needed: number
  received: bigint
  /** block of the newest transfer that waits for confirmations */
  waiting_block: bigint | null
  /** the newest block that the watcher saw */
  head: bigint | null
}

const SHOWN: Statement = {
  name: 'trc20.shown',
  text: `
    select a.recharge_id, a.index, a.address, a.rate, a.units, a.needed, t.received, t.waiting_block,
      (select head from trc20_watch) as head
    from unnest($1::uuid[], $2::uuid[]) asked(member_id, recharge_id)
    join trc20_address a using (member_id, recharge_id)
    cross join lateral (
      select coalesce(sum(units) filter (where state = 'credited'), 0)::bigint as received,
        max(block) filter (where state = 'seen') as waiting_block
      from trc20_transfer t where (t.member_id, t.recharge_id) = (a.member_id, a.recharge_id)) t`,
}

/** The addresses of recharges. */
export function shownAddresses(
  db: Executor,
  recharges: readonly { member_id: string; recharge_id: string }[],
): Promise<ShownAddress[]> {
  return db.query<ShownAddress>(SHOWN, [
    recharges.map(({ member_id }) => member_id),
    recharges.map(({ recharge_id }) => recharge_id),
  ])
}

export type WatchedAddress = {
  member_id: string
  recharge_id: string
  index: bigint
  address: string
  rate: bigint
  units: bigint
  needed: number
  listed_from_ms: bigint
}

const DUE: Statement = {
  name: 'trc20.due',
  text: `select exists (select from trc20_address where look_at <= (select at from business_clock)) as due`,
}

/** Whether an address is to be looked at now. */
export async function isLookDue(db: Executor): Promise<boolean> {
  return (await db.query<{ due: boolean }>(DUE))[0]!.due
}

const CLAIM: Statement = {
  name: 'trc20.claim',
  text: `
    with due as (
      select member_id, recharge_id from trc20_address
      where look_at <= (select at from business_clock) order by look_at limit $1 for update skip locked)
    update trc20_address a set look_at = clock.at + interval '1 minute'
    from due, business_clock clock where (a.member_id, a.recharge_id) = (due.member_id, due.recharge_id)
    returning a.member_id, a.recharge_id, a.index, a.address, a.rate, a.units, a.needed, a.listed_from_ms`,
}

/** Addresses whose look is due. Another watcher takes them after a minute, should this one stop. */
export function claimAddresses(db: Executor, limit: number): Promise<WatchedAddress[]> {
  return db.query<WatchedAddress>(CLAIM, [limit])
}

/**
 * Open recharges, and those with a transfer that waits, are looked at every $3 seconds; afterwards every minute for an hour,
 * every hour for two days, and once a day for 30 days.
 */
const LOOKED: Statement = {
  name: 'trc20.looked',
  text: `
    update trc20_address a set listed_from_ms = greatest(a.listed_from_ms, $4::bigint),
      look_at = case
        when r.state = 'processing' or exists (
          select from trc20_transfer t where (t.member_id, t.recharge_id) = (a.member_id, a.recharge_id) and t.state = 'seen')
          then clock.at + $3::int * interval '1 second'
        when clock.at < r.expires_at + interval '1 hour' then clock.at + interval '1 minute'
        when clock.at < r.expires_at + interval '2 days' then clock.at + interval '1 hour'
        when clock.at < r.expires_at + interval '30 days' then clock.at + interval '1 day'
      end
    from recharge r, business_clock clock
    where (a.member_id, a.recharge_id) = ($1, $2) and (r.member_id, r.recharge_id) = ($1, $2)`,
}

/** Records a look at an address: when the next one is due, and from which time of the chain on it lists. */
export async function addressLooked(
  db: Executor,
  { member_id, recharge_id }: WatchedAddress,
  lookSeconds: number,
  listedFromMs: number,
): Promise<void> {
  await db.query(LOOKED, [member_id, recharge_id, lookSeconds, listedFromMs])
}

export type TransferRow = KnownTransfer & {
  transaction_id: string
  log_index: number
  block_ms: number
}

type StoredTransfer = {
  transaction_id: string
  log_index: number
  state: TransferState
  units: bigint
  block: bigint
  block_ms: bigint
  lost: boolean
}

const TRANSFERS: Statement = {
  name: 'trc20.transfers',
  text: `
    select transaction_id, log_index, state, units, block, ${MS('block_at')} as block_ms, lost_at is not null as lost
    from trc20_transfer where (member_id, recharge_id) = ($1, $2)`,
}

/** The transfers to an address that are known. */
export async function transfersTo(
  db: Executor,
  { member_id, recharge_id }: Pick<WatchedAddress, 'member_id' | 'recharge_id'>,
): Promise<TransferRow[]> {
  const rows = await db.query<StoredTransfer>(TRANSFERS, [member_id, recharge_id])
  return rows.map(({ block, block_ms, ...row }) => ({
    ...row,
    block: Number(block),
    block_ms: Number(block_ms),
  }))
}

/** A transfer and where it is on the chain. */
export type ChainPlace = {
  txId: string
  logIndex: number
  sender: string
  units: bigint
  block: number
  blockAtMs: number
}

/** When a block was made, by business time: in a sandbox the business clock can be ahead of the chain's. */
const BLOCK_AT = 'to_timestamp($3::bigint / 1000.0) + (clock.at - statement_timestamp())'

const PAID_AT: Statement = {
  name: 'trc20.paid_at',
  text: `
    select least(t.paid_at, clock.at, ${BLOCK_AT})::text as paid_at, least(t.paid_at, clock.at, ${BLOCK_AT}) > r.expires_at as late
    from business_clock clock
    join recharge r on (r.member_id, r.recharge_id) = ($1, $2)
    left join trc20_transfer t on (t.transaction_id, t.log_index) = ($4, $5)`,
}

/**
 * When a transfer was paid, and whether that was after the time to pay: at the time of its block, or when it was seen first, should it
 * have moved to a later block.
 */
export async function paidAt(
  tx: Tx,
  { member_id, recharge_id }: Pick<WatchedAddress, 'member_id' | 'recharge_id'>,
  { blockAtMs, txId, logIndex }: ChainPlace,
): Promise<{ paid_at: string; late: boolean }> {
  const [row] = await tx.query<{ paid_at: string; late: boolean }>(PAID_AT, [
    member_id,
    recharge_id,
    blockAtMs,
    txId,
    logIndex,
  ])
  return row!
}

const SAVE: Statement = {
  name: 'trc20.save_transfer',
  text: `
    insert into trc20_transfer (transaction_id, log_index, member_id, recharge_id, sender, units, block, block_at, state, worth,
      rate, seen_at, paid_at, held_at, ended_at)
    select $4, $5, $1, $2, $6, $7, $8, to_timestamp($3::bigint / 1000.0), $9, $10::bigint, $11::bigint, clock.at,
      coalesce($12::text::timestamptz, least(clock.at, ${BLOCK_AT})), case when $9 = 'held' then clock.at end, case when $9 in ('credited', 'dust') then clock.at end
    from business_clock clock
    on conflict (transaction_id, log_index) do update
    set units = excluded.units, block = excluded.block, block_at = excluded.block_at, state = excluded.state,
      worth = excluded.worth, rate = excluded.rate, paid_at = least(trc20_transfer.paid_at, excluded.paid_at),
      held_at = excluded.held_at, ended_at = excluded.ended_at`,
}

/** What a confirmed transfer was found to be. */
export type SavedTerms = {
  state: 'credited' | 'dust' | 'held'
  /** minor units per USDT */
  rate: bigint
  /** minor units, when it is credited */
  worth: bigint | null
  /** as `paidAt` has it */
  paidAt: string
}

/** Writes a transfer with its state. @param terms null: it waits for its confirmations */
export async function saveTransfer(
  tx: Tx,
  { member_id, recharge_id }: Pick<WatchedAddress, 'member_id' | 'recharge_id'>,
  at: ChainPlace,
  terms: SavedTerms | null,
): Promise<void> {
  const { txId, logIndex, sender, units, block, blockAtMs } = at
  await tx.query(SAVE, [
    member_id,
    recharge_id,
    blockAtMs,
    txId,
    logIndex,
    sender,
    units,
    block,
    terms?.state ?? 'seen',
    terms?.worth ?? null,
    terms?.rate ?? null,
    terms?.paidAt ?? null,
  ])
}

const GONE: Statement = {
  name: 'trc20.gone',
  text: `update trc20_transfer set state = 'gone' where (transaction_id, log_index) = ($1, $2)`,
}
const LOST: Statement = {
  name: 'trc20.lost',
  text: `
    update trc20_transfer set lost_at = case when $3 then business_now() end where (transaction_id, log_index) = ($1, $2)`,
}

export async function transferGone(tx: Tx, txId: string, logIndex: number): Promise<void> {
  await tx.query(GONE, [txId, logIndex])
}

/** @param isLost whether the nodes no longer have it */
export async function transferLost(tx: Tx, txId: string, logIndex: number, isLost: boolean): Promise<void> {
  await tx.query(LOST, [txId, logIndex, isLost])
}

export type StepName = TransferState | 'lost' | 'found'

const STEP: Statement = {
  name: 'trc20.step',
  text: `
    insert into trc20_transfer_step (transaction_id, log_index, seq, step, units, block, head, nodes, at)
    select $1, $2, (select count(*) + 1 from trc20_transfer_step where (transaction_id, log_index) = ($1, $2)), $3, t.units, t.block,
      $4, $5, business_now()
    from trc20_transfer t where (t.transaction_id, t.log_index) = ($1, $2)`,
}

/** Records what the watcher saw of a transfer. @param nodes the hosts that reported it */
export async function insertStep(
  tx: Tx,
  transfer: { txId: string; logIndex: number },
  step: StepName,
  { head, nodes }: { head: number; nodes: string },
): Promise<void> {
  await tx.query(STEP, [transfer.txId, transfer.logIndex, step, head, nodes])
}

const HEAD: Statement = {
  name: 'trc20.head',
  text: `
    insert into trc20_watch (head, looked_at) select $1, at from business_clock
    on conflict (singleton) do update set head = excluded.head, looked_at = excluded.looked_at`,
}

/** Records the newest block at a look. */
export async function watcherLooked(db: Executor, head: number): Promise<void> {
  await db.query(HEAD, [head])
}
