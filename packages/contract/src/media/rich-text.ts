/**
 * Formatted text: a closed, bounded tree. The server makes it from the Markdown that operators write; apps show it with elements
 * of their own. There is no HTML, no link and no picture in it.
 */
import * as z from 'zod/mini'

/** A run of characters of one look. */
export const run = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(5_000)),
  strong: z.optional(z.literal(true)),
  emphasis: z.optional(z.literal(true)),
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
