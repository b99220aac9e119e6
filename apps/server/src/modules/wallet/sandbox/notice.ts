/** The JSON text of Sandbox Pay's notices: the company writes it, the shop reads it. */
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import * as z from 'zod/mini'
import { amount } from '@fairlot/contract/schemas'
import { NoticeRefused, type Notice } from '../recharge/provider.ts'
import type { SandboxNotice } from './company.queries.ts'

const schema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(['payment.pending', 'payment.succeeded', 'payment.failed']),
  payment: z.object({
    id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
    amount,
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  }),
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

/** Parses a notice. @param eventId the signed id, which the text must contain. @throws NoticeRefused */
export function readNotice(eventId: string, body: Buffer): Notice {
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new NoticeRefused('malformed')
  }
  const parsed = z.safeParse(schema, value)
  if (!parsed.success || parsed.data.id !== eventId) throw new NoticeRefused('malformed')
  const { type, payment } = parsed.data
  const received = parseMoney(payment.amount)
  if (received <= 0n) throw new NoticeRefused('malformed')
  return {
    eventId,
    paymentId: payment.id,
    type: TYPES[type],
    amount: received,
    currency: payment.currency,
    body: text,
  }
}
