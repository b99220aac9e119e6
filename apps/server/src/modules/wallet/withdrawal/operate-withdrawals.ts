/**
 * What operators do with withdrawals: approve, export for the bank, mark as paid, reject. Every function locks the withdrawal
 * first, so that two operators, two servers and the member never act on the same state.
 */
import type { PayoutKind } from '@fairlot/contract/payout-life'
import type { WithdrawalReason } from '@fairlot/contract/withdrawal-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import { transfer } from '../../ledger/index.ts'
import { refusePayout } from '../payout/payout.queries.ts'
import { openDetails } from '../payout/payout.ts'
import type { PayoutDetails } from '../payout/payout-details.ts'
import {
  advanceWithdrawal,
  approversOf,
  lockWithdrawal,
  takeReference,
  withdrawalById,
  type WithdrawalRow,
} from './withdrawal.queries.ts'
import { checkStep } from './withdrawal.rules.ts'
import { giveBack, HOLDS } from './withdrawal.ts'

const OWNER: Statement = {
  name: 'withdrawal.owner',
  text: 'select member_id, withdrawal_id from withdrawal where number = $1 order by withdrawal_id limit 1',
}

type Key = { member_id: string; withdrawal_id: string }

/** Finds a withdrawal by its number. @throws Refusal NO_SUCH_DATA */
export async function withdrawalByNumber(db: Executor, number: string): Promise<WithdrawalRow> {
  const [key] = await db.query<Key>(OWNER, [number])
  const row = key && (await withdrawalById(db, key.member_id, key.withdrawal_id))
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}

async function lockByNumber(tx: Tx, number: string): Promise<WithdrawalRow> {
  const { member_id: member, withdrawal_id: id } = await withdrawalByNumber(tx, number)
  const row = await lockWithdrawal(tx, member, id)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}

async function read(tx: Tx, { member_id: member, withdrawal_id: id }: Key): Promise<WithdrawalRow> {
  const row = await withdrawalById(tx, member, id)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}

/**
 * Approves a withdrawal. From the threshold of the settings on it needs two different operators.
 * @throws Refusal NO_SUCH_DATA, NOT_PENDING, OWN_REQUEST when the operator approved it already
 */
export async function approveWithdrawal(tx: Tx, number: string, operatorId: string): Promise<WithdrawalRow> {
  const row = await lockByNumber(tx, number)
  if (row.stage !== 'waiting' && row.stage !== 'first_approved') throw new Refusal('NOT_PENDING')
  if ((await approversOf(tx, row.member_id, row.withdrawal_id)).includes(operatorId))
    throw new Refusal('OWN_REQUEST')
  const isFirstOfTwo = row.stage === 'waiting' && row.approvals_needed === 2
  const step = isFirstOfTwo ? 'first_approved' : 'approved'
  checkStep(row.stage === 'waiting' ? 'processing' : row.stage, step)
  await advanceWithdrawal(tx, row, { step, operatorId })
  return read(tx, row)
}

/**
 * Ends a withdrawal that will not be paid: the whole amount goes back to the wallet. `account_invalid` and `name_differs` also
 * mark the payout account. A repeated call with the same reason changes nothing.
 * @throws Refusal NO_SUCH_DATA, NOT_PENDING
 */
export async function failWithdrawal(
  tx: Tx,
  number: string,
  { reason, note, operatorId }: { reason: WithdrawalReason; note: string; operatorId: string },
): Promise<WithdrawalRow> {
  const row = await lockByNumber(tx, number)
  if (row.state === 'failed' && row.reason === reason) return row
  if (row.state !== 'processing') throw new Refusal('NOT_PENDING')
  await giveBack(tx, row, { step: 'failed', reason, note, operatorId })
  if (reason === 'account_invalid' || reason === 'name_differs')
    await refusePayout(tx, row.member_id, row.account_id, note)
  return read(tx, row)
}

/**
 * Marks an approved withdrawal as paid: the net amount leaves the house's cash, the fee is earned. A repeated call with the same
 * reference changes nothing.
 * @throws Refusal NO_SUCH_DATA, NOT_PENDING, REFERENCE_USED
 */
export async function payWithdrawal(
  tx: Tx,
  number: string,
  { reference, operatorId }: { reference: string; operatorId: string },
): Promise<WithdrawalRow> {
  const row = await lockByNumber(tx, number)
  if (row.state === 'success' && row.reference === reference) return row
  if (row.stage !== 'approved' && row.stage !== 'exported') throw new Refusal('NOT_PENDING')
  if (!(await takeReference(tx, reference, row.withdrawal_id))) throw new Refusal('REFERENCE_USED')
  checkStep(row.stage, 'success')
  const [ref, from] = [row.withdrawal_id, { book: HOLDS, key: row.withdrawal_id }]
  const net = row.amount - row.fee
  await transfer(tx, { ref, kind: 'withdrawal_paid', from, to: { house: 'cash' }, amount: net })
  if (row.fee > 0n)
    await transfer(tx, { ref, kind: 'withdrawal_fee', from, to: { house: 'fees' }, amount: row.fee })
  await advanceWithdrawal(tx, row, { step: 'success', reference, operatorId })
  return read(tx, row)
}

