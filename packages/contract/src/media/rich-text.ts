/**
 * Formatted text: a closed, bounded tree. The server makes it from the Markdown that operators write; apps show it with elements
 * of their own. There is no HTML and no picture in it; texts of the house can have links to pages of other sites, descriptions of
 * products cannot.
 */
import * as z from 'zod/mini'

/** An address of a page: https, without a user name, which would hide the host, and without what a browser reads as something else. */
export const SAFE_LINK = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?([/?#][^\s\\"'<>`\p{Cc}\p{Cf}]*)?$/iu

/** A run of characters of one look. */
export const run = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(5_000)),
  strong: z.optional(z.literal(true)),
  emphasis: z.optional(z.literal(true)),
  /** the page that it leads to */
  link: z.optional(z.string().check(z.maxLength(500), z.regex(SAFE_LINK))),
})

const line = z.array(run).check(z.minLength(1), z.maxLength(200))

export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: line }),
  z.object({ kind: z.literal('heading'), text: line }),
  z.object({
    kind: z.literal('list'),
    /** numbered */
    ordered: z.boolean(),
    items: z.array(line).check(z.minLength(1), z.maxLength(100)),
  }),
])

export const richText = z.array(block).check(z.maxLength(100))

export type Run = z.output<typeof run>
export type Block = z.output<typeof block>
export type RichText = z.output<typeof richText>

/** Characters of the Markdown. */
export const MAX_MARKDOWN = 5_000
