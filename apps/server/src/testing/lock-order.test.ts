import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuids } from '../modules/ledger/arrays.ts'
import { HOUSE, WALLETS } from '../modules/ledger/books.ts'
import { HOUSE_BOOKS } from '../modules/ledger/transfer.ts'
import { createDb, type Db, type Tx } from '../platform/db.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { watchLocks } from './lock-order.ts'
import { locksOf } from './locks-of.ts'
import { strictDb } from './strict-db.ts'
import { lockedByInsert } from './trigger-locks.ts'

describe('the rows that a statement locks', () => {
  test.each([
    ['select 1 from wallet where member_id = $1 for update', ['wallet']],
    ['select 1 from wallet w join member using (member_id) for no key update of w', ['wallet']],
    ['select 1 from wallet, member m where true order by 1 limit 2 for share', ['wallet', 'member']],
    ['select count(*) from (select 1 from wallet order by member_id for key share) locked', ['wallet']],
    ['select 1 from (select * from wallet) w for update', ['wallet']],
    ['with w as materialized (select * from wallet) select 1 from w, member for update', ['member']],
    ["update wallet set balance = 0 where name = 'for update of x' -- delete from x", ['wallet']],
    [
      'with a as (update wallet w set x = 1 returning 1) delete from only member using a',
      ['wallet', 'member'],
    ],
    ['insert into wallet (x) select 1 on conflict (x) do update set x = 2', ['wallet']],
    ['insert into wallet (x) select x from member on conflict do nothing', []],
    ['select extract(epoch from at) for_update, substring(x for 3) from wallet', []],
  ])('%s', (text, tables) => {
    expect(locksOf(text).locks.map(({ table }) => table)).toEqual(tables)
  })

  test('what skips locked rows does not wait', () => {
    expect(locksOf('select 1 from job for update skip locked').locks).toEqual([
      { table: 'job', waits: false },
    ])
  })

  test('an entry of a draw locks its issue by a trigger', () => {
    expect(lockedByInsert('issue_draw')).toContain('issue')
    expect(lockedByInsert('event_seal')).toContain('event')
    expect(lockedByInsert('wallet')).toEqual([])
  })
})

describe('the order of locks', () => {
  let database: TestDatabase
  let db: Db
  const found: string[] = []
  beforeAll(async () => {
    database = await testDatabase()
    db = createDb(database.appUrl, { max: 1, watch: watchLocks((message) => found.push(message)) })
  })
  afterAll(async () => {
    await db.close()
    await database.drop()
  })

  const [low = '', high = ''] = [randomUUID(), randomUUID()].toSorted()
  const wallet = (tx: Tx, id: string) => tx.query(WALLETS.lock, [id])
  const house = (tx: Tx) => tx.query(HOUSE.lock, [HOUSE_BOOKS.cash])

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['a table before', (tx) => house(tx).then(() => wallet(tx, low))],
    ['a trigger', (tx) => house(tx).then(() => tx.query('insert into issue_draw default values'))],
    [
      'another row',
      (tx) =>
        wallet(tx, low)
          .then(() => house(tx))
          .then(() => wallet(tx, high)),
    ],
    [
      'an unguarded row',
      (tx) => house(tx).then(() => tx.query('update limit_counter set used = 0 where false')),
    ],
    [
      'a second lock of the back office',
      async (tx) => {
        await tx.query('update lock_row set taken = taken where name = $1', ['settings'])
        await tx.query('update lock_row set taken = taken where name = $1', ['back_office'])
      },
    ],
  ])('%s against the order is refused', async (_title, work) => {
    found.length = 0
    await expect(db.tx(work)).rejects.toThrow('comes earlier in the order of locks')
    expect(found).toHaveLength(1)
  })

  test('keys of one book ascend', async () => {
    await expect(db.tx((tx) => wallet(tx, high).then(() => wallet(tx, low)))).rejects.toThrow(
      'order of its keys',
    )
    await db.tx((tx) => wallet(tx, low).then(() => wallet(tx, high)))
  })

  test('the error names both statements', async () => {
    const both = /house_account \(book\.house\.lock\).* wallet \(book\.wallet\.lock\)/
    await expect(db.tx((tx) => house(tx).then(() => wallet(tx, low)))).rejects.toThrow(both)
  })

  test('rows that are held, guarded, new, or not waited for are locked at any time', async () => {
    await db.tx(async (tx) => {
      await tx.query(WALLETS.lockMany, [uuids([low, high])])
      await house(tx)
      await wallet(tx, high)
      await tx.query('update limit_counter set used = 0 where false')
      await tx.query('select 1 from withdrawal for update skip locked')
    })
    const fresh = randomUUID()
    await db.tx(async (tx) => {
      await house(tx)
      await tx.query('insert into wallet (member_id) select $1::uuid where false', [fresh])
      await wallet(tx, fresh)
    })
  })

  test('a strict pool remembers what its caller caught', async () => {
    const strict = strictDb(database.appUrl, { max: 1 })
    await strict.tx((tx) => house(tx).then(() => wallet(tx, low))).catch(() => {})
    await expect(strict.close()).rejects.toThrow('order of locks')
  })
})
