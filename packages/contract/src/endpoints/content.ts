/** The texts of the house, as members read them, and their consent. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { richText } from '../media/rich-text.ts'
import { empty, time } from '../schemas.ts'

/** Keys of the rule texts. `play` is responsible play; `about` says who runs the house. */
export const RULE_KEYS = ['draw', 'terms', 'privacy', 'play', 'vip', 'invitation', 'event', 'about'] as const
export type RuleKey = (typeof RULE_KEYS)[number]

/** `13` is a text of a release, `house-1` one that the house has published. */
export const ruleVersion = z.string().check(z.regex(/^([1-9]\d{0,3}|house-[1-9]\d{0,2})$/))

const section = z.object({
  title: z.string(),
  /** as plain text */
  text: z.string(),
  /** the same text as blocks, of a text of the house; null: a text of a release, which is plain */
  blocks: z.nullable(richText),
})
/** ISO date from which a version is in force */
const since = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const rule = endpoint({
  path: '/index/rule',
  summary:
    'Get a rule text in the language of the call: draw rules, terms, privacy, responsible play, VIP levels, invitations, events, about the house; the version in force, or another published one',
  auth: 'anyone',
  input: z.strictObject({ key: z.enum(RULE_KEYS), version: z.optional(ruleVersion) }),
  output: z.object({
    key: z.enum(RULE_KEYS),
    version: z.string(),
    since,
    /** language of the text: the call's language; English or the default language when the text is not translated */
    language: z.string(),
    title: z.string(),
    intro: z.string(),
    sections: z.array(section),
    /**
     * what the software does, whatever the text of the house says: of the draw rules, responsible play, VIP levels, invitations and events,
     * beside a text of the house. In the language of the call
     */
    facts: z.nullable(z.object({ version: z.string(), title: z.string(), sections: z.array(section) })),
    /** every version that was, is or will be in force, the oldest first */
    versions: z.array(
      z.object({
        version: z.string(),
        since,
        /** when it came or comes into force */
        at: time,
        /** whether it is still to come */
        coming: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const agree = endpoint({
  path: '/user/agree',
  summary: 'Agree to the terms and the privacy statement in force; withdrawing money never waits for it',
  auth: 'member',
  input: z.strictObject({
    /** `agreeTo` of the account */
    terms: z.string().check(z.minLength(1, 'TERMS_REQUIRED'), z.maxLength(20)),
  }),
  output: empty,
  errors: [],
})
