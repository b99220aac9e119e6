import { expect } from 'vitest'
import { createDb, type Db, type Executor, type Tx } from '../platform/db.ts'

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

/**
 * Tries the work on databases that die at each statement of a transaction in turn, until one outlives it.
 * @param afterDeath what must hold after each death
 * @returns the number of deaths
 */
export async function dieAtEachStatement(
  db: Db,
  work: (db: Db) => Promise<unknown>,
  afterDeath?: () => Promise<void>,
): Promise<number> {
  for (let statement = 1; statement < 80; statement++) {
    const outcome = await work(dyingAt(db, statement)).then(
      () => null,
      (error: unknown) => error,
    )
    if (outcome === null) return statement - 1
    expect(outcome).toMatchObject({ message: 'the server died' })
    await afterDeath?.()
  }
  throw new Error('the work never ends')
}

const KILL = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = $1 and datname = current_database()`

/**
 * A database of a server that dies while the given statement runs, counted over all transactions; the first is 1. A statement
 * outside of a transaction may still have had its effect.
 */
function killedAt(db: Db, statement: number, kill: () => Promise<unknown>): Db {
  let count = 0
  const dying = (executor: Executor): Executor['query'] => {
    return async (...args) => {
      count += 1
      if (count < statement) return executor.query(...args)
      if (count === statement) await Promise.allSettled([executor.query(...args), kill()])
      throw new Error('the server died')
    }
  }
  return {
    ...db,
    query: dying(db),
    tx: (work) => db.tx((tx) => work({ query: dying(tx) } as Tx)),
  }
}

/**
 * Runs a job on connections that PostgreSQL ends in the middle of a statement, the next one each time, and restarts it until all
 * is done. Which statements are hit does not depend on the time.
 *
 * @param kills deaths at most
 * @returns how often it died
 */
export async function throughKills(
  appUrl: string,
  kills: number,
  job: (db: Db) => Promise<unknown>,
): Promise<number> {
  const killer = createDb(appUrl, { max: 1, name: 'killer' })
  try {
    for (let deaths = 0; ; deaths++) {
      const name = `dying-${deaths}`
      const server = createDb(appUrl, { max: 2, name })
      let isKilled = false
      const kill = async () => {
        isKilled = true
        await killer.query(KILL, [name])
      }
      const dies = deaths < kills ? killedAt(server, 2 + deaths, kill) : server
      const outcome = await job(dies).then(
        () => null,
        (error: unknown) => error,
      )
      await server.close()
      if (outcome === null) return deaths
      if (!isKilled) throw outcome
    }
  } finally {
    await killer.close()
  }
}
