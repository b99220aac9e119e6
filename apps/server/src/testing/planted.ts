/**
 * Plants a corruption in a transaction, runs the doctor's SQL checks in it, and rolls it back. A corruption is found when a
 * check fails or when the database refuses it; a table-driven test of each module lists its corruptions and who must find
 * them.
 */
import type { Db, Executor, Tx } from '../platform/db.ts'

/** A check of one statement, or one that reads rows itself. */
type PlantCheck = { title: string } & (
  | { sql: string }
  | { find(db: Executor): Promise<{ breaches: number }> }
)

/** Statements, separated by `;` when there are no values, or what a test does in the transaction. */
export type Plant = string | ((tx: Tx) => Promise<unknown>)

class Undone extends Error {}

/** The titles of the checks that fail, in their order. */
export async function failing(db: Executor, checks: readonly PlantCheck[]): Promise<string[]> {
  const titles: string[] = []
  for (const check of checks) if (!(await passes(db, check))) titles.push(check.title)
  return titles
}

async function passes(db: Executor, check: PlantCheck): Promise<boolean> {
  if ('find' in check) return (await check.find(db)).breaches === 0
  const [row] = await db.query<{ breaches: bigint }>(check.sql)
  return row?.breaches === 0n
}

/** The constraint, or the message, by which PostgreSQL refuses a plant. */
function refusal(error: unknown): string {
  if (!(error instanceof Error) || !('severity' in error)) throw error
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : ''
  return `refused: ${constraint || error.message}`
}

/**
 * What finds a corruption.
 *
 * @param db connected as the role that plants: the owner of the schema, or the app role. A plant of the app role shows what
 *   someone can do who has taken over the server.
 * @returns the titles of the checks that fail with the corruption, or one line `refused: …` with the constraint or the
 *   message of the database when it refuses the corruption. An empty list: nothing finds it.
 */
export async function planted(
  db: Db,
  checks: readonly PlantCheck[],
  plant: Plant,
  values: readonly unknown[] = [],
): Promise<string[]> {
  let found: string[] = []
  const work = db.tx(async (tx) => {
    try {
      if (typeof plant === 'string') await tx.query(plant, values)
      else await plant(tx)
      // what is checked at the commit is checked here
      await tx.query('set constraints all immediate')
    } catch (error) {
      found = [refusal(error)]
      throw new Undone()
    }
    found = await failing(tx, checks)
    throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return found
}
