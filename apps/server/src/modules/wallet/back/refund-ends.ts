/**
 * How operators end a refund that its payment company does not end: the company refused every try, or its notice says something else
 * than what was ordered. The company decides as long as it can: a job that waits or runs may still make it pay.
 *
 * Lock order: the withdrawal, its jobs, then as every withdrawal.
 */
import type { Executor, Tx } from '../../../platform/db.ts'
import { deleteDeadJobs, keyedJobs, lockKeyedJobs, type KeyedJob } from '../../../platform/jobs/keyed-jobs.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { failWithdrawal, lockByNumber, payWithdrawal, type Acted } from '../withdrawal/operate-withdrawals.ts'
import type { WithdrawalRow } from '../withdrawal/withdrawal.queries.ts'
import { REFUND } from './refunds.ts'
import { noticesOf, type NoticeRow } from './refunds.queries.ts'

/** Where the refund of a withdrawal stands, for operators. */
export type RefundStanding = {
  /** whether operators can end it */
  isStuck: boolean
  /** what the last try of the job ended with; null: it did not fail */
  fault: string | null
  /** what the company said, oldest first */
  notices: NoticeRow[]
}

const isStuck = (jobs: readonly KeyedJob[], notices: readonly NoticeRow[]) =>
  jobs.every((job) => job.is_dead) &&
  (jobs.length > 0 || notices.some(({ outcome }) => outcome === 'mismatch'))

/** @param row a withdrawal that a payment company pays back */
export async function refundStanding(
  db: Executor,
  { withdrawal_id: id, stage }: Pick<WithdrawalRow, 'withdrawal_id' | 'stage'>,
): Promise<RefundStanding> {
  const jobs = await keyedJobs(db, REFUND, id)
  const notices = await noticesOf(db, id)
  return {
    isStuck: stage === 'exported' && isStuck(jobs, notices),
    fault: jobs[0]?.last_error ?? null,
    notices,
  }
}

/**
 * Locks a refund that operators can end.
 * @throws Refusal NO_SUCH_DATA, WITHDRAWAL_STEP, REFUND_PENDING
 */
export async function requireStuck(tx: Tx, number: string): Promise<WithdrawalRow & { company: string }> {
  const row = await lockByNumber(tx, number)
  const { refund_provider: company } = row
  if (company === null || row.stage !== 'exported') throw new Refusal('WITHDRAWAL_STEP')
  const jobs = await lockKeyedJobs(tx, REFUND, row.withdrawal_id)
  if (!isStuck(jobs, await noticesOf(tx, row.withdrawal_id))) throw new Refusal('REFUND_PENDING')
  return { ...row, company }
}

/** What the two operators say: paid with the company's id of the refund, or not paid, with a note to the member. */
export type RefundEnd = { operatorId: string } & (
  | { paid: true; reference: string }
  | { paid: false; note: string }
)

/**
 * Ends a stuck refund. As paid, the money leaves the house's cash at the company; as failed, it goes back to the wallet.
 * @throws Refusal as `requireStuck`, and REFERENCE_USED
 */
export async function endRefund(tx: Tx, number: string, end: RefundEnd): Promise<Acted> {
  const { withdrawal_id: id, company } = await requireStuck(tx, number)
  await deleteDeadJobs(tx, REFUND, id)
  const { operatorId } = end
  if (end.paid) {
    const reference = `${company} ${end.reference}`
    return payWithdrawal(tx, number, { reference, operatorId, endsRefund: true })
  }
  return failWithdrawal(tx, number, { reason: 'bank_refused', note: end.note, operatorId, endsRefund: true })
}
