/** What operators do with the ways to recharge: how long they usually take, and what they ask about the payer. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { PAYER_FIELDS, RECHARGE_FIELDS, RECHARGE_KINDS } from '../../../kinds/recharge-ways.ts'
import { count, empty, requestId } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { reason } from '../fields.ts'

/** Thirty days. */
const MAX_DELAY = 43_200
const minutes = z.int().check(z.minimum(0), z.maximum(MAX_DELAY))
const names = PAYER_FIELDS.join('|')
/** names of fields, separated by commas; may be empty */
const asked = z.string().check(z.regex(new RegExp(`^(?:(?:${names})(?:,(?:${names})){0,3})?$`), 'INVALID'))

export const methodList = endpoint({
  path: '/operator/methodlist',
  summary: 'List the ways to recharge, with what they ask for and how long they usually take',
  auth: 'operator',
  permission: 'recharge.read',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        method: z.string(),
        kind: z.enum(RECHARGE_KINDS),
        enabled: z.boolean(),
        required: z.array(z.enum(RECHARGE_FIELDS)),
        optional: z.array(z.enum(RECHARGE_FIELDS)),
        /** until the money is in the wallet, as members read it */
        delay: z.object({ fromMinutes: count, toMinutes: count }),
      }),
    ),
  }),
  errors: [],
})

export const methodChange = endpoint({
  path: '/operator/methodchange',
  summary:
    'Change what a way to recharge asks about the payer and how long it usually takes; recharges from then on. With real money a second owner approves it',
  auth: 'operator',
  permission: 'setting.change',
  input: z.strictObject({
    method: z.string().check(z.minLength(1, 'REQUIRED'), z.regex(/^[a-z0-9-]{1,30}$/, 'INVALID')),
    /** fields that the member must fill in, and fields that the member may leave empty */
    required: asked,
    optional: asked,
    delayFrom: minutes,
    delayTo: minutes,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED'],
})
