/**
 * Vouchers: an amount off one order. The house sets the amount aside when it grants a voucher (`marketing` → `vouchers`), pays it when
 * the member uses the voucher (`vouchers` → wallet → escrow), gets it back with a refund, and has it in `marketing` again when the
 * voucher expires. Every step is once: the state of the voucher moves in the transaction that moves the money, under the lock of
 * the member's wallet.
 */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor, Tx } from '../../../platform/db.ts'
import { uuidv8 } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { houseAvailable, lockWallets, moveWithinHouse, takeFromWallets } from '../../ledger/index.ts'
import {
  expireAll,
  expireThese,
  insertVouchers,
  openVouchers,
  returnVouchers,
  vouchersByTime,
  walletsOf,
  type MovedVoucher,
  type NewVoucher,
  type VoucherPlace,
  type VoucherRow,
} from './vouchers.queries.ts'

/** What a grant gives each of its members. Amounts in minor units. */
export type Grant = {
  /** what the vouchers' ids derive from: the approval, or a name of the demo world; granting again changes nothing */
  name: string
  approvalId: string | null
  members: readonly string[]
  amount: bigint
  /** not below the amount */
  minSpend: bigint
  days: number
}

/** 122 bits of SHA-256 over grant and member, as a UUIDv8. */
const voucherId = (grant: string, member: string) => uuidv8(`fairlot/voucher/1\0${grant}\0${member}`)

/** @throws Refusal NO_SUCH_DATA, MARKETING_SHORT, ACCOUNT_CLOSING */
export async function checkGrant(
  tx: Tx,
  { members, amount }: Pick<Grant, 'members' | 'amount'>,
): Promise<void> {
  const found = await walletsOf(tx, members)
  if (found.length < members.length) throw new Refusal('NO_SUCH_DATA')
  if (found.some(({ closing }) => closing)) throw new Refusal('ACCOUNT_CLOSING')
  if ((await houseAvailable(tx, 'marketing')) < amount * BigInt(members.length))
    throw new Refusal('MARKETING_SHORT')
}

/**
 * Grants vouchers, once by the name of the grant.
 * @throws Refusal as `checkGrant`
 */
export async function grantVouchers(tx: Tx, grant: Grant): Promise<NewVoucher[]> {
  // wallets before the accounts of the house
  await lockWallets(tx, grant.members)
  await checkGrant(tx, grant)
  const wanted = grant.members.map((member) => ({ member, id: voucherId(grant.name, member) }))
  const granted = await insertVouchers(tx, wanted, grant)
  const items = granted.map(({ id }) => ({ ref: id, amount: grant.amount }))
  await moveWithinHouse(tx, { kind: 'voucher_grant', from: 'marketing', to: 'vouchers', items })
  return granted
}

const toMarketing = (tx: Tx, items: readonly MovedVoucher[]) =>
  moveWithinHouse(tx, { kind: 'voucher_expiry', from: 'vouchers', to: 'marketing', items })

/** Ends vouchers that have expired; others stay. @returns how many this call ended */
export async function expireVouchers(tx: Tx, vouchers: readonly NewVoucher[]): Promise<MovedVoucher[]> {
  await lockWallets(
    tx,
    vouchers.map(({ member }) => member),
  )
  const expired = await expireThese(tx, vouchers)
  await toMarketing(tx, expired)
  return expired
}

/** Ends all vouchers of a member whose account is closed. The caller holds the lock of the wallet. */
export async function endVouchers(tx: Tx, memberId: string): Promise<void> {
  await toMarketing(tx, await expireAll(tx, memberId))
}

/**
 * Takes the parts of vouchers out of the refund of a chunk of orders, in the transaction that pays it: the vouchers are valid again.
 * @param chunk orders of an issue after seq `from`, up to `to`
 */
export async function takeBackVouchers(
  tx: Tx,
  chunk: { issue: string; from: number; to: number; days: number },
): Promise<void> {
  const items = await returnVouchers(tx, chunk)
  await takeFromWallets(tx, { kind: 'voucher_back', to: 'vouchers', items })
}

const CURSOR = z.tuple([z.string().check(z.regex(/^\d{1,16}$/)), z.uuid()])

type Voucher = Output<Endpoints['vouchers']>['items'][number]

export const voucherView = (row: VoucherRow): Voucher => ({
  id: row.voucher_id,
  amount: formatMoney(row.amount),
  minSpend: formatMoney(row.min_spend),
  state: row.state,
  grantedAt: Number(row.granted_ms),
  expiresAt: Number(row.expires_ms),
  order: row.purchase_id,
  returned: row.returned,
})

function placeOf(cursor: string | undefined): VoucherPlace {
  const place = decodeCursor(cursor, CURSOR)
  return place && { ms: BigInt(place[0]), id: place[1] }
}

/** A page of a member's own vouchers. */
export async function listVouchers(
  db: Executor,
  memberId: string,
  { which, cursor, limit }: ParsedInput<Endpoints['vouchers']>,
): Promise<Output<Endpoints['vouchers']>> {
  const after = placeOf(cursor)
  const rows =
    which === 'open'
      ? await openVouchers(db, memberId, after, limit + 1)
      : await vouchersByTime(db, memberId, after, limit + 1, { ended: true })
  const { items, next } = pageOf(rows, limit, (row) => [
    String(which === 'open' ? row.expires_ms : row.granted_ms),
    row.voucher_id,
  ])
  return { items: items.map(voucherView), next }
}

/** A page of a member's vouchers in every state, for operators. */
export async function allVouchers(
  db: Executor,
  { member, cursor, limit }: ParsedInput<Endpoints['voucherList']>,
): Promise<Output<Endpoints['voucherList']>> {
  const rows = await vouchersByTime(db, member, placeOf(cursor), limit + 1, { ended: false })
  const { items, next } = pageOf(rows, limit, (row) => [String(row.granted_ms), row.voucher_id])
  return { items: items.map(voucherView), next }
}
