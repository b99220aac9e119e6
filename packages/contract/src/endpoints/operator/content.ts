/** The texts of the house as operators write and publish them. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { OFFERED_LANGUAGES } from '../../languages.ts'
import { empty, requestId, time } from '../../schemas.ts'
import { RULE_KEYS, ruleVersion } from '../content.ts'
import { change } from './approvals.ts'
import { operatorRef, reason } from './fields.ts'

const key = z.enum(RULE_KEYS)
const language = z.enum(OFFERED_LANGUAGES)
const languages = z.array(language)
/** Characters of the Markdown of one language. */
const text = z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(40_000))

const published = z.object({
  version: z.string(),
  /** a text of the release, not of the house */
  builtIn: z.boolean(),
  /** it only helps members: without notice, and nobody agrees again */
  helps: z.boolean(),
  languages,
  /** SHA-256 of the texts, which the request names; hex */
  hash: z.string(),
  at: time,
  publishedAt: time,
  state: z.enum(['coming', 'in-force', 'replaced', 'withdrawn']),
})

export const contentList = endpoint({
  path: '/operator/contentlist',
  summary: 'List the texts of the house with their versions and drafts',
  auth: 'operator',
  permission: 'content.read',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        key,
        /** the version in force */
        version: z.string(),
        coming: z.array(z.object({ version: z.string(), at: time })),
        drafts: languages,
        /** languages without a draft: when the drafts are published, members read English in them */
        missing: languages,
        /** whether members agree to it */
        consent: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const contentShow = endpoint({
  path: '/operator/contentshow',
  summary:
    'Show a text of the house in one language, as Markdown: the draft, the version in force, or another version',
  auth: 'operator',
  permission: 'content.read',
  input: z.strictObject({
    key,
    language,
    /** left out: the draft, or the version in force where there is none */
    version: z.optional(ruleVersion),
  }),
  output: z.object({
    key,
    language,
    /** null: the draft */
    version: z.nullable(z.string()),
    /** the text of English where this language has none */
    markdown: z.string(),
    /** who changed the draft last */
    changedBy: z.nullable(operatorRef),
    changedAt: z.nullable(time),
    /** figures that may be wrong, in English */
    warnings: z.array(z.string()),
    versions: z.array(published),
  }),
  errors: [],
})

export const contentSet = endpoint({
  path: '/operator/contentset',
  summary: 'Set the draft of a text of the house in one language; members see nothing of it',
  auth: 'operator',
  permission: 'content.change',
  input: z.strictObject({ key, language, text }),
  output: z.object({ drafts: languages, missing: languages, warnings: z.array(z.string()) }),
  errors: ['TEXT_NOT_ALLOWED'],
})

export const contentPublish = endpoint({
  path: '/operator/contentpublish',
  summary:
    'Request that the drafts of a text become its next version on a date; when a second owner approves it, members can read it',
  auth: 'operator',
  permission: 'rule.publish',
  input: z.strictObject({
    key,
    /** ISO date of the business day on which it comes into force */
    from: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    /** it only helps members: no notice is needed, and nobody agrees again */
    helps: z._default(z.boolean(), false),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'NOTHING_TO_PUBLISH', 'CHANGED_MEANWHILE', 'NOTICE_TOO_SHORT'],
})

export const contentWithdraw = endpoint({
  path: '/operator/contentwithdraw',
  summary:
    'Request that a published version which is not in force yet is taken back; a second owner approves it',
  auth: 'operator',
  permission: 'rule.publish',
  input: z.strictObject({ key, version: ruleVersion, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'IN_FORCE'],
})
