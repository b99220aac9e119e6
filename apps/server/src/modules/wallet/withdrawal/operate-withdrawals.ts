/**
 * What operators do with withdrawals: approve, reject, mark as paid. Every function locks the withdrawal first, so that two
 * operators, two servers and the member never act on the same state.
 */
import type { WithdrawalReason } from '@fairlot/contract/life/withdrawal-life'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { frozenNow, transfer } from '../../ledger/index.ts'
import { refusePayout } from '../payout/payout.queries.ts'
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

/** @throws Refusal NO_SUCH_DATA */
export async function lockByNumber(tx: Tx, number: string): Promise<WithdrawalRow> {
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

/** A withdrawal after an operator's act. `changed`: false when the act was done before. */
export type Acted = { row: WithdrawalRow; changed: boolean }

/**
 * Approves a withdrawal. From the threshold of the settings on it needs two different operators.
 * @throws Refusal NO_SUCH_DATA, WITHDRAWAL_STEP, WITHDRAWAL_HELD, ALREADY_APPROVED when it needs another operator
 */
export async function approveWithdrawal(tx: Tx, number: string, operatorId: string): Promise<Acted> {
  const row = await lockByNumber(tx, number)
  const isMine = (await approversOf(tx, row.member_id, row.withdrawal_id)).includes(operatorId)
  if (row.stage === 'approved' && isMine) return { row, changed: false }
  if (row.stage !== 'waiting' && row.stage !== 'first_approved') throw new Refusal('WITHDRAWAL_STEP')
  if (isMine) throw new Refusal('ALREADY_APPROVED')
  if ((await frozenNow(tx, row.member_id))?.holdsMoney === true) throw new Refusal('WITHDRAWAL_HELD')
  const isFirstOfTwo = row.stage === 'waiting' && row.approvals_needed === 2
  const step = isFirstOfTwo ? 'first_approved' : 'approved'
  checkStep(row.stage === 'waiting' ? 'processing' : row.stage, step)
  await advanceWithdrawal(tx, row, { step, operatorId })
  return { row: await read(tx, row), changed: true }
}

/** Why a withdrawal is not paid, and what the member reads about it. */
export type Failure = { reason: WithdrawalReason; note: string; operatorId: string } & EndsRefund

/** `endsRefund`: operators decide in the place of a payment company, which `endRefund` makes sure of. */
type EndsRefund = { endsRefund?: true }

/**
 * Ends a withdrawal that will not be paid: the whole amount goes back to the wallet. `account_invalid` and `name_differs` also
 * mark the payout account. A repeated call with the same reason changes nothing.
 * @throws Refusal NO_SUCH_DATA, WITHDRAWAL_STEP
 */
export async function failWithdrawal(
  tx: Tx,
  number: string,
  { reason, note, operatorId, endsRefund }: Failure,
): Promise<Acted> {
  const row = await lockByNumber(tx, number)
  if (row.state === 'failed' && row.reason === reason) return { row, changed: false }
  // what the payment company has, only its notice decides
  const isAtCompany = row.refund_provider !== null && row.stage === 'exported' && !endsRefund
  if (row.state !== 'processing' || isAtCompany) throw new Refusal('WITHDRAWAL_STEP')
  await giveBack(tx, row, { step: 'failed', reason, note, operatorId })
  if (reason === 'account_invalid' || reason === 'name_differs')
    await refusePayout(tx, row.member_id, row.account_id, note)
  return { row: await read(tx, row), changed: true }
}

/**
 * Rejects a withdrawal as `failWithdrawal` does, unless the bank has it: then the bank's result decides.
 * @throws Refusal NO_SUCH_DATA, WITHDRAWAL_STEP
 */
export async function rejectWithdrawal(tx: Tx, number: string, failure: Failure): Promise<Acted> {
  const row = await lockByNumber(tx, number)
  if (row.stage === 'exported') throw new Refusal('WITHDRAWAL_STEP')
  return failWithdrawal(tx, number, failure)
}

/**
 * Marks an approved withdrawal as paid: the net amount leaves the house's cash, the fee is earned. A repeated call with the same
 * reference changes nothing.
 * @param paid.operatorId null: a payment company says so
 * @throws Refusal NO_SUCH_DATA, WITHDRAWAL_STEP, REFERENCE_USED
 */
export async function payWithdrawal(
  tx: Tx,
  number: string,
  { reference, operatorId, endsRefund }: { reference: string; operatorId: string | null } & EndsRefund,
): Promise<Acted> {
  const row = await lockByNumber(tx, number)
  if (row.state === 'success' && row.reference === reference) return { row, changed: false }
  if (row.stage !== 'approved' && row.stage !== 'exported') throw new Refusal('WITHDRAWAL_STEP')
  // a payment company pays by itself: an operator's payment would be a second one
  if (row.refund_provider !== null && operatorId !== null && !endsRefund) throw new Refusal('WITHDRAWAL_STEP')
  if (!(await takeReference(tx, reference, row.withdrawal_id))) throw new Refusal('REFERENCE_USED')
  checkStep(row.stage, 'success')
  const [ref, from] = [row.withdrawal_id, { book: HOLDS, key: row.withdrawal_id }]
  const net = row.amount - row.fee
  await transfer(tx, { ref, kind: 'withdrawal_paid', from, to: { house: 'cash' }, amount: net })
  if (row.fee > 0n)
    await transfer(tx, { ref, kind: 'withdrawal_fee', from, to: { house: 'fees' }, amount: row.fee })
  await advanceWithdrawal(tx, row, { step: 'success', reference, operatorId })
  return { row: await read(tx, row), changed: true }
}
