/** Statements about what payment companies said about refunds. */
import type { RefundOutcome } from '@fairlot/contract/life/withdrawal-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import type { RefundNotice } from '../recharge/provider.ts'

const OF_PAYMENT: Statement = {
  name: 'refund.of_payment',
  text: `
    select w.member_id, w.withdrawal_id from provider_payment p
    join withdrawal w on (w.member_id, w.recharge_id) = (p.member_id, p.recharge_id) and w.withdrawal_id = $3
    where p.provider = $1 and p.payment_id = $2 and w.refund_provider = $1`,
}

/** The withdrawal that a notice names. Undefined: the company was not asked for such a refund. */
export async function refundedWithdrawal(
  tx: Tx,
  provider: string,
  { paymentId, reference }: RefundNotice,
): Promise<{ member_id: string; withdrawal_id: string } | undefined> {
  const found = await tx.query<{ member_id: string; withdrawal_id: string }>(OF_PAYMENT, [
    provider,
    paymentId,
    reference,
  ])
  return found[0]
}

const KNOWN: Statement = {
  name: 'refund.known',
  text: 'select withdrawal_id from refund_notice where provider = $1 and event_id = $2',
}

/** The withdrawal of an event that was stored before. */
export async function knownRefund(
  db: Executor,
  provider: string,
  eventId: string,
): Promise<string | undefined> {
  return (await db.query<{ withdrawal_id: string }>(KNOWN, [provider, eventId]))[0]?.withdrawal_id
}

const INSERT: Statement = {
  name: 'refund.insert',
  text: `
    insert into refund_notice (provider, event_id, payment_id, member_id, withdrawal_id, refund_id, amount, currency, outcome, body,
      received_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, business_now())`,
}

export async function insertRefundNotice(
  tx: Tx,
  provider: string,
  memberId: string,
  notice: RefundNotice,
  outcome: RefundOutcome,
): Promise<void> {
  const { eventId, paymentId, reference, refundId, amount, currency, body } = notice
  await tx.query(INSERT, [
    provider,
    eventId,
    paymentId,
    memberId,
    reference,
    refundId,
    amount,
    currency,
    outcome,
    body,
  ])
}

const PAYMENT: Statement = {
  name: 'refund.payment',
  text: 'select payment_id, currency from recharge where member_id = $1 and recharge_id = $2',
}

/** The payment of a recharge at its company. */
export async function paymentOf(
  db: Executor,
  memberId: string,
  rechargeId: string,
): Promise<{ payment_id: string; currency: string }> {
  const [row] = await db.query<{ payment_id: string | null; currency: string }>(PAYMENT, [
    memberId,
    rechargeId,
  ])
  if (!row || row.payment_id === null) throw new Error(`the recharge ${rechargeId} has no payment`)
  return { payment_id: row.payment_id, currency: row.currency }
}

/** A stored notice; `amount` in minor units. */
export type NoticeRow = {
  refund_id: string
  amount: bigint
  currency: string
  outcome: RefundOutcome
  at_ms: bigint
}

const NOTICES: Statement = {
  name: 'refund.notices',
  text: `select refund_id, amount, currency, outcome, ${MS('received_at')} as at_ms from refund_notice
    where withdrawal_id = $1 order by received_at, event_id limit 100`,
}

/** What a company said about the refund of a withdrawal, oldest first. */
export function noticesOf(db: Executor, withdrawalId: string): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(NOTICES, [withdrawalId])
}
