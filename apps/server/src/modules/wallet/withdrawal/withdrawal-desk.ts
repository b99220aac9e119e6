/** What the back office can do with withdrawals. Every act runs in the caller's transaction, which also writes the audit row. */
import type { WithdrawalTarget } from '@fairlot/contract/life/withdrawal-life'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import type { PayoutDetails } from '../payout/payout-details.ts'
import type { WithdrawalRow } from './withdrawal.queries.ts'
import {
  endRefund,
  refundStanding,
  requireStuck,
  type RefundEnd,
  type RefundStanding,
} from '../back/refund-ends.ts'
import { enterResults, normalReference, type BankResult, type ResultLine } from './bank-results.ts'
import { detailsOf, exportWithdrawals, holdersOf, paymentFile } from './export-withdrawals.ts'
import {
  approveWithdrawal,
  failWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  withdrawalByNumber,
  type Acted,
  type Failure,
} from './operate-withdrawals.ts'
import {
  deskWithdrawal,
  endedWithdrawals,
  waitingWithdrawals,
  type DeskRow,
  type DeskStep,
  type EndedFilter,
  type ShownRow,
  type WaitingFilter,
} from './waiting-withdrawals.ts'

export type DeskDeps = {
  readonly sealing: Sealing
  /** ISO code of the currency */
  readonly currency: string
  /** tells a member in the transaction that a withdrawal failed. @param amount minor units */
  readonly tellFailed: (tx: Tx, memberId: string, amount: bigint) => Promise<void>
  /** called in the transaction that approves a withdrawal, or approves it first */
  readonly approved: (tx: Tx, row: WithdrawalRow) => Promise<void>
  /** called after the commit that takes a withdrawal to its next step */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

/** Amounts in minor units. */
export type ExportFile = { withdrawals: number; amount: bigint; dust: bigint; csv: string; changed: boolean }

export type WithdrawalDesk = {
  waiting(db: Executor, filter: WaitingFilter): Promise<DeskRow[]>
  ended(db: Executor, filter: EndedFilter): Promise<DeskRow[]>
  /** @throws Refusal NO_SUCH_DATA */
  show(
    db: Executor,
    number: string,
  ): Promise<{ row: ShownRow; steps: DeskStep[]; refund: RefundStanding | null }>
  /** The account in the clear. @throws Refusal NO_SUCH_DATA */
  reveal(db: Executor, number: string): Promise<{ kind: WithdrawalTarget; details: PayoutDetails }>
  /** The holders of the accounts of withdrawals, by the id of the withdrawal; null: the account has none. */
  holders(
    db: Executor,
    rows: readonly Pick<DeskRow, 'member_id' | 'withdrawal_id'>[],
  ): Promise<Map<string, string | null>>
  approve(tx: Tx, number: string, operatorId: string): Promise<Acted>
  reject(tx: Tx, number: string, failure: Failure): Promise<Acted>
  pay(tx: Tx, number: string, paid: { reference: string; operatorId: string }): Promise<Acted>
  /** A refund that operators can end. @throws Refusal NO_SUCH_DATA, WITHDRAWAL_STEP, REFUND_PENDING */
  stuckRefund(tx: Tx, number: string): Promise<Pick<WithdrawalRow, 'amount'> & { company: string }>
  /** @throws Refusal as `stuckRefund`, and REFERENCE_USED */
  endRefund(tx: Tx, number: string, end: RefundEnd): Promise<Acted>
  /** What one line of the bank's results says. */
  enter(tx: Tx, operatorId: string, told: BankResult): Promise<Acted>
  export(tx: Tx, batch: { batchId: string; operatorId: string }): Promise<ExportFile>
  /** Enters every line of the bank's results in a transaction of its own. */
  enterAll(
    db: Parameters<typeof enterResults>[0],
    text: string,
    act: (tx: Tx, told: BankResult) => Promise<Acted>,
  ): Promise<ResultLine[]>
  /** A bank's reference in its normal form; null: it is not one */
  reference(entered: string): string | null
  /** Call it after the commit of an act. */
  moved(acted: Acted): void
}

export function createWithdrawalDesk({
  sealing,
  currency,
  tellFailed,
  approved,
  onMoved,
}: DeskDeps): WithdrawalDesk {
  async function told(tx: Tx, acted: Acted): Promise<Acted> {
    if (acted.changed) await tellFailed(tx, acted.row.member_id, acted.row.amount)
    return acted
  }
  const moved = ({ row }: Acted) => onMoved?.(row.member_id)
  return {
    waiting: waitingWithdrawals,
    ended: endedWithdrawals,
    async show(db, number) {
      const found = await deskWithdrawal(db, number)
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const refund = found.row.refund_provider === null ? null : await refundStanding(db, found.row)
      return { ...found, refund }
    },
    async reveal(db, number) {
      const row = await withdrawalByNumber(db, number)
      return { kind: row.kind, details: await detailsOf(db, sealing, row) }
    },
    holders: (db, rows) => holdersOf(db, sealing, rows),
    async approve(tx, number, operatorId) {
      const acted = await approveWithdrawal(tx, number, operatorId)
      if (acted.changed) await approved(tx, acted.row)
      return acted
    },
    reject: async (tx, number, failure) => told(tx, await rejectWithdrawal(tx, number, failure)),
    pay: payWithdrawal,
    stuckRefund: requireStuck,
    async endRefund(tx, number, end) {
      const acted = await endRefund(tx, number, end)
      return end.paid ? acted : told(tx, acted)
    },
    async enter(tx, operatorId, result) {
      const { number } = result
      if (result.paid) return payWithdrawal(tx, number, { reference: result.reference, operatorId })
      const { reason, note } = result
      return told(tx, await failWithdrawal(tx, number, { reason, note, operatorId }))
    },
    async export(tx, batch) {
      const { payments, changed } = await exportWithdrawals(tx, { sealing }, batch)
      return { withdrawals: payments.length, changed, ...paymentFile(payments, currency) }
    },
    enterAll: (db, text, act) => enterResults(db, text, act, moved),
    reference: normalReference,
    moved,
  }
}
