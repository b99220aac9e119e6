/** The rows that triggers lock, from the schema: an entry of a draw locks the row of its issue. */
import { readFileSync } from 'node:fs'
import { locksOf } from './locks-of.ts'

const FUNCTION =
  /CREATE OR REPLACE FUNCTION public\.(\w+)\(\)\s+RETURNS trigger[^$]*\$function\$(.*?)\$function\$/gs
const TRIGGER =
  /^CREATE (?:CONSTRAINT )?TRIGGER \w+ (?:BEFORE|AFTER) INSERT\b.*? ON (\w+) .*EXECUTE FUNCTION (\w+)\(/gm

let known: ReadonlyMap<string, readonly string[]> | undefined

/** The tables whose rows an insert into `table` locks. */
export function lockedByInsert(table: string): readonly string[] {
  known ??= read(readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8'))
  return known.get(table) ?? []
}

function read(schema: string): Map<string, string[]> {
  const ofFunction = new Map<string, string[]>()
  for (const [, name = '', body = ''] of schema.matchAll(FUNCTION)) {
    const locks = body
      .replaceAll('public.', '')
      .split(';')
      .flatMap((statement) => locksOf(statement).locks)
    if (locks.length > 0)
      ofFunction.set(
        name,
        locks.map((lock) => lock.table),
      )
  }
  const found = new Map<string, string[]>()
  for (const [, table = '', name = ''] of schema.matchAll(TRIGGER))
    found.set(table, [...(found.get(table) ?? []), ...(ofFunction.get(name) ?? [])])
  return found
}
