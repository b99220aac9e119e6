/** What the house states about the withdrawals of a day is in the log exactly once, wherever a server dies; the doctor finds the rest. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDb } from '../../platform/db.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { failing, planted } from '../../testing/planted.ts'
import { dyingAt, SEED } from '../fair/log/log.fixture.ts'
import { createLogWriter, type LogWriter } from '../fair/log/log-writer.ts'
import { testWallet, type TestWallet } from '../wallet/wallet.fixture.ts'
import { publishDay, type DayDeps } from '../wallet/withdrawal/withdrawal-days.ts'
import { applied, richMember, type Rich } from '../wallet/withdrawal/withdrawal.fixture.ts'
import { homeChecks } from './home.checks.ts'

const IN_THE_LOG =
  'the withdrawals of every day are in the log as they were stated, once, and no other day is'
const checks = homeChecks.filter(({ title }) => title === IN_THE_LOG)

let wallet: TestWallet
let writer: LogWriter
let person: Rich
let days = 0
beforeAll(async () => {
  wallet = await testWallet()
  const [row] = await wallet.owner.query<{ id: string }>('select id from deployment')
  writer = createLogWriter({ deployment: row!.id, seed: SEED })
  await writer.begin(wallet.db)
  person = await richMember(wallet, '10000.00')
  await at(0, 9)
  await applied(wallet, person, 100_0000n)
})
afterEach(async () => {
  expect(await failing(wallet.owner, checks)).toEqual([])
})
afterAll(() => wallet.close())

/** Business time in days after 2031-06-02. */
const at = (day: number, hours = 0) =>
  wallet.database.setClockOffset(Date.UTC(2031, 5, 2) + day * DAY_MS + hours * HOUR_MS - Date.now())

const publish: DayDeps['publish'] = (tx, entry) => writer.enqueue(tx, entry)
const stated = async (): Promise<number> =>
  Number((await wallet.db.query<{ n: bigint }>('select count(*) as n from withdrawal_day'))[0]!.n)
const entries = async (): Promise<number> =>
  (await wallet.db.query(`select 1 from log_entry where kind = 'withdrawals'`)).length

/** Does the work on a connection that dies at a statement. @returns whether the work outlived it */
async function dies(
  statement: number,
  when: 'before' | 'after',
  work: (db: DayDeps['db']) => Promise<unknown>,
) {
  // a connection of its own: the pool of the server survives
  const own = createDb(wallet.database.appUrl, { max: 2 })
  const dying = dyingAt(own, statement, when)
  const error = await work(dying).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  await own.close()
  expect(error === null).toBe(!dying.died())
  return !dying.died()
}

test('a server that dies at any statement states a day and enqueues its entry, or neither; the next run does it once', async () => {
  let deaths = 0
  for (const when of ['before', 'after'] as const) {
    for (let statement = 1, whole = false; !whole; statement++) {
      await at(++days, 1)
      const before = await stated()
      whole = await dies(statement, when, (db) => publishDay({ db, utcOffsetMinutes: 0, publish }))
      expect(await stated()).toBe(before + (whole ? 1 : 0))
      expect(await failing(wallet.owner, checks)).toEqual([])
      while ((await publishDay({ db: wallet.db, utcOffsetMinutes: 0, publish })) !== null);
      if (!whole) deaths++
    }
  }
  // the day and the entry
  expect(deaths).toBeGreaterThanOrEqual(4)
  expect(await stated()).toBe(days)
})

test('a server that dies while it appends the entries appends each of them once', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let statement = 1, whole = false; !whole; statement++) {
      await at(++days, 1)
      await publishDay({ db: wallet.db, utcOffsetMinutes: 0, publish })
      whole = await dies(statement, when, (db) => writer.flush(db, { checkpoint: true }))
      expect(await failing(wallet.owner, checks)).toEqual([])
      await writer.flush(wallet.db, { checkpoint: true })
      expect(await entries()).toBe(await stated())
    }
  }
})

const WAITS = `insert into log_pending (entry) select bytes::jsonb from log_entry where kind = 'withdrawals'`
const DAY = `select max(day) from withdrawal_day`
test.each([
  [
    'a day whose entry is gone',
    `insert into withdrawal_day select day + 1, starts_at + interval '1 day', ends_at + interval '1 day',
     withdrawals, amount, oldest_hours, rejected, stated_at + interval '1 day' from withdrawal_day where day = (${DAY})`,
  ],
  ['an entry that is there twice', WAITS],
  [
    'an entry of a day that is not stated',
    `${WAITS}; update log_pending set entry = jsonb_set(entry, '{day}', '"2030-01-01"')`,
  ],
  ['a day that is not there any more', `delete from withdrawal_day where day = (${DAY})`],
  ['another number', `update withdrawal_day set withdrawals = 7 where day = (${DAY})`],
  ['another amount', `update withdrawal_day set amount = 7 where day = (${DAY})`],
  ['another age', `update withdrawal_day set oldest_hours = 0 where day = (${DAY})`],
  [
    'a rejection that was left out',
    `update withdrawal_day set rejected = '{"other": 1}' where day = (${DAY})`,
  ],
])('the doctor finds %s', async (_, plant) => {
  expect(await planted(wallet.owner, checks, plant)).toEqual([IN_THE_LOG])
})

test('an entry that was set aside with a lost log is still the entry of its day', async () => {
  await at(++days, 1)
  await publishDay({ db: wallet.db, utcOffsetMinutes: 0, publish })
  const aside = `insert into log_unpublished (log, pending_id, entry)
    select (select max(number) from log), pending_id, entry from log_pending; delete from log_pending`
  expect(await planted(wallet.owner, checks, aside)).toEqual([])
  expect(await planted(wallet.owner, checks, 'delete from log_pending')).toEqual([IN_THE_LOG])
})
