import type { Db, Tx } from '../platform/db.ts'

/** A database that fails at the given statement of a transaction; the first is 1. */
export function dyingAt(db: Db, statement: number): Db {
  return {
    ...db,
    tx: (work) =>
      db.tx((tx) => {
        let count = 0
        const dying = {
          query: (...args: Parameters<Tx['query']>) =>
            ++count === statement ? Promise.reject(new Error('the server died')) : tx.query(...args),
        } as Tx
        return work(dying)
      }),
  }
}
