import * as z from 'zod/mini'
import { endpoint } from '../define.ts'

/** Keys of the rule texts. `play` is responsible play. */
export const RULE_KEYS = ['draw', 'terms', 'privacy', 'play', 'vip', 'invitation', 'event'] as const
export type RuleKey = (typeof RULE_KEYS)[number]

export const rule = endpoint({
  path: '/index/rule',
  summary:
    'Get a rule text in the language of the call: draw rules, terms, privacy, responsible play, VIP levels, invitations, events',
  auth: 'anyone',
  input: z.strictObject({ key: z.enum(RULE_KEYS) }),
  output: z.object({
    key: z.enum(RULE_KEYS),
    /** increases with every change of the text's meaning */
    version: z.string(),
    /** ISO date from which this version is in force */
    since: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    /** language of the text: the call's language, or the default language when the text is not translated */
    language: z.string(),
    title: z.string(),
    intro: z.string(),
    sections: z.array(z.object({ title: z.string(), text: z.string() })),
  }),
  errors: [],
})
