import { purchaseId } from '@fairlot/fairness/purchase-id'
import { assert, asyncProperty, constantFrom, uuid, array, tuple } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../../platform/db.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { derivedId } from './derived-ids.checks.ts'
import { purchaseKeys } from './purchase-keys.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('the server, the database and the formula make the same id of the same member and request', async () => {
  const pairs = array(
    tuple(
      uuid(),
      constantFrom(4, 7, 8).chain((version) => uuid({ version })),
    ),
    { minLength: 1 },
  )
  await assert(
    asyncProperty(pairs, async (list) => {
      const rows = await db.query<{ id: string }>(
        `select ${derivedId('member', 'request')} as id from unnest($1::uuid[], $2::uuid[]) with ordinality as asked(member, request, n) order by n`,
        [list.map(([member]) => member), list.map(([, request]) => request)],
      )
      const expected = list.map(([member, request]) => purchaseId(member, request))
      expect(rows.map(({ id }) => id)).toEqual(expected)
      expect(list.map(([member, request]) => purchaseKeys(member, request.toUpperCase()).id)).toEqual(
        expected,
      )
    }),
    { numRuns: 20 },
  )
})
