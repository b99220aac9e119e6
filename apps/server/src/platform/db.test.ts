import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createDb, type Db } from './db.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl, { max: 1, strict: true })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('a strict pool refuses what runs inside a transaction and does not use it', async () => {
  const nested = 'a transaction uses the pool'
  await expect(db.tx(() => db.query('select 1'))).rejects.toThrow(nested)
  await expect(db.tx(() => db.tx((tx) => tx.query('select 1')))).rejects.toThrow(nested)
  // the connection is free again, and what a transaction has started may use the pool after its end
  let later: Promise<unknown> = Promise.resolve()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  await db.tx((tx) => {
    later = ended.then(() => db.query('select 2 as two'))
    return tx.query('select 1')
  })
  end()
  expect(await later).toEqual([{ two: 2 }])
})
