/** Statements that store what an issue or an event opened with, and the parts of statements that read it. */
import type { Language } from '@fairlot/contract/languages'
import { MEDIA_WIDTHS } from '@fairlot/contract/media/media-path'
import type { RichText } from '@fairlot/contract/media/rich-text'
import type { Executor, Tx } from '../../../platform/db.ts'
import { firstPictureOf, picturesOf } from '../products/product-pictures.queries.ts'

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

/** Those of a product's pictures that an issue opened with. */
export async function keptPictures(
  db: Executor,
  code: string,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select distinct name from content_picture join media using (name)
     where name = any($2::text[]) and used_by = 'product:' || $1 and erased_at is null`,
    [code, names],
  )
  return new Set(rows.map(({ name }) => name))
}

export type StoredContent = { hash: string; art: string | null } & Pick<ContentRows, 'texts' | 'pictures'>

const STORED_COLUMNS = `content.hash, content.art,
  (select coalesce(json_agg(json_build_object('language', language, 'title', title, 'description', description, 'formatted', formatted)),
      '[]') from content_text text where text.hash = content.hash) as texts,
  (select coalesce(json_agg(json_build_object('name', media.name, 'sha256', ${LARGEST('media')}) order by picture.position), '[]')
    from content_picture picture join media using (name) where picture.hash = content.hash) as pictures
from content`

const STORED = {
  name: 'content.stored',
  text: `select ${STORED_COLUMNS} where hash > $1 order by hash limit $2`,
}
const ONE = { name: 'content.one', text: `select ${STORED_COLUMNS} where hash = $1` }

/** Stored contents after a hash, in the order of the hashes. */
export function storedContents(db: Executor, after: string, limit: number): Promise<StoredContent[]> {
  return db.query<StoredContent>(STORED, [after, limit])
}

/** The content with this hash. @throws Error when it is not stored */
export async function storedContent(db: Executor, hash: string): Promise<StoredContent> {
  const [content] = await db.query<StoredContent>(ONE, [hash])
  if (!content) throw new Error(`there is no content ${hash}`)
  return content
}

/**
 * What a statement reads an issue's content by.
 *
 * `hash`: SQL of the content that the issue opened with, from a `left join issue_content`; null before the opening, when the issue shows
 * what its product has. `code`: SQL of the product code.
 */
export type ShownContent = { hash: string; code: string }

/**
 * The title of an issue: in the language of the call, else in the default language, else in English, else in any.
 * @param language SQL parameter of the call's language
 * @param fallback SQL parameter of the default language
 */
export const issueTextIn = ({ hash, code }: ShownContent, language: string, fallback: string) => `lateral (
  select candidate.title from (
    select kept.language, kept.title from content_text kept where kept.hash = ${hash}
    union all
    select now.language, now.title from product_text now where ${hash} is null and now.code = ${code}) candidate
  order by candidate.language = ${language} desc, candidate.language = ${fallback} desc,
    candidate.language = 'en-us' desc limit 1)`

/** Its description in the same order of languages; a language without a description is passed over. */
export const issueDescriptionIn = (
  { hash, code }: ShownContent,
  language: string,
  fallback: string,
) => `lateral (
  select candidate.formatted, candidate.language from (
    select kept.language, kept.formatted from content_text kept where kept.hash = ${hash}
    union all
    select now.language, now.content from product_text now where ${hash} is null and now.code = ${code}) candidate
  where candidate.formatted <> '[]'
  order by candidate.language = ${language} desc, candidate.language = ${fallback} desc,
    candidate.language = 'en-us' desc limit 1)`

/** SQL of the name of its drawn portrait. */
export const issueArtOf = ({ hash }: ShownContent, art: string) =>
  `coalesce((select kept.art from content kept where kept.hash = ${hash}), ${art})`

/** SQL of the name of its first picture; null: it has none. */
export const firstIssuePictureOf = ({ hash, code }: ShownContent) =>
  `case when ${hash} is null then ${firstPictureOf(code)}
    else (select kept.name from content_picture kept where kept.hash = ${hash} order by kept.position limit 1) end`

/** SQL of its pictures as a JSON array, in their order. */
export const issuePicturesOf = ({
  hash,
  code,
}: ShownContent) => `case when ${hash} is null then ${picturesOf(code)} else (
  select coalesce(json_agg(json_build_object('name', media.name, 'width', media.width, 'height', media.height)
    order by kept.position), '[]')
  from content_picture kept join media using (name) where kept.hash = ${hash}) end`
