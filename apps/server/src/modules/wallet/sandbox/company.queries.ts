/** Statements of Sandbox Pay: payments, and the notices that it sends about them. */
import { MS, type Db, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

export type NoticeType = 'payment.pending' | 'payment.succeeded' | 'payment.failed'

export type SandboxPayment = {
  payment_id: string
  reference: string
  amount: bigint
  currency: string
  return_url: string
  state: 'open' | 'paid' | 'declined'
  /** the shop's time for this payment is over */
  expired: boolean
  expires_ms: bigint
}

const FIELDS = `payment.payment_id, payment.reference, payment.amount, payment.currency, payment.return_url,
  payment.state, payment.expires_at <= clock.at as expired, ${MS('payment.expires_at')} as expires_ms`

const INSERT: Statement = {
  name: 'sandbox.insert',
  text: `
    insert into sandbox_payment (payment_id, reference, amount, currency, return_url, created_at, expires_at)
    values ($1, $2, $3, $4, $5, business_now(), to_timestamp($6::bigint / 1000.0))
    on conflict (payment_id) do nothing`,
}

export async function insertPayment(
  db: Executor,
  payment: Pick<SandboxPayment, 'payment_id' | 'reference' | 'amount' | 'currency' | 'return_url'> & {
    expiresAtMs: number
  },
): Promise<void> {
  const { payment_id, reference, amount, currency, return_url, expiresAtMs } = payment
  await db.query(INSERT, [payment_id, reference, amount, currency, return_url, expiresAtMs])
}

const FIND: Statement = {
  name: 'sandbox.find',
  text: `select ${FIELDS} from sandbox_payment payment, business_clock clock where payment.payment_id = $1`,
}

export async function findPayment(db: Executor, paymentId: string): Promise<SandboxPayment | undefined> {
  return (await db.query<SandboxPayment>(FIND, [paymentId]))[0]
}

const DECIDE: Statement = {
  name: 'sandbox.decide',
  text: `
    update sandbox_payment set state = $2, decided_at = business_now()
    where payment_id = $1 and state = 'open' returning ${MS('decided_at')} as now_ms`,
}

/** @returns business time in Unix milliseconds; undefined when the payment was decided before */
export async function decidePayment(tx: Tx, paymentId: string, state: 'paid' | 'declined') {
  const [row] = await tx.query<{ now_ms: bigint }>(DECIDE, [paymentId, state])
  return row && Number(row.now_ms)
}

export type NewNotice = {
  seq: number
  eventId: string
  type: NoticeType
  amount: bigint
  dueAtMs: number
}

const INSERT_NOTICES: Statement = {
  name: 'sandbox.insert_notices',
  text: `
    insert into sandbox_notice (payment_id, seq, event_id, type, amount, occurred_at, due_at)
    select $1, n.seq, n.event_id, n.type, n.amount, to_timestamp($2::bigint / 1000.0), to_timestamp(n.due_ms / 1000.0)
    from unnest($3::int[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) as n(seq, event_id, type, amount, due_ms)`,
}

export async function insertNotices(
  tx: Tx,
  paymentId: string,
  occurredAtMs: number,
  notices: readonly NewNotice[],
): Promise<void> {
  await tx.query(INSERT_NOTICES, [
    paymentId,
    occurredAtMs,
    notices.map(({ seq }) => seq),
    notices.map(({ eventId }) => eventId),
    notices.map(({ type }) => type),
    notices.map(({ amount }) => amount),
    notices.map(({ dueAtMs }) => dueAtMs),
  ])
}

export type SandboxNotice = {
  event_id: string
  type: NoticeType
  amount: bigint
  currency: string
  reference: string
  occurred_ms: bigint
  delivered: boolean
}

const NOTICE: Statement = {
  name: 'sandbox.notice',
  text: `
    select notice.event_id, notice.type, notice.amount, payment.currency, payment.reference,
      ${MS('notice.occurred_at')} as occurred_ms, notice.delivered_at is not null as delivered
    from sandbox_notice notice join sandbox_payment payment using (payment_id)
    where notice.payment_id = $1 and notice.seq = $2`,
}

export async function findNotice(db: Executor, paymentId: string, seq: number) {
  return (await db.query<SandboxNotice>(NOTICE, [paymentId, seq]))[0]
}

const DELIVERED: Statement = {
  name: 'sandbox.delivered',
  text: `
    update sandbox_notice set delivered_at = business_now()
    where payment_id = $1 and seq = $2 and delivered_at is null`,
}

export async function markDelivered(db: Db, paymentId: string, seq: number): Promise<void> {
  await db.query(DELIVERED, [paymentId, seq])
}

export type SandboxRefund = {
  reference: string
  refund_id: string
  amount: bigint
  currency: string
  delivered: boolean
}

const LOCK_PAYMENT: Statement = {
  name: 'sandbox.lock_payment',
  text: `select 1 from sandbox_payment where payment_id = $1 and state = 'paid' for update`,
}
const INSERT_REFUND: Statement = {
  name: 'sandbox.insert_refund',
  text: `
    insert into sandbox_refund (payment_id, reference, refund_id, amount, created_at)
    select $1, $2, $3, $4::bigint, business_now() from sandbox_payment payment
    where payment.payment_id = $1 and payment.amount >= $4::bigint + (
      select coalesce(sum(amount), 0) from sandbox_refund where payment_id = $1 and reference <> $2)
    on conflict do nothing`,
}
const REFUND: Statement = {
  name: 'sandbox.refund',
  text: `
    select refund.reference, refund.refund_id, refund.amount, payment.currency, refund.delivered_at is not null as delivered
    from sandbox_refund refund join sandbox_payment payment using (payment_id)
    where refund.payment_id = $1 and refund.reference = $2`,
}

export async function findRefund(
  db: Executor,
  paymentId: string,
  reference: string,
): Promise<SandboxRefund | undefined> {
  return (await db.query<SandboxRefund>(REFUND, [paymentId, reference]))[0]
}

/** @returns whether the refund, or an equal one of this reference, is there */
export async function insertRefund(
  tx: Tx,
  refund: { paymentId: string; reference: string; refundId: string; amount: bigint },
): Promise<boolean> {
  const { paymentId, reference, refundId, amount } = refund
  // the lock keeps two refunds from counting on the same money
  if ((await tx.query(LOCK_PAYMENT, [paymentId])).length === 0) return false
  await tx.query(INSERT_REFUND, [paymentId, reference, refundId, amount])
  return (await findRefund(tx, paymentId, reference))?.amount === amount
}

const REFUND_DELIVERED: Statement = {
  name: 'sandbox.refund_delivered',
  text: `
    update sandbox_refund set delivered_at = business_now()
    where payment_id = $1 and reference = $2 and delivered_at is null`,
}

export async function markRefundDelivered(db: Db, paymentId: string, reference: string): Promise<void> {
  await db.query(REFUND_DELIVERED, [paymentId, reference])
}