/** One payment of an export, with the account's details in the clear. Amounts in minor units. */
export type Payment = {
  number: string
  kind: PayoutKind
  details: PayoutDetails
  net: bigint
}

const APPROVED: Statement = {
  name: 'withdrawal.approved',
  text: `select member_id, withdrawal_id from withdrawal where state = 'processing' and stage = 'approved'
    order by created_at, withdrawal_id limit $1 for update skip locked`,
}
const BATCH: Statement = {
  name: 'withdrawal.batch',
  text: `insert into payout_batch (batch_id, operator_id, withdrawals, amount, created_at)
    select $1, $2, $3, $4, at from business_clock on conflict do nothing`,
}
const OF_BATCH: Statement = {
  name: 'withdrawal.of_batch',
  text: 'select member_id, withdrawal_id from withdrawal where batch_id = $1 order by created_at, withdrawal_id',
}
const SEALED: Statement = {
  name: 'withdrawal.sealed',
  text: 'select account_id, kind, sealed, key_id from payout_account where member_id = $1 and account_id = $2',
}

/** The most payments in one export. */
export const EXPORT_MAX = 500

/**
 * Exports the approved withdrawals for the bank, oldest first. The same batch id answers the same withdrawals again.
 * @throws Refusal NO_SUCH_DATA when none is approved
 */
export async function exportWithdrawals(
  tx: Tx,
  { sealing }: { sealing: Sealing },
  { batchId, operatorId }: { batchId: string; operatorId: string },
): Promise<Payment[]> {
  let keys = await tx.query<Key>(OF_BATCH, [batchId])
  if (keys.length === 0) {
    keys = await tx.query<Key>(APPROVED, [EXPORT_MAX])
    if (keys.length === 0) throw new Refusal('NO_SUCH_DATA')
    let amount = 0n
    for (const key of keys) {
      const row = await read(tx, key)
      amount += row.amount - row.fee
      checkStep('approved', 'exported')
      await advanceWithdrawal(tx, row, { step: 'exported', batchId, operatorId })
    }
    await tx.query(BATCH, [batchId, operatorId, keys.length, amount])
  }
  const payments: Payment[] = []
  for (const key of keys) {
    const row = await read(tx, key)
    payments.push({
      number: row.number,
      kind: row.kind,
      details: await detailsOf(tx, sealing, row),
      net: row.amount - row.fee,
    })
  }
  return payments
}

/** The details of a withdrawal's account in the clear. The caller writes the audit row. */
export async function detailsOf(db: Executor, sealing: Sealing, row: WithdrawalRow): Promise<PayoutDetails> {
  const [account] = await db.query<{ account_id: string; sealed: Buffer | null; key_id: string }>(SEALED, [
    row.member_id,
    row.account_id,
  ])
  if (!account || account.sealed === null) throw new Refusal('NO_SUCH_DATA')
  const { account_id, sealed, key_id } = account
  return openDetails({ sealing }, row.member_id, { account_id, sealed, key_id })
}

/** A withdrawal that has not ended, as operators list it. Amounts in minor units, times in Unix milliseconds. */
export type WaitingRow = {
  number: string
  member_id: string
  withdrawal_id: string
  amount: bigint
  fee: bigint
  kind: PayoutKind
  masked: string
  stage: string
  approvals_needed: number
  created_ms: bigint
  /** hours since the application */
  age_hours: number
}

const WAITING: Statement = {
  name: 'withdrawal.waiting',
  text: `
    select w.number, w.member_id, w.withdrawal_id, w.amount, w.fee, account.kind, account.masked, w.stage, w.approvals_needed,
      ${MS('w.created_at')} as created_ms, floor(extract(epoch from clock.at - w.created_at) / 3600)::int as age_hours
    from withdrawal w
    join payout_account account on (account.member_id, account.account_id) = (w.member_id, w.account_id)
    cross join business_clock clock
    where w.state = 'processing' and ($1::text is null or w.stage = $1)
      and ($2::timestamptz is null or (w.created_at, w.withdrawal_id) > ($2, $3))
    order by w.created_at, w.withdrawal_id limit $4`,
}

/** Withdrawals that have not ended, oldest first. */
export function waitingWithdrawals(
  db: Executor,
  { stage, after, limit }: { stage: string | null; after: { at: Date; id: string } | null; limit: number },
): Promise<WaitingRow[]> {
  return db.query<WaitingRow>(WAITING, [stage, after?.at ?? null, after?.id ?? null, limit])
}
