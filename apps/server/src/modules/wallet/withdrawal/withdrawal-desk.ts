/** What the back office can do with withdrawals. Every act runs in the caller's transaction, which also writes the audit row. */
import type { PayoutKind } from '@fairlot/contract/payout-life'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import type { PayoutDetails } from '../payout/payout-details.ts'
import { enterResults, normalReference, type BankResult, type ResultLine } from './bank-results.ts'
import { detailsOf, exportWithdrawals, paymentFile } from './export-withdrawals.ts'
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
  waitingWithdrawals,
  type DeskRow,
  type DeskStep,
  type ShownRow,
  type WaitingFilter,
} from './waiting-withdrawals.ts'

export type DeskDeps = {
  readonly sealing: Sealing
  /** ISO code of the currency */
  readonly currency: string
  /** tells a member in the transaction that a withdrawal failed. @param amount minor units */
  readonly tellFailed: (tx: Tx, memberId: string, amount: bigint) => Promise<void>
  /** called after the commit that changes a wallet */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

/** Amounts in minor units. */
export type ExportFile = { withdrawals: number; amount: bigint; dust: bigint; csv: string; changed: boolean }

export type WithdrawalDesk = {
  waiting(db: Executor, filter: WaitingFilter): Promise<DeskRow[]>
  /** @throws Refusal NO_SUCH_DATA */
  show(db: Executor, number: string): Promise<{ row: ShownRow; steps: DeskStep[] }>
  /** The account in the clear. @throws Refusal NO_SUCH_DATA */
  reveal(db: Executor, number: string): Promise<{ kind: PayoutKind; details: PayoutDetails }>
  approve(tx: Tx, number: string, operatorId: string): Promise<Acted>
  reject(tx: Tx, number: string, failure: Failure): Promise<Acted>
  pay(tx: Tx, number: string, paid: { reference: string; operatorId: string }): Promise<Acted>
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

export function createWithdrawalDesk({ sealing, currency, tellFailed, onMoved }: DeskDeps): WithdrawalDesk {
  async function told(tx: Tx, acted: Acted): Promise<Acted> {
    if (acted.changed) await tellFailed(tx, acted.row.member_id, acted.row.amount)
    return acted
  }
  const moved = ({ row }: Acted) => {
    if (row.state !== 'processing') onMoved?.(row.member_id)
  }
  return {
    waiting: waitingWithdrawals,
    async show(db, number) {
      const found = await deskWithdrawal(db, number)
      if (!found) throw new Refusal('NO_SUCH_DATA')
      return found
    },
    async reveal(db, number) {
      const row = await withdrawalByNumber(db, number)
      return { kind: row.kind, details: await detailsOf(db, sealing, row) }
    },
    approve: approveWithdrawal,
    reject: async (tx, number, failure) => told(tx, await rejectWithdrawal(tx, number, failure)),
    pay: payWithdrawal,
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
