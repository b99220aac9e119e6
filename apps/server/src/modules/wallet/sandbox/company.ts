/**
 * Sandbox Pay: a simulated payment company for play money. It has separate tables, knows only what the shop sends when it
 * opens a payment, and reports outcomes only by signed notices.
 */
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import { SECOND_MS } from '../../../platform/durations.ts'
import type { PlainRoute } from '../../../platform/http/http-handler.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { Random } from '../../../platform/random.ts'
import type { OpenedPayment, PaymentOrder, RefundOrder } from '../recharge/provider.ts'
import { signNotice } from '../../../platform/webhook.ts'
import {
  decidePayment,
  findNotice,
  findPayment,
  findRefund,
  insertNotices,
  insertPayment,
  insertRefund,
  markDelivered,
  markRefundDelivered,
  type NoticeType,
  type SandboxPayment,
} from './company.queries.ts'
import { eventOf, writeNotice, writeRefund } from './notice.ts'

/** The outcomes of a payment that the user of the cashier can choose. */
export const CHOICES = ['pay', 'decline', 'delay', 'repeat', 'wrong'] as const
export type Choice = (typeof CHOICES)[number]

export type SignedNotice = { readonly headers: Record<string, string>; readonly body: string }

/** Delivers a notice to the shop. @returns the HTTP status of the shop's answer */
export type Deliver = (notice: SignedNotice) => Promise<number>

export type CompanyDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly jobs: Jobs
  /** secret that company and shop share; signs notices */
  readonly secret: Uint8Array
  readonly deliver: Deliver
  /** delay of the late notice, seconds */
  readonly delaySeconds: () => Promise<number>
}

export type Company = {
  /** Opens a payment. Repeated calls with the same reference return the same payment. */
  open(order: PaymentOrder): Promise<OpenedPayment>
  find(paymentId: string): Promise<SandboxPayment | undefined>
  /**
   * Decides an open payment. A payment that was decided before does not change.
   * @returns the payment; undefined when it is unknown
   */
  choose(paymentId: string, choice: Choice): Promise<SandboxPayment | undefined>
  /**
   * Pays back a part of a paid payment. Repeated calls with the same reference are one refund.
   * @throws Error when the payment is not paid, or less of it is left
   */
  refund(order: RefundOrder): Promise<void>
}

/** The job retries for about three hours, so a shop that was down still receives its notices. */
const sendNotice = defineJob({
  name: 'sandbox-pay.notice',
  data: z.object({ paymentId: z.string(), seq: z.int() }),
  attempts: 20,
})

const sendRefund = defineJob({
  name: 'sandbox-pay.refund',
  data: z.object({ paymentId: z.string(), reference: z.string() }),
  attempts: 20,
})

type Planned = { event: number; type: NoticeType; afterMs: number }

const succeededNow: Planned = { event: 1, type: 'payment.succeeded', afterMs: 0 }

/** The notices of each choice and their delays. Notices with the same event number are repetitions of one notice. */
const PLANS: Record<Choice, (delaySeconds: number) => readonly Planned[]> = {
  pay: () => [succeededNow],
  decline: () => [{ event: 1, type: 'payment.failed', afterMs: 0 }],
  delay: (delaySeconds) => [{ ...succeededNow, afterMs: delaySeconds * SECOND_MS }],
  repeat: () => [
    { event: 2, type: 'payment.succeeded', afterMs: 0 },
    { event: 2, type: 'payment.succeeded', afterMs: 0 },
    { event: 1, type: 'payment.pending', afterMs: SECOND_MS },
    { event: 2, type: 'payment.succeeded', afterMs: 2 * SECOND_MS },
  ],
  wrong: () => [succeededNow],
}

