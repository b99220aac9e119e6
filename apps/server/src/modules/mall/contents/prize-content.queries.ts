/** Statements that store what an issue or an event opened with, and the parts of statements that read it. */
import type { Language } from '@fairlot/contract/languages'
import { MEDIA_WIDTHS } from '@fairlot/contract/media/media-path'
import type { RichText } from '@fairlot/contract/media/rich-text'
import type { Executor, Tx } from '../../../platform/db.ts'

export type ContentRows = {
  /** name of the drawn portrait; null: none */
  art: string | null
  /** `formatted` is made from the description, which is Markdown */
  texts: readonly { language: Language; title: string; description: string; formatted: RichText }[]
  /** in the gallery's order; `sha256` (hex) of the largest file */
  pictures: readonly { name: string; sha256: string }[]
}

/** SQL of the SHA-256 of a picture's largest file, hex. @param media SQL name of the row of media */
const LARGEST = (media: string) => `encode(${media}.hashes[${MEDIA_WIDTHS.length}], 'hex')`

const OF_PRODUCT = {
  name: 'content.of_product',
  text: `
select product.art,
  (select coalesce(json_agg(json_build_object('language', language, 'title', title, 'description', description, 'formatted', content)
      order by language), '[]')
    from product_text where product_text.code = product.code and (title <> '' or description <> '')) as texts,
  (select coalesce(json_agg(json_build_object('name', media.name, 'sha256', ${LARGEST('media')}) order by image.position), '[]')
    from product_image image join media using (name) where image.code = product.code) as pictures
from issue_terms terms join product on product.code = terms.code where terms.issue_id = $1`,
}

/** What the product of an issue shows now. The caller has locked the product. */
export async function productContent(tx: Tx, issueId: string): Promise<ContentRows> {
  const [row] = await tx.query<ContentRows>(OF_PRODUCT, [issueId])
  if (!row) throw new Error(`there is no issue ${issueId}`)
  return row
}

/** Stores a content under its hash, unless it is stored. */
export async function insertContent(
  tx: Tx,
  hash: string,
  { art, texts, pictures }: ContentRows,
): Promise<void> {
  const added = await tx.query(
    'insert into content (hash, art) values ($1, $2) on conflict do nothing returning 1',
    [hash, art],
  )
  if (added.length === 0) return
  await tx.query(
    `insert into content_text (hash, language, title, description, formatted)
     select $1, language, title, description, formatted
     from jsonb_to_recordset($2) as text(language text, title text, description text, formatted jsonb)`,
    [hash, JSON.stringify(texts)],
  )
  await tx.query(
    `insert into content_picture (hash, position, name)
     select $1, place, name from unnest($2::text[]) with ordinality as picture(name, place)`,
    [hash, pictures.map(({ name }) => name)],
  )
}

export async function insertIssueContent(tx: Tx, issueId: string, hash: string): Promise<void> {
  await tx.query('insert into issue_content (issue_id, hash) values ($1, $2)', [issueId, hash])
}

export type StoredContent = { hash: string; art: string | null } & Pick<ContentRows, 'texts' | 'pictures'>

const STORED = {
  name: 'content.stored',
  text: `
select content.hash, content.art,
  (select coalesce(json_agg(json_build_object('language', language, 'title', title, 'description', description, 'formatted', formatted)),
      '[]') from content_text text where text.hash = content.hash) as texts,
  (select coalesce(json_agg(json_build_object('name', media.name, 'sha256', ${LARGEST('media')}) order by picture.position), '[]')
    from content_picture picture join media using (name) where picture.hash = content.hash) as pictures
from content where hash > $1 order by hash limit $2`,
}

/** Stored contents after a hash, in the order of the hashes. */
export function storedContents(db: Executor, after: string, limit: number): Promise<StoredContent[]> {
  return db.query<StoredContent>(STORED, [after, limit])
}
