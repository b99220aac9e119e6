/**
 * Refunds by payment companies. Once operators have approved that a recharge goes back, a job hands it to the company that took the
 * payment; the company's signed notice says that it is paid.
 */
import * as z from 'zod/mini'
import { formatMoney } from '@fairlot/contract/money/money'
import type { RefundOutcome } from '@fairlot/contract/life/withdrawal-life'
import type { Db, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { NoticeResult } from '../recharge/credits.ts'
import type { PaymentProvider, RefundNotice } from '../recharge/provider.ts'
import type { MoneyHalt, WalletLog } from '../recharge/recharge.ts'
import { payWithdrawal } from '../withdrawal/operate-withdrawals.ts'
import { advanceWithdrawal, lockWithdrawal, type WithdrawalRow } from '../withdrawal/withdrawal.queries.ts'
import { checkStep } from '../withdrawal/withdrawal.rules.ts'
import { insertRefundNotice, knownRefund, paymentOf, refundedWithdrawal } from './refunds.queries.ts'

export type RefundDeps = {
  readonly db: Db
  readonly log: WalletLog
  readonly providers: ReadonlyMap<string, PaymentProvider>
  /** called after the commit that takes a withdrawal to its next step */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

/** Retried for about three hours; after that the job is a dead letter, and operators can end the refund (`refund-ends.ts`). */
export const REFUND = defineJob({
  name: 'wallet.refund',
  data: z.object({ memberId: z.string(), id: z.string() }),
  attempts: 20,
})

/** Sends the job for an approved withdrawal that its payment company pays back, in the transaction of the approval. */
export async function orderRefund(jobs: Jobs, tx: Tx, row: WithdrawalRow): Promise<void> {
  if (row.refund_provider === null || row.stage !== 'approved') return
  const { member_id: memberId, withdrawal_id: id } = row
  await jobs.send(tx, REFUND, { memberId, id }, { key: id })
}

/** While the log is halted, a refund waits: it may belong to an older copy of the database. */
const HALT_LOOK_MS = 5 * MINUTE_MS

export function refundJobs(jobs: Jobs, deps: RefundDeps & MoneyHalt): void {
  jobs.handle(REFUND, async ({ data, dueAtMs }) => {
    if (!(await deps.isHalted?.())) return handOver(deps, data.memberId, data.id)
    const later = { key: data.id, dueAtMs: dueAtMs + HALT_LOOK_MS }
    return deps.db.tx((tx) => jobs.send(tx, REFUND, data, later))
  })
}

/**
 * Hands a withdrawal to its company. From the commit on nobody can reject it, because the company may have paid; so the company is
 * called after the commit, and again when the server died in between.
 */
export async function handOver(deps: RefundDeps, memberId: string, id: string): Promise<void> {
  const row = await deps.db.tx(async (tx) => {
    const locked = await lockWithdrawal(tx, memberId, id)
    if (locked?.stage === 'approved') {
      checkStep(locked.stage, 'exported')
      await advanceWithdrawal(tx, locked, { step: 'exported', operatorId: null })
    }
    return locked
  })
  if (!row || row.refund_provider === null || row.recharge_id === null) return
  if (row.stage !== 'approved' && row.stage !== 'exported') return
  deps.onMoved?.(memberId)
  const provider = deps.providers.get(row.refund_provider)
  if (!provider?.refund) throw new Error(`there is no company ${row.refund_provider} that pays back`)
  const { payment_id: paymentId, currency } = await paymentOf(deps.db, memberId, row.recharge_id)
  await provider.refund({ reference: id, paymentId, amount: row.amount, currency })
}

type Taken = { result: NoticeResult | 'paid'; member?: string; number?: string }

/**
 * Applies a verified notice about a refund: the withdrawal is paid, once. A repeated notice changes nothing.
 */
export async function takeRefund(
  deps: RefundDeps,
  provider: Pick<PaymentProvider, 'name'>,
  notice: RefundNotice,
): Promise<NoticeResult | 'paid'> {
  const { result, member, number } = await deps.db.tx((tx) => applyRefund(tx, provider.name, notice))
  const fields = {
    provider: provider.name,
    event: notice.eventId,
    payment: notice.paymentId,
    withdrawal: number,
  }
  if (result === 'mismatch') {
    const refunded = `${formatMoney(notice.amount)} ${notice.currency}`
    deps.log.error({ ...fields, alarm: 'refund_mismatch', refunded }, 'a refund differs from its withdrawal')
  } else if (result === 'reused') {
    deps.log.error({ ...fields, alarm: 'event_reused' }, 'a notice has the event id of another refund')
  } else if (result === 'unknown') deps.log.warn(fields, 'a notice names an unknown refund')
  else deps.log.info({ ...fields, result }, 'a notice about a refund was accepted')
  if (result === 'paid' && member !== undefined) deps.onMoved?.(member)
  return result
}

async function applyRefund(tx: Tx, provider: string, notice: RefundNotice): Promise<Taken> {
  const key = await refundedWithdrawal(tx, provider, notice)
  const row = key && (await lockWithdrawal(tx, key.member_id, key.withdrawal_id))
  if (!row) return { result: 'unknown' }
  const { number, member_id: member } = row
  const known = await knownRefund(tx, provider, notice.eventId)
  if (known !== undefined) return { result: known === row.withdrawal_id ? 'repeated' : 'reused', number }
  const outcome = await outcomeOf(tx, row, notice)
  if (outcome === 'paid') {
    const reference = `${provider} ${notice.refundId}`
    await payWithdrawal(tx, number, { reference, operatorId: null })
  }
  await insertRefundNotice(tx, provider, member, notice, outcome)
  return { result: outcome, number, member }
}

/** `mismatch`: the company paid another amount, or paid what is not open; operators decide (`refund-ends.ts`). */
async function outcomeOf(tx: Tx, row: WithdrawalRow, notice: RefundNotice): Promise<RefundOutcome> {
  const { currency } = await paymentOf(tx, row.member_id, row.recharge_id!)
  if (notice.amount !== row.amount || notice.currency !== currency) return 'mismatch'
  if (row.state === 'success') return 'unchanged'
  return row.stage === 'exported' ? 'paid' : 'mismatch'
}
