/** Text messages as operators see them: the gateway, what was given up, and the test that proves that messages arrive. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { count, empty, id, phone, requestId, smsCode, time } from '../../schemas.ts'

export const smsShow = endpoint({
  path: '/operator/smsshow',
  summary: 'Show the gateway of text messages, what was sent today, and the messages that were given up',
  auth: 'operator',
  permission: 'sms.read',
  input: empty,
  output: z.object({
    /** host of the gateway; null: the inbox of the sandbox, or none with real money */
    gateway: z.nullable(z.string()),
    /** the countries that are served; empty: every country. `route` null: not served */
    routes: z.array(z.object({ prefix: z.string(), route: z.nullable(z.string()) })),
    /** the most messages of a group per day (UTC) */
    cap: count,
    /** codes for anybody (`all`), codes of members who are logged in (`session`), notices (`notice`) */
    today: z.array(z.object({ group: z.enum(['all', 'session', 'notice']), sent: count })),
    /** the newest test of this gateway */
    test: z.nullable(z.object({ id, sentAt: time, validUntil: time, confirmedAt: z.nullable(time) })),
    /** the newest 50 of the last 30 days */
    failed: z.array(
      z.object({
        /** as the gateway knows it */
        id,
        kind: z.enum(['code', 'notice', 'test']),
        /** the purpose of the code, or the name of the notice */
        what: z.string(),
        /** of the country, without the plus */
        callingCode: z.string(),
        fault: z.enum(['refused', 'unanswered', 'country', 'cap']),
        /** the last HTTP status of the gateway; null: no answer */
        status: z.nullable(count),
        tries: count,
        at: time,
      }),
    ),
  }),
  errors: [],
})

export const smsTest = endpoint({
  path: '/operator/smstest',
  summary: 'Send a test message with a code to a phone, which smsConfirm takes',
  auth: 'operator',
  permission: 'sms.test',
  input: z.strictObject({ phone, requestId }),
  output: z.object({ id, validUntil: time }),
  errors: ['CODE_LIMIT'],
})

export const smsConfirm = endpoint({
  path: '/operator/smsconfirm',
  summary: 'Say the code of the newest test message: it proves that messages of this gateway arrive',
  auth: 'operator',
  permission: 'sms.test',
  input: z.strictObject({ code: smsCode }),
  output: z.object({ confirmedAt: time }),
  errors: ['CODE_WRONG', 'CODE_EXPIRED'],
})
