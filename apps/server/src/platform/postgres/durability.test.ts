import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDb } from '../db.ts'
import { checkDurability } from './durability.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function check(): Promise<void> {
  const db = createDb(database.appUrl, { max: 1 })
  try {
    await checkDurability(db)
  } finally {
    await db.close()
  }
}

test('accepts the cluster of the tests', () => expect(check()).resolves.toBeUndefined())

test('refuses synchronous_commit = off of the role or the database', async () => {
  const name = new URL(database.appUrl).pathname.slice(1)
  const admin = createDb(inject('testCluster').superuserUrl, { max: 1 })
  await admin.query(`alter role fairlot_app in database ${name} set synchronous_commit = off`)
  await expect(check()).rejects.toThrow('has synchronous_commit off')
  await admin.query(`alter role fairlot_app in database ${name} reset synchronous_commit`)
  await admin.query(`alter database ${name} set synchronous_commit = off`)
  await expect(check()).rejects.toThrow('pg_db_role_setting')
  await admin.query(`alter database ${name} reset synchronous_commit`)
  await admin.close()
  await check()
})
