/** What members save, what they want to be told, and what they were told. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { NOTICE_KINDS, REMINDER_KINDS } from '../../kinds/issue-kinds.ts'
import { amount, count, empty, id, issueNumber, page, paged, productCode, time } from '../../schemas.ts'

export const favourite = endpoint({
  path: '/user/favourite',
  summary: 'Save a product, or remove it from the saved ones',
  auth: 'member',
  input: z.strictObject({ product: productCode, on: z.boolean() }),
  output: z.object({ favourite: z.boolean() }),
  errors: ['TOO_MANY_SAVED'],
})

export const remind = endpoint({
  path: '/user/remind',
  summary:
    'Ask to be told once when ten shares of an issue are left or when it is drawn, or each time a new issue of its product opens (saves the product); or take that back',
  auth: 'member',
  input: z.strictObject({ issue: issueNumber, kind: z.enum(REMINDER_KINDS), on: z.boolean() }),
  output: z.object({ reminders: z.array(z.enum(REMINDER_KINDS)) }),
  errors: ['TOO_MANY_SAVED', 'ALREADY_HAPPENED'],
})

export const notices = endpoint({
  path: '/user/notices',
  summary: 'List what the member was told about issues, prizes, events and VIP levels, newest first',
  auth: 'member',
  input: z.strictObject(page),
  output: z.object({
    ...paged(
      z.object({
        id,
        kind: z.enum(NOTICE_KINDS),
        /** null: it is about no issue */
        issue: z.nullable(issueNumber),
        /** of a notice about a prize */
        order: z.nullable(id),
        /** `event_won` and even shares of events: the event */
        event: z.nullable(issueNumber),
        /** the prize or the share of an event that is in the wallet; `lost_share`: what the member got beside the payment */
        amount: z.nullable(amount),
        /** `vip_level`: the level that the member has reached */
        level: z.nullable(count),
        /** of the product or the event, in the language of the call */
        title: z.nullable(z.string()),
        /** of the product */
        art: z.nullable(z.string()),
        tile: z.nullable(z.string()),
        at: time,
        read: z.boolean(),
      }),
    ).shape,
    /** of all notices */
    unread: count,
  }),
  errors: [],
})

export const noticesRead = endpoint({
  path: '/user/noticesread',
  summary: 'Mark all notices up to a time as read',
  auth: 'member',
  input: z.strictObject({ until: time }),
  output: empty,
  errors: [],
})
