/** The JSON text of Sandbox Pay's notices: the company writes it, the shop reads it. */
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import * as z from 'zod/mini'
import { amount } from '@fairlot/contract/schemas'
import { NoticeRefused } from '../../../platform/webhook.ts'
import type { Notice, RefundNotice } from '../recharge/provider.ts'
import type { SandboxNotice, SandboxRefund } from './company.queries.ts'

const schema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(['payment.pending', 'payment.succeeded', 'payment.failed']),
  payment: z.object({
    id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
    amount,
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  }),
})

const refundSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.literal('payment.refunded'),
  payment: schema.shape.payment,
  refund: z.object({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)), reference: z.uuid() }),
})

const TYPES = {
  'payment.pending': 'pending',
  'payment.succeeded': 'succeeded',
  'payment.failed': 'failed',
} as const

export function writeNotice(paymentId: string, notice: SandboxNotice): string {
  return JSON.stringify({
    id: notice.event_id,
    type: notice.type,
    occurredAt: new Date(Number(notice.occurred_ms)).toISOString(),
    payment: {
      id: paymentId,
      reference: notice.reference,
      amount: formatMoney(notice.amount),
      currency: notice.currency,
    },
  })
}

/** The event of a refund has the same id at every delivery. */
export const eventOf = ({ refund_id: refundId }: Pick<SandboxRefund, 'refund_id'>): string =>
  `evt_refund_${refundId}`

export function writeRefund(paymentId: string, refund: SandboxRefund): string {
  return JSON.stringify({
    id: eventOf(refund),
    type: 'payment.refunded',
    payment: { id: paymentId, amount: formatMoney(refund.amount), currency: refund.currency },
    refund: { id: refund.refund_id, reference: refund.reference },
  })
}

/** Parses a notice. @param eventId the signed id, which the text must contain. @throws NoticeRefused */
export function readNotice(eventId: string, body: Buffer): Notice | RefundNotice {
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new NoticeRefused('malformed')
  }
  const refunded = z.safeParse(refundSchema, value)
  const parsed = refunded.success ? refunded : z.safeParse(schema, value)
  if (!parsed.success || parsed.data.id !== eventId) throw new NoticeRefused('malformed')
  const { payment } = parsed.data
  const received = parseMoney(payment.amount)
  if (received <= 0n) throw new NoticeRefused('malformed')
  const notice = {
    eventId,
    paymentId: payment.id,
    amount: received,
    currency: payment.currency,
    body: text,
  }
  if ('refund' in parsed.data) {
    const { id: refundId, reference } = parsed.data.refund
    return { ...notice, type: 'refunded', refundId, reference }
  }
  return { ...notice, type: TYPES[parsed.data.type] }
}
