/** Statements of the operator's accounts that members pay to. */
import type { TransferKind, TransferLine } from '@fairlot/contract/kinds/recharge-ways'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

export type ReceivingLines = Partial<Record<TransferLine, string>>

/** An account; times in Unix milliseconds. */
export type ReceivingRow = {
  account_id: string
  /** the first row for the same account of the bank, to which its statements belong */
  origin: string
  code: string
  kind: TransferKind
  label: string
  lines: ReceivingLines
  currency: string
  created_ms: bigint
  disabled_ms: bigint | null
}

const ACCOUNTS = `
  select account_id, origin, code, kind, label, lines, currency, ${MS('created_at')} as created_ms, ${MS('disabled_at')} as disabled_ms
  from receiving_account`

const OFFERED: Statement = {
  name: 'receiving.offered',
  text: `${ACCOUNTS} where disabled_at is null and currency = $1 order by kind, created_at, code`,
}
const BY_IDS: Statement = { name: 'receiving.by_ids', text: `${ACCOUNTS} where account_id = any($1::uuid[])` }
const BY_CODE: Statement = {
  name: 'receiving.by_code',
  text: `${ACCOUNTS} where code = $1 order by disabled_at desc nulls first, created_at desc limit 1`,
}

/** The accounts that are offered in a currency. */
export function offeredAccounts(db: Executor, currency: string): Promise<ReceivingRow[]> {
  return db.query<ReceivingRow>(OFFERED, [currency])
}

export async function accountsById(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReceivingRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<ReceivingRow>(BY_IDS, [[...new Set(ids)]])
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** The account that is offered under a code, or else the one that was offered last. */
export async function accountByCode(db: Executor, code: string): Promise<ReceivingRow | undefined> {
  return (await db.query<ReceivingRow>(BY_CODE, [code]))[0]
}

export type DeskAccount = ReceivingRow & {
  /** recharges under way that show it */
  open: number
}

const LIST: Statement = {
  name: 'receiving.list',
  text: `
    select account.*, open.recharges as open from (${ACCOUNTS} where $1 or disabled_at is null) account
    cross join lateral (
      select count(*)::int as recharges from recharge
      where receiving_account = account.account_id and state = 'processing') open
    order by account.disabled_ms desc nulls first, account.kind, account.created_ms`,
}

/** @param all also those that are no longer offered */
export function listAccounts(db: Executor, all: boolean): Promise<DeskAccount[]> {
  return db.query<DeskAccount>(LIST, [all])
}

export type NewAccount = Pick<
  ReceivingRow,
  'account_id' | 'origin' | 'code' | 'kind' | 'label' | 'lines' | 'currency'
>

const INSERT: Statement = {
  name: 'receiving.insert',
  text: `insert into receiving_account (account_id, origin, code, kind, label, lines, currency, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, business_now())`,
}

export async function insertAccount(tx: Tx, row: NewAccount): Promise<void> {
  const { account_id, origin, code, kind, label, lines, currency } = row
  await tx.query(INSERT, [account_id, origin, code, kind, label, JSON.stringify(lines), currency])
}

const DISABLE: Statement = {
  name: 'receiving.disable',
  text: `update receiving_account set disabled_at = business_now() where code = $1 and disabled_at is null
    returning account_id`,
}

/** Stops offering the account of a code. @returns its id; null: none was offered */
export async function disableAccount(tx: Tx, code: string): Promise<string | null> {
  return (await tx.query<{ account_id: string }>(DISABLE, [code]))[0]?.account_id ?? null
}

/** Whether two rows go to one number, whatever names and spelling they have. @param a, b rows with kind, currency and lines */
export const IS_SAME_NUMBER = (a: string, b: string): string => `
  ${a}.kind = ${b}.kind and ${a}.currency = ${b}.currency
  and (lower(${a}.lines ->> 'number'), lower(${a}.lines ->> 'upi'), ${a}.lines ->> 'pix')
    is not distinct from (lower(${b}.lines ->> 'number'), lower(${b}.lines ->> 'upi'), ${b}.lines ->> 'pix')`
/** Whether the companies of e-wallets are the same: one number can exist at several. */
export const IS_SAME_WALLET = (a: string, b: string): string =>
  `lower(${a}.lines ->> 'wallet') is not distinct from lower(${b}.lines ->> 'wallet')`

const SAME: Statement = {
  name: 'receiving.same',
  text: `
    select origin from receiving_account known
    cross join (select $1::text as code, $2::text as kind, $3::jsonb as lines, $4::text as currency) given
    where ${IS_SAME_NUMBER('known', 'given')}
      -- not every account states its bank code
      and coalesce(known.lines ->> 'bankCode' = given.lines ->> 'bankCode', true)
      and (known.code = given.code or ${IS_SAME_WALLET('known', 'given')})
    order by created_at, account_id limit 1`,
}

/** The origin of the rows for the same account of the bank. Undefined: there is none yet. */
export async function sameAccount(
  tx: Tx,
  { code, kind, lines, currency }: Pick<NewAccount, 'code' | 'kind' | 'lines' | 'currency'>,
): Promise<string | undefined> {
  const [row] = await tx.query<{ origin: string }>(SAME, [code, kind, JSON.stringify(lines), currency])
  return row?.origin
}
