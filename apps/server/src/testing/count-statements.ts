import type { Db, Tx } from '../platform/db.ts'

/** Runs `work` in a transaction. @returns what it answers, and how many statements it ran */
export async function countStatements<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T; statements: number }> {
  let statements = 0
  const result = await db.tx((tx) => {
    statements = 0
    const counted: Pick<Tx, 'query'> = {
      query(...asked) {
        statements++
        return tx.query(...asked)
      },
    }
    return work(counted as Tx)
  })
  return { result, statements }
}
