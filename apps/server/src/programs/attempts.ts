/** Runs the doctor's checks so that one that fails on what it finds does not end the others. */
import { sqlState, type Executor } from '../platform/db.ts'

export type Attempt = <T>(work: () => Promise<T>) => Promise<{ value: T } | { error: Error }>

const NO_TRANSACTION = '25P01'

/**
 * In a transaction every attempt has its savepoint, because an error of PostgreSQL ends everything after it. Tests check
 * without a transaction.
 */
export async function createAttempts(db: Executor): Promise<Attempt> {
  const hasTransaction = await isInTransaction(db)
  return async (work) => {
    if (hasTransaction) await db.query('savepoint attempt')
    try {
      const value = await work()
      if (hasTransaction) await db.query('release savepoint attempt')
      return { value }
    } catch (thrown) {
      // without its connection the doctor cannot go on
      if (hasTransaction) await db.query('rollback to savepoint attempt')
      return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
    }
  }
}

async function isInTransaction(db: Executor): Promise<boolean> {
  try {
    await db.query('savepoint attempt')
    await db.query('release savepoint attempt')
    return true
  } catch (error) {
    if (sqlState(error) === NO_TRANSACTION) return false
    throw error
  }
}