export function createCompany(deps: CompanyDeps): Company {
  const { db, jobs, random, secret } = deps

  jobs.handle(sendNotice, async ({ data: { paymentId, seq } }) => {
    const notice = await findNotice(db, paymentId, seq)
    if (!notice || notice.delivered) return
    const body = writeNotice(paymentId, notice)
    // signed at each attempt, so that a late notice is inside the shop's time window
    const headers = {
      'content-type': 'application/json',
      ...signNotice(secret, notice.event_id, deps.clock.now(), body),
    }
    const status = await deps.deliver({ headers, body })
    if (status < 200 || status > 299) throw new Error(`the shop answered ${status}`)
    await markDelivered(db, paymentId, seq)
  })

  jobs.handle(sendRefund, async ({ data: { paymentId, reference } }) => {
    const refund = await findRefund(db, paymentId, reference)
    if (!refund || refund.delivered) return
    const body = writeRefund(paymentId, refund)
    const headers = {
      'content-type': 'application/json',
      ...signNotice(secret, eventOf(refund), deps.clock.now(), body),
    }
    const status = await deps.deliver({ headers, body })
    if (status < 200 || status > 299) throw new Error(`the shop answered ${status}`)
    await markRefundDelivered(db, paymentId, reference)
  })

  return {
    async refund({ reference, paymentId, amount }) {
      await db.tx(async (tx) => {
        const refundId = createHmac('sha256', secret).update(`refund.${reference}`).digest('hex').slice(0, 16)
        if (!(await insertRefund(tx, { paymentId, reference, refundId, amount })))
          throw new Error('the payment is not paid, or less of it is left')
        await jobs.send(tx, sendRefund, { paymentId, reference }, { key: reference })
      })
    },
    async open({ reference, amount, currency, returnUrl, expiresAtMs }) {
      const paymentId = createHmac('sha256', secret).update(`payment.${reference}`).digest('hex').slice(0, 32)
      await insertPayment(db, {
        payment_id: paymentId,
        reference,
        amount,
        currency,
        return_url: returnUrl,
        expiresAtMs,
      })
      return { paymentId, payUrl: `/sandbox/cashier?payment=${paymentId}` }
    },
    find: (paymentId) => findPayment(db, paymentId),
    async choose(paymentId, choice) {
      const payment = await findPayment(db, paymentId)
      if (!payment || payment.state !== 'open') return payment
      const delaySeconds = await deps.delaySeconds()
      await db.tx(async (tx) => {
        const now = await decidePayment(tx, paymentId, choice === 'decline' ? 'declined' : 'paid')
        if (now === undefined) return
        const ids = [1, 2].map(() => `evt_${Buffer.from(random.bytes(12)).toString('hex')}`)
        const notices = PLANS[choice](delaySeconds).map(({ event, type, afterMs }, index) => ({
          seq: index + 1,
          eventId: ids[event - 1]!,
          type,
          amount: choice === 'wrong' ? payment.amount / 2n : payment.amount,
          dueAtMs: now + afterMs,
        }))
        await insertNotices(tx, paymentId, now, notices)
        await jobs.sendMany(
          tx,
          sendNotice,
          notices.map(({ seq, dueAtMs }) => ({
            data: { paymentId, seq },
            key: `${paymentId}.${seq}`,
            dueAtMs,
          })),
        )
      })
      return findPayment(db, paymentId)
    },
  }
}

/** Delivers by calling the hook in the same process: before the server listens, and in tests. */
export function inProcessDelivery(hook: PlainRoute): Deliver {
  return async ({ headers, body }) => {
    const { status } = await hook.handle({
      path: hook.path,
      rest: '',
      query: new URLSearchParams(),
      headers,
      body: Buffer.from(body),
      address: '127.0.0.1',
      requestId: headers['webhook-id'] ?? '',
    })
    return status
  }
}

const DELIVERY_TIMEOUT_MS = 10_000

/**
 * Delivers over HTTP to this server's own address.
 *
 * @param ownUrl returns the server's URL (`http://127.0.0.1:8080`); undefined before the server listens
 */
export function httpDelivery(ownUrl: () => string | undefined): Deliver {
  return async ({ headers, body }) => {
    const base = ownUrl()
    if (base === undefined) throw new Error('the server does not listen yet')
    const response = await fetch(`${base}/hooks/sandbox`, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  }
}
