/** A company that decides identity checks, connected by HTTP. docs/OPERATING.md («A company for identity checks») has its interface. */
import { IDENTITY_REASONS, IDENTITY_SLOTS } from '@fairlot/contract/life/identity-life'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { isTaken, postSigned } from '../../platform/signed-call.ts'
import { NoticeRefused, verifyNotice } from '../../platform/webhook.ts'
import type { CheckNotice, IdentityProvider } from './provider.ts'

const TIMEOUT_MS = 30_000

const note = z.string().check(z.minLength(1), z.maxLength(500), z.regex(/\S/))
const noticeSchema = z.discriminatedUnion('state', [
  z.object({ check: z.uuid(), state: z.literal('approved') }),
  z.object({ check: z.uuid(), state: z.literal('refused'), reason: z.enum(IDENTITY_REASONS), note }),
  z.object({
    check: z.uuid(),
    state: z.literal('again'),
    slots: z.array(z.enum(IDENTITY_SLOTS)).check(z.minLength(1), z.maxLength(IDENTITY_SLOTS.length)),
    note,
  }),
])

export type HttpProviderOptions = {
  readonly url: string
  /** signs the calls and the notices */
  readonly secret: Uint8Array
  readonly clock: Clock
  readonly fetch?: typeof fetch
}

export function httpProvider(options: HttpProviderOptions): IdentityProvider {
  const { secret, clock } = options
  const company = { ...options, timeoutMs: TIMEOUT_MS }
  return {
    name: 'http',
    async send(order) {
      // the id of the check makes a repeated call recognisable
      const status = await postSigned(company, order.check, order)
      if (!isTaken(status)) throw new Error(`the company for identity checks answered ${status}`)
    },
    readNotice({ headers, body }): CheckNotice {
      const eventId = verifyNotice(secret, headers, body, clock.now())
      let content: unknown
      try {
        content = JSON.parse(body.toString('utf8'))
      } catch {
        throw new NoticeRefused('malformed')
      }
      const parsed = noticeSchema.safeParse(content)
      if (!parsed.success) throw new NoticeRefused('malformed')
      const { check, ...result } = parsed.data
      return { eventId, check, result, body: body.toString('utf8') }
    },
  }
}
