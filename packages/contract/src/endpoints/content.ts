import * as z from 'zod/mini'
import { endpoint } from '../define.ts'

/** `play`: responsible play. */
export const RULE_KEYS = ['draw', 'terms', 'privacy', 'play'] as const
export type RuleKey = (typeof RULE_KEYS)[number]

export const rule = endpoint({
  path: '/index/rule',
  summary: 'A rule text in the language of the call: draw rules, terms, privacy, responsible play',
  auth: 'anyone',
  input: z.strictObject({ key: z.enum(RULE_KEYS) }),
  output: z.object({
    key: z.enum(RULE_KEYS),
    /** raised with every change of what the text says */
    version: z.string(),
    /** ISO date of the day from which this version holds */
    since: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    /** that the text is in: the call's, or the default one where the text does not exist in it */
    language: z.string(),
    title: z.string(),
    intro: z.string(),
    sections: z.array(z.object({ title: z.string(), text: z.string() })),
  }),
  errors: [],
})
