/**
 * What an issue or a prize-share event opened with: title, description, pictures and portrait. The transaction of the opening stores
 * it under its hash. From then on the issue shows it for ever; a change of the product concerns the issues that open later.
 */
import { type Content, contentHash } from '@fairlot/fairness/content'
import type { Tx } from '../../../platform/db.ts'
import {
  insertContent,
  insertIssueContent,
  productContent,
  type ContentRows,
} from './prize-content.queries.ts'

/** A content as proof documents show it. */
export const publishedContent = ({ art, texts, pictures }: ContentRows): Content => ({
  art,
  texts: Object.fromEntries(
    texts.map(({ language, title, description }) => [language, { title, description }]),
  ),
  pictures: pictures.map(({ sha256 }) => sha256),
})

/** The hash that names a content. */
export const hashOfContent = (content: ContentRows): string => contentHash(publishedContent(content))

/** Stores a content. @returns its hash */
export async function keepContent(tx: Tx, content: ContentRows): Promise<string> {
  const hash = hashOfContent(content)
  await insertContent(tx, hash, content)
  return hash
}

/** Stores what the product of an issue shows, in the transaction that opens the issue. The product is locked. */
export async function keepIssueContent(tx: Tx, issueId: string): Promise<void> {
  await insertIssueContent(tx, issueId, await keepContent(tx, await productContent(tx, issueId)))
}
