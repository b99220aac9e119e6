import { createDb, type Db, type DbOptions } from '../platform/db.ts'
import { watchLocks } from './lock-order.ts'

/**
 * A pool for tests. It refuses a use of the pool inside a transaction, and a transaction that locks rows against the order of locks. Its
 * `close` fails when a transaction did, even if the caller caught the error.
 */
export function strictDb(url: string, options: Omit<DbOptions, 'strict' | 'watch'> = {}): Db {
  const inversions: string[] = []
  const db = createDb(url, {
    ...options,
    strict: true,
    watch: watchLocks((message) => inversions.push(message)),
  })
  return {
    ...db,
    async close() {
      await db.close()
      if (inversions.length > 0) throw new Error(inversions.join('\n'))
    },
  }
}
