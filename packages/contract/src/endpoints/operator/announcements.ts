/** Announcements as operators make and end them. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { OFFERED_LANGUAGES } from '../../languages.ts'
import { empty, requestId, time } from '../../schemas.ts'
import { APP_LINK } from '../announcements.ts'
import { change } from './approvals.ts'
import { reason } from './fields.ts'

const language = z.enum(OFFERED_LANGUAGES)
const number = z.int().check(z.minimum(1), z.maximum(1_000_000))
/** No control characters but ends of lines, and none that override the direction of what follows. */
const SHOWN_AS_WRITTEN = /^(?:\n|[^\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff])*$/u
const words = (most: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'REQUIRED'),
      z.maxLength(most),
      z.regex(/\S/, 'REQUIRED'),
      z.regex(SHOWN_AS_WRITTEN, 'INVALID'),
    )
const text = z.object({
  language,
  title: words(120),
  /** plain text; an empty line parts paragraphs */
  text: words(2_000),
})

const shown = z.object({
  number,
  state: z.enum(['coming', 'shown', 'ended']),
  texts: z.array(text),
  /** members of these languages read English */
  missing: z.array(language),
  link: z.nullable(z.string()),
  /** country of the members' phone numbers; null: all members */
  country: z.nullable(z.string()),
  from: time,
  until: time,
})

export const announcementList = endpoint({
  path: '/operator/announcementlist',
  summary: 'List the announcements to members, newest first, at most 100',
  auth: 'operator',
  permission: 'content.read',
  input: empty,
  output: z.object({ items: z.array(shown) }),
  errors: [],
})

export const announcementAdd = endpoint({
  path: '/operator/announcementadd',
  summary: 'Request an announcement to members; another operator approves it, and then only its end changes',
  auth: 'operator',
  permission: 'content.change',
  input: z.strictObject({
    texts: z.array(text).check(z.minLength(1), z.maxLength(OFFERED_LANGUAGES.length)),
    link: z.optional(z.string().check(z.regex(APP_LINK))),
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    /** left out: when it is approved */
    from: z.optional(time),
    until: time,
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED'],
})

export const announcementEnd = endpoint({
  path: '/operator/announcementend',
  summary: 'Change the end of an announcement; members see it no longer than 90 days',
  auth: 'operator',
  permission: 'content.change',
  input: z.strictObject({
    number,
    /** left out: now */
    until: z.optional(time),
    reason,
  }),
  output: shown,
  errors: [],
})
