/** What the doctor checks about texts and pictures of products. */
import { isDeepStrictEqual } from 'node:util'
import type { Executor } from '../../../platform/db.ts'
import { newestIssueOf } from '../search/index-products.queries.ts'
import { richTextOf } from './rich-text.ts'

export const productChecks = [
  {
    id: 'INV-39',
    title:
      "every product's pictures are published for it, those that an issue opened with stay published, and no other pictures of products are",
    sql: `
      select count(*) filter (where (image.name is null and kept.name is null) or media.name is null or media.kind <> 'product'
          or media.used_by is distinct from coalesce('product:' || image.code, media.used_by) or media.erased_at is not null) as breaches,
        count(*) || ' pictures' as figure
      from product_image image
      full join (select distinct name from content_picture) kept using (name)
      full join (select * from media where kind = 'product' and used_by is not null and erased_at is null) media using (name)`,
  },
  {
    id: 'INV-39',
    title: 'every product has a title in English, and its pictures are counted from 1',
    sql: `
      select count(*) filter (where not exists (select from product_text text where text.code = product.code
            and text.language = 'en-us' and btrim(text.title) <> '')
          or (select coalesce(max(position), 0) <> count(*) from product_image image where image.code = product.code)) as breaches,
        count(*) || ' products' as figure
      from product`,
  },
  {
    id: 'INV-39',
    title: 'the search shows the newest issue of every product, and hides none that is on sale',
    // an issue that has ended is shown for a moment after its end
    sql: `
      select count(*) filter (where (s.issue_id, s.sequence) is distinct from (newest.issue_id, newest.sequence)
          or newest.open and not s.open) as breaches,
        count(*) || ' products' as figure
      from product_search s join ${newestIssueOf('s.code')} newest on true`,
  },
]

/** The texts that are compared in one go. */
const CHUNK = 1_000

type Row = { code: string; language: string; description: string; content: unknown }

/** Compares the formatted text of every description with what its Markdown makes. */
export async function checkProductTexts(snapshot: Executor): Promise<{ figure: string; breaches: number }> {
  const wrong: string[] = []
  let count = 0
  let last = { code: '', language: '' }
  for (let full = true; full;) {
    const rows = await snapshot.query<Row>(
      `select code, language, description, content from product_text
       where (code, language) > ($1, $2) order by code, language limit $3`,
      [last.code, last.language, CHUNK],
    )
    for (const row of rows)
      if (!isFormatOf({ ...row, formatted: row.content })) wrong.push(`${row.code} in ${row.language}`)
    count += rows.length
    last = rows.at(-1) ?? last
    full = rows.length === CHUNK
  }
  return {
    figure: wrong.length > 0 ? wrong.slice(0, 20).join(', ') : `${count} texts`,
    breaches: wrong.length,
  }
}

/** Whether a formatted text is that of a description. One that was stored before Markdown was is one paragraph of its words. */
export function isFormatOf({ description, formatted }: { description: string; formatted: unknown }): boolean {
  const asWritten = description === '' ? [] : [{ kind: 'paragraph', text: [{ text: description }] }]
  if (isDeepStrictEqual(formatted, asWritten)) return true
  try {
    return isDeepStrictEqual(formatted, richTextOf(description))
  } catch {
    // the Markdown has what no description can have
    return false
  }
}
