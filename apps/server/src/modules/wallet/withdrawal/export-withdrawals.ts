/** The file that the house hands to its bank: one payment per line, the same columns for every kind of account. */
import type { PayoutField } from '@fairlot/contract/life/payout-life'
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import { plainName } from '@fairlot/contract/typed-text'
import type { WithdrawalTarget } from '@fairlot/contract/life/withdrawal-life'
import { bankText } from '../../../platform/csv.ts'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import { openDetails } from '../payout/payout.ts'
import type { PayoutDetails } from '../payout/payout-details.ts'
import { advanceToExported, type WithdrawalKey, type WithdrawalRow } from './withdrawal.queries.ts'
import { checkStep } from './withdrawal.rules.ts'

/** One payment of an export, with the account's details in the clear. Amounts in minor units. */
export type Payment = {
  number: string
  kind: WithdrawalTarget
  /** a recharge goes back: `details.number` is the bank's id of the transfer that came in, or an address */
  isReturn: boolean
  details: PayoutDetails
  net: bigint
}

const APPROVED: Statement = {
  name: 'withdrawal.approved',
  text: `select member_id, withdrawal_id from withdrawal where state = 'processing' and stage = 'approved' and refund_provider is null
    order by created_at, withdrawal_id limit $1 for update skip locked`,
}
const BATCH: Statement = {
  name: 'withdrawal.batch',
  text: `insert into payout_batch (batch_id, operator_id, withdrawals, amount, created_at)
    select $1, $2, $3, $4, at from business_clock`,
}
const OF_BATCH: Statement = {
  name: 'withdrawal.of_batch',
  text: 'select member_id, withdrawal_id from withdrawal where batch_id = $1 order by created_at, withdrawal_id',
}
const PAYMENTS: Statement = {
  name: 'withdrawal.payments',
  text: `
    select w.member_id, w.number, account.kind, w.amount - w.fee as net, w.recharge_id is not null as is_return,
      account.account_id, account.sealed, account.key_id
    from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (member_id, withdrawal_id, place)
    join withdrawal w on (w.member_id, w.withdrawal_id) = (asked.member_id, asked.withdrawal_id)
    join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)
    order by asked.place`,
}
const SEALED: Statement = {
  name: 'withdrawal.sealed',
  text: 'select account_id, kind, sealed, key_id from payout_account where member_id = $1 and account_id = $2',
}

/** The most payments in one export. */
export const EXPORT_MAX = 500

/**
 * Exports the approved withdrawals for the bank, oldest first. The same batch id answers the same withdrawals again. The caller
 * holds the back-office lock, so that no two exports run at once.
 * @throws Refusal NO_SUCH_DATA when none is approved
 */
export async function exportWithdrawals(
  tx: Tx,
  { sealing }: { sealing: Sealing },
  { batchId, operatorId }: { batchId: string; operatorId: string },
): Promise<{ payments: Payment[]; changed: boolean }> {
  const earlier = await tx.query<WithdrawalKey>(OF_BATCH, [batchId])
  const keys = earlier.length > 0 ? earlier : await tx.query<WithdrawalKey>(APPROVED, [EXPORT_MAX])
  if (keys.length === 0) throw new Refusal('NO_SUCH_DATA')
  const changed = earlier.length === 0
  if (changed) {
    checkStep('approved', 'exported')
    await advanceToExported(tx, keys, { batchId, operatorId })
  }
  const payments = await paymentsOf(tx, sealing, keys)
  const total = payments.reduce((sum, { net }) => sum + net, 0n)
  if (changed) await tx.query(BATCH, [batchId, operatorId, keys.length, total])
  return { payments, changed }
}

type PaymentRow = Pick<Payment, 'number' | 'kind' | 'net'> & {
  member_id: string
  is_return: boolean
  account_id: string
  sealed: Buffer | null
  key_id: string
}

