/** Statements of payout accounts. */
import type { PayoutKind } from '@fairlot/contract/life/payout-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

/** A payout account that is not deleted. Times in Unix milliseconds. */
export type PayoutRow = {
  account_id: string
  input_hash: Buffer
  kind: PayoutKind
  sealed: Buffer
  key_id: string
  label: string | null
  masked: string
  refused: string | null
  /** new accounts rest */
  resting: boolean
  usable_ms: bigint
  created_ms: bigint
  /** the account that was chosen first last */
  first: boolean
}

const ACCOUNTS = `
  select account.account_id, account.input_hash, account.kind, account.sealed, account.key_id, account.label, account.masked,
    account.refused, account.usable_from > clock.at as resting, ${MS('account.usable_from')} as usable_ms,
    ${MS('account.created_at')} as created_ms,
    row_number() over (order by account.first_at desc, account.account_id desc) = 1 as first
  from payout_account account cross join business_clock clock
  where account.member_id = $1 and account.deleted_at is null`

const LIST: Statement = {
  name: 'payout.list',
  text: `${ACCOUNTS} order by account.first_at desc, account.account_id desc`,
}
const BY_ID: Statement = {
  name: 'payout.by_id',
  text: `select * from (${ACCOUNTS}) live where account_id = $2`,
}

/** A member's payout accounts, the first one first. */
export function payoutAccounts(db: Executor, memberId: string): Promise<PayoutRow[]> {
  return db.query<PayoutRow>(LIST, [memberId])
}

export async function payoutAccount(
  db: Executor,
  memberId: string,
  id: string,
): Promise<PayoutRow | undefined> {
  return (await db.query<PayoutRow>(BY_ID, [memberId, id]))[0]
}

const WAS: Statement = {
  name: 'payout.was',
  text: 'select 1 from payout_account where member_id = $1 and account_id = $2',
}

/** Whether the member has or had the account. */
export async function wasPayout(db: Executor, memberId: string, id: string): Promise<boolean> {
  return (await db.query(WAS, [memberId, id])).length > 0
}

const BY_REQUEST: Statement = {
  name: 'payout.by_request',
  text: 'select account_id, input_hash from payout_account where member_id = $1 and request_id = $2',
}

/** The account that a call made, also when it is deleted since. */
export async function payoutByRequest(
  db: Executor,
  memberId: string,
  requestId: string,
): Promise<{ account_id: string; input_hash: Buffer } | undefined> {
  return (await db.query<{ account_id: string; input_hash: Buffer }>(BY_REQUEST, [memberId, requestId]))[0]
}

export type NewPayout = {
  memberId: string
  id: string
  requestId: string
  inputHash: Buffer
  kind: PayoutKind
  sealed: Uint8Array
  keyId: string
  fingerprint: Buffer
  label: string | null
  masked: string
  replaces: string | null
  restHours: number
}

const INSERT: Statement = {
  name: 'payout.insert',
  text: `
    insert into payout_account (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, label, masked,
      replaces, created_at, usable_from, first_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, at, at + $12 * interval '1 hour',
      coalesce((select first_at from payout_account where (member_id, account_id) = ($1, $11)), at)
    from business_clock`,
}

export async function insertPayout(tx: Tx, row: NewPayout): Promise<void> {
  await tx.query(INSERT, [
    row.memberId,
    row.id,
    row.requestId,
    row.inputHash,
    row.kind,
    row.sealed,
    row.keyId,
    row.fingerprint,
    row.label,
    row.masked,
    row.replaces,
    row.restHours,
  ])
}

const DELETE: Statement = {
  name: 'payout.delete',
  text: `update payout_account set deleted_at = (select at from business_clock)
    where (member_id, account_id) = ($1, $2) and deleted_at is null`,
}
const CHOOSE: Statement = {
  name: 'payout.choose',
  text: `update payout_account set first_at = (select at from business_clock)
    where (member_id, account_id) = ($1, $2) and deleted_at is null`,
}
const REFUSE: Statement = {
  name: 'payout.refuse',
  text: 'update payout_account set refused = $3 where (member_id, account_id) = ($1, $2)',
}
const ERASE: Statement = {
  name: 'payout.erase',
  text: `update payout_account set sealed = null, deleted_at = coalesce(deleted_at, (select at from business_clock)),
      refused = case when refused is not null then 'erased' end
    where member_id = $1 and sealed is not null`,
}

export async function deletePayout(tx: Tx, memberId: string, id: string): Promise<void> {
  await tx.query(DELETE, [memberId, id])
}

/** Makes an account the one that is used first. */
export async function choosePayout(tx: Tx, memberId: string, id: string): Promise<void> {
  await tx.query(CHOOSE, [memberId, id])
}

/** Notes why a bank refused a payment to the account. */
export async function refusePayout(tx: Tx, memberId: string, id: string, reason: string): Promise<void> {
  await tx.query(REFUSE, [memberId, id, reason])
}

/** Erases the details of a member's accounts, and what operators wrote about them: the account is closed. The masked numbers stay with the withdrawals. */
export async function erasePayouts(tx: Tx, memberId: string): Promise<void> {
  await tx.query(ERASE, [memberId])
}

const SHARED: Statement = {
  name: 'payout.shared',
  text: `
    select distinct account.member_id as member from payout_account account
    join wallet on wallet.member_id = account.member_id
    cross join business_clock clock
    where account.fingerprint = $1 and account.member_id <> $2 and wallet.excluded_until > clock.at limit 1`,
}

/** Whether an excluded member has, or had, an account of this fingerprint. */
export async function isOfExcluded(db: Executor, fingerprint: Buffer, memberId: string): Promise<boolean> {
  return (await db.query(SHARED, [fingerprint, memberId])).length > 0
}

const HAS: Statement = {
  name: 'payout.has',
  text: `select 1 from (${ACCOUNTS}) live join payout_account using (account_id)
    where payout_account.member_id = $1 and payout_account.fingerprint = $2`,
}

/** Whether the member has an account of this fingerprint now. */
export async function hasFingerprint(db: Executor, memberId: string, fingerprint: Buffer): Promise<boolean> {
  return (await db.query(HAS, [memberId, fingerprint])).length > 0
}

const HOUSE_ADDRESS: Statement = {
  name: 'payout.house_address',
  text: `
    select 1 from trc20_address where address = $1
    union all select 1 from trc20_key where contract = $1`,
}

/** Whether the house made an address for a recharge, or takes the token of this contract. */
export async function isHouseAddress(db: Executor, address: string): Promise<boolean> {
  return (await db.query(HOUSE_ADDRESS, [address])).length > 0
}
