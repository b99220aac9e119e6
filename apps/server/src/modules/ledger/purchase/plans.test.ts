/**
 * Fresh database, then load: a plan cached while the tables were empty must not read more rows as they fill. PostgreSQL counts
 * the reads; nothing is timed.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { LIMIT_PERIODS } from '@fairlot/contract/kinds/guard-kinds'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { createDb, type Db } from '../../../platform/db.ts'
import { breaches, testIssue, testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import { setLimit } from '../limits/limit-counters.ts'
import { lockWallets } from '../wallets.ts'
import { purchaseKeys } from './purchase-keys.ts'
import { createSeller } from './seller.ts'
import { prepareSplit } from './statements.ts'
import { shareSeller } from '../../mall/sales/share-seller.ts'

const HOT = ['wallet', 'purchase', 'issue', 'issue_sale', 'ledger', 'limit_counter']
/** The issues are left out: each batch updates them, and the entries of their old rows stay while any old transaction runs. */
const GROWING = ['wallet', 'purchase', 'issue_sale', 'ledger', 'limit_counter']
const MEMBERS = 600
const MAKING = 'fairlot-making'
const SELLING = 'fairlot-shares'
const UNIT = 10_000n
const CALLERS = 16
const PURCHASES = rounds(4_000, 2_000)

let mall: TestMall | undefined
afterEach(() => mall?.close())

type Reads = { seqScans: number; indexTuples: number; scans: Map<string, number> }

/** Reads so far. A backend's counts are complete after it ended, so this waits for the backends of `application`. */
async function reads(observer: Db, application: string): Promise<Reads> {
  for (let living = 1; living > 0;) {
    const [row] = await observer.query<{ count: bigint }>(
      `select count(*) as count from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [application],
    )
    living = Number(row?.count)
  }
  const tables = await observer.query<{ scans: bigint }>(
    'select seq_scan as scans from pg_stat_user_tables where relname = any($1)',
    [HOT],
  )
  const indexes = await observer.query<{ name: string; scans: bigint; tuples: bigint }>(
    `select indexrelname as name, idx_scan as scans, idx_tup_read as tuples
     from pg_stat_user_indexes where relname = any($1)`,
    [GROWING],
  )
  return {
    seqScans: tables.reduce((sum, row) => sum + Number(row.scans), 0),
    indexTuples: indexes.reduce((sum, row) => sum + Number(row.tuples), 0),
    scans: new Map(indexes.map((row) => [row.name, Number(row.scans)])),
  }
}

/** `count` purchases of single shares, every third with a cap to check. */
async function load(
  { seller }: TestMall,
  members: readonly string[],
  subjects: readonly string[],
  count: number,
): Promise<void> {
  let next = 0
  async function caller() {
    for (let n = next++; n < count; n = next++) {
      const bought = await seller.buy({
        ...purchaseKeys(members[n % members.length]!, randomUUID()),
        subject: subjects[n % subjects.length]!,
        quantity: 1,
        amount: UNIT,
        maxPerMember: n % 3 === 0 ? 2 : 0,
      })
      expect(['done', 'max_per_member']).toContain(bought.outcome)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

test.each([
  ['one', 'never looked at by vacuum', null],
  ['one', 'known to vacuum as empty', 'vacuum analyze'],
  ['split', 'known to vacuum as empty', 'vacuum analyze'],
] as const)(
  'lanes: %s, plans made on tables %s: each purchase reads a few rows by index, however many there are',
  async (lanes, _, before) => {
    mall = await testMall(lanes)
    if (before) await mall.owner.query(before)
    const making: TestMall = {
      ...mall,
      db: createDb(mall.database.appUrl, { name: MAKING }),
      owner: createDb(mall.database.ownerUrl, { name: MAKING }),
    }
    const [first = ''] = await testMembers(making, 1, 10n * UNIT)
    const hot = await testIssue(making, { shares: 50_000, price: UNIT })
    await load(mall, [first], [hot.issueId], 1)

    const members = await testMembers(making, MEMBERS, 100n * UNIT)
    const subjects = [hot.issueId]
    for (let n = 0; n < 6; n++)
      subjects.push((await testIssue(making, { shares: 50_000, price: UNIT })).issueId)
    await Promise.all([making.db.close(), making.owner.close()])
    const start = await reads(mall.owner, MAKING)

    await load(mall, members, subjects, PURCHASES)
    await mall.seller.close()
    const end = await reads(mall.owner, SELLING)

    expect(end.seqScans - start.seqScans).toBe(0)
    expect((end.indexTuples - start.indexTuples) / PURCHASES).toBeLessThan(10)
    // this index begins with the member as well; a scan of it would read all of the member's purchases
    expect(end.scans.get('purchase_by_time')).toBe(start.scans.get('purchase_by_time'))
    expect(await breaches(mall.db)).toEqual([])
  },
)

test('the table between the halves of a split batch has no TOAST table, which each commit would empty', async () => {
  mall = await testMall()
  const db = createDb(mall.database.appUrl, { max: 1 })
  await db.query(prepareSplit(shareSeller))
  const tables = await db.query(
    `select relname as name, reltoastrelid = 0 as plain from pg_class
     where relnamespace = pg_my_temp_schema() and relkind = 'r'`,
  )
  await db.close()
  expect(tables).toEqual([{ name: 'judged', plain: true }])
})

test('limits are looked up only for members who have some', async () => {
  mall = await testMall()
  const making: TestMall = {
    ...mall,
    db: createDb(mall.database.appUrl, { name: MAKING }),
    owner: createDb(mall.database.ownerUrl, { name: MAKING }),
  }
  const members = await testMembers(making, MEMBERS, 1_000n * UNIT)
  const free = members.slice(0, MEMBERS / 2)
  const limited = members.slice(MEMBERS / 2)
  const { issueId } = await testIssue(making, { shares: 50_000, price: UNIT })
  for (const member of limited)
    await making.db.tx(async (tx) => {
      await lockWallets(tx, [member])
      for (const period of LIMIT_PERIODS)
        for (const kind of ['spend', 'loss', 'time', 'deposit'] as const)
          await setLimit(tx, { member, kind, period }, 900n * UNIT, 0, { used: 0n, open: 0n, latest: null })
    })
  await Promise.all([making.db.close(), making.owner.close()])
  const scansOf = ({ scans }: Reads) => scans.get('limit_counter_pkey') ?? 0

  const start = await reads(mall.owner, MAKING)
  await load(mall, free, [issueId], 1_000)
  await mall.seller.close()
  const without = await reads(mall.owner, SELLING)
  expect(scansOf(without)).toBe(scansOf(start))

  mall.seller = createSeller({ url: mall.database.appUrl, definition: shareSeller })
  await load(mall, limited, [issueId], 1_000)
  await mall.seller.close()
  const end = await reads(mall.owner, SELLING)
  expect(end.seqScans - start.seqScans).toBe(0)
  // one look-up to judge and one to count, of at most twelve rows each, independent of how many members have limits
  expect(scansOf(end) - scansOf(without)).toBeLessThanOrEqual(2 * 1_000)
  expect((end.indexTuples - without.indexTuples) / 1_000).toBeLessThan(10 + 2 * 4 * LIMIT_PERIODS.length)
  expect(await breaches(mall.db)).toEqual([])
})
