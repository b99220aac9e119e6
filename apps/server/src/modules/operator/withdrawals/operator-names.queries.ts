import type { Executor, Statement } from '../../../platform/db.ts'

const NAMES: Statement = {
  name: 'operator.names',
  text: 'select operator_id, name from operator where operator_id = any($1::uuid[])',
}

/** Login names of operators by id. Unknown ids are missing. */
export async function operatorNames(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ operator_id: string; name: string }>(NAMES, [[...new Set(ids)]])
  return new Map(rows.map(({ operator_id: id, name }) => [id, name]))
}
