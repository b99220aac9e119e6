/** What the house tells all members. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { empty, time } from '../schemas.ts'
import { RULE_KEYS } from './content.ts'

/** A page of the app: a path without a host. */
export const APP_LINK = /^\/[a-z][\w\-./?=&%]{0,198}$/

export const announcements = endpoint({
  path: '/user/announcements',
  summary: 'List what the house tells its members now, and the rules that change',
  auth: 'member',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        number: z.int(),
        /** language of the text: the call's language, or English when it is not translated */
        language: z.string(),
        title: z.string(),
        /** plain text; an empty line parts paragraphs */
        text: z.string(),
        /** path of a page of the app; null: none */
        link: z.nullable(z.string()),
        at: time,
      }),
    ),
    /** versions of rules that are published and not in force yet, the next one first */
    rules: z.array(z.object({ key: z.enum(RULE_KEYS), version: z.string(), at: time })),
  }),
  errors: [],
})
