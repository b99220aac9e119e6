/**
 * Cursors of keyset-paged lists: the sort key of the last item, opaque to the client. A cursor grants no access, because it
 * never says whose rows a list shows.
 */
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key), 'utf8').toString('base64url')
}

/** A time in a key: Unix milliseconds that both a JavaScript Date and a database timestamp can represent. */
export const cursorTime = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))

/**
 * The key inside a cursor, or null for the first page.
 * @throws Refusal INPUT_INVALID when it is not a cursor of this list
 */
export function decodeCursor<T extends z.ZodMiniType>(
  cursor: string | undefined,
  schema: T,
): z.output<T> | null {
  if (cursor === undefined) return null
  let key: unknown
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  }
  const parsed = z.safeParse(schema, key)
  if (!parsed.success) throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  return parsed.data
}

/**
 * Cuts rows that were read with `limit + 1` to one page.
 * @param key sort key of an item, as the list's statement takes it
 */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  key: (last: T) => readonly (string | number)[],
): { items: T[]; next: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? encodeCursor(key(last)) : null }
}
