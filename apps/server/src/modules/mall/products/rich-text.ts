/** The description of a product as formatted text. There is no link in it: nothing leads away from a sale. */
import { MAX_MARKDOWN, richText, type RichText } from '@fairlot/contract/media/rich-text'
import { Refusal } from '../../../platform/refusal.ts'
import { piecesOf } from '../../../platform/text/markdown.ts'

/**
 * The tree of a Markdown text; empty for an empty text.
 * @throws Refusal TEXT_NOT_ALLOWED with what the text has and must not have, and its line; INPUT_INVALID when it is too long
 */
export function richTextOf(markdown: string): RichText {
  const tooLong = () => new Refusal('INPUT_INVALID', { fields: { description: 'TOO_LONG' } })
  if (markdown.length > MAX_MARKDOWN) throw tooLong()
  const blocks = piecesOf(markdown, { field: 'description', links: false }).map(({ block }) => block)
  const parsed = richText.safeParse(blocks)
  if (!parsed.success) throw tooLong()
  return parsed.data
}