/** @throws Refusal NO_SUCH_DATA when the details of an account were erased */
async function paymentsOf(tx: Tx, sealing: Sealing, keys: readonly WithdrawalKey[]): Promise<Payment[]> {
  const rows = await tx.query<PaymentRow>(PAYMENTS, [
    keys.map(({ member_id }) => member_id),
    keys.map(({ withdrawal_id }) => withdrawal_id),
  ])
  if (rows.length !== keys.length) throw new Error(`${rows.length} of ${keys.length} withdrawals were found`)
  return rows.map(({ member_id, number, kind, net, is_return, account_id, sealed, key_id }) => {
    if (sealed === null) throw new Refusal('NO_SUCH_DATA')
    const details = openDetails({ sealing }, member_id, { account_id, sealed, key_id })
    return { number, kind, isReturn: is_return, details, net }
  })
}

/**
 * The details of a withdrawal's account in the clear. The caller writes the audit row.
 * @throws Refusal NO_SUCH_DATA when the details were erased with the account of the member
 */
export async function detailsOf(db: Executor, sealing: Sealing, row: WithdrawalRow): Promise<PayoutDetails> {
  const [account] = await db.query<{ account_id: string; sealed: Buffer | null; key_id: string }>(SEALED, [
    row.member_id,
    row.account_id,
  ])
  if (!account || account.sealed === null) throw new Refusal('NO_SUCH_DATA')
  const { account_id, sealed, key_id } = account
  return openDetails({ sealing }, row.member_id, { account_id, sealed, key_id })
}

const HUNDREDTH = MINOR_PER_UNIT / 100n
const COLUMNS = [
  'bankName',
  'bankCode',
  'number',
  'holder',
  'phone',
  'email',
] as const satisfies PayoutField[]
/** The heading of the file. `account`: what the money goes to; `remark`: what the payment says. */
const HEADING = [
  'withdrawal',
  'kind',
  'bank',
  'code',
  'account',
  'holder',
  'phone',
  'email',
  'amount',
  'currency',
]

/**
 * The file for the bank. Amounts have two decimals, rounded down: a bank pays no smaller unit. What is left out stays in the
 * house's cash at the bank.
 * @returns the text, and what it pays and leaves out, in minor units
 */
export function paymentFile(
  payments: readonly Payment[],
  currency: string,
): { csv: string; amount: bigint; dust: bigint } {
  let amount = 0n
  let dust = 0n
  const lines = payments.map(({ number, kind, isReturn, details, net }) => {
    const cents = net / HUNDREDTH
    amount += cents * HUNDREDTH
    dust += net % HUNDREDTH
    const paid = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
    // without the plus sign of a phone number, which a spreadsheet takes for a formula; a PIX key is none without it
    const isPlain = (field: PayoutField) => field === 'phone' || (field === 'number' && kind === 'ewallet')
    const fields = COLUMNS.map((field) => {
      const text = details[field] ?? ''
      // banks take letters, digits and spaces
      if (field === 'holder') return plainName(text)
      return isPlain(field) ? text.replace(/^\+/, '') : text
    })
    return [number, isReturn ? `${kind}-return` : kind, ...fields, paid, currency]
  })
  return { csv: bankText([HEADING, ...lines]), amount, dust }
}

const HOLDERS: Statement = {
  name: 'withdrawal.holders',
  text: `
    select w.withdrawal_id, w.member_id, account.account_id, account.sealed, account.key_id
    from unnest($1::uuid[], $2::uuid[]) as asked (member_id, withdrawal_id)
    join withdrawal w using (member_id, withdrawal_id)
    join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)
    where account.sealed is not null`,
}

/** The holders of the accounts of withdrawals, by withdrawal. One of an erased account is missing. */
export async function holdersOf(
  db: Executor,
  sealing: Sealing,
  rows: readonly WithdrawalKey[],
): Promise<Map<string, string | null>> {
  const [members, ids] = [rows.map((row) => row.member_id), rows.map((row) => row.withdrawal_id)]
  const found = await db.query<WithdrawalKey & { account_id: string; sealed: Buffer; key_id: string }>(
    HOLDERS,
    [members, ids],
  )
  return new Map(
    found.map((row) => [row.withdrawal_id, openDetails({ sealing }, row.member_id, row).holder ?? null]),
  )
}
