/** Data of an installation that ran migrations 0001 to 0011 survives the later ones, and the doctor's checks hold. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/database.ts'
import { CHECKS } from '../../programs/doctor.checks.ts'
import { checkLogRules, createLogWriter } from '../../modules/fair/index.ts'
import { FLOOR_MS, createDb, type Db } from '../db.ts'
import { ensureDeployment, migrate, migrationsDirectory, readMigrations } from './migrate.ts'

const LAST = 11
const [LIMITED, ON_BREAK, CLOSING] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const [ISSUE, BOUGHT, SOLD_OUT, CLOSED, SCHEDULED] = [11, 12, 13, 14, 15].map(
  (n) => `00000000-0000-4000-8000-0000000000${n}`,
)

/** Three members with money; one bought and was refused twice. In the words of that time. */
const OLD_ROWS = `
  insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at, adult_declared_at, created_at, status)
  select id::uuid, '+88018000000' || n || '0', 'Member ' || n, '$argon2id$none', 'ABCDE' || chr(64 + n::int), '1', now(), now(), now(),
    case n when 3 then 'closing' else 'active' end
  from unnest(array['${LIMITED}', '${ON_BREAK}', '${CLOSING}']) with ordinality as m(id, n);
  insert into wallet (member_id, balance, lines) select member_id, 1000000, 1 from member;
  update wallet set balance = 990000, lines = 6, open_orders = 1, guarded = true where member_id = '${LIMITED}';
  update house_account set balance = -3000000 where name = 'cash';
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select member_id, member_id, 'recharge', 'clearing', 'wallet', 1000000, 1, 1000000, now() from member;
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  select h.book, m.member_id, 'recharge', 'account', 'clearing', 1000000, now() from member m, house_account h where h.name = 'cash';
  insert into category (category, position, tile) values ('test', 1, 'sea');
  insert into product (code, category, mode, art, tile, market_price, share_price, shares, issued, grade, reading, plain_acknowledged, created_at)
  values ('OLD', 'test', 'goods', 'phone', 'sea', 10000, 10000, 2, 1, 'plain', 'before-final', true, now());
  insert into product_text (code, language, title, description) values ('OLD', 'en-us', 'An old product', 'For tests.');
  insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent, max_per_member, min_vip,
    reading, grade, utc_offset, closes_at, created_at)
  values ('${ISSUE}', 'OLD', 1, 'OLD-0001', 'goods', 2, 10000, 10000, 80, 0, 0, 'before-final', 'plain', 0, now() + interval '9 days', now());
  insert into product_issue (code, sequence, issue_id) values ('OLD', 1, '${ISSUE}');
  insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms, sold, pool, orders, participants, time_sum, last_ms)
  select issue_id, shares, price, 0, 'selling', to_timestamp(1790000000), ${FLOOR_MS('closes_at')}, 1, 10000, 1, 1,
    time_of_day(1790000000000, 0), 1790000000000
  from issue_terms;
  insert into purchase (member_id, purchase_id, kind, subject_id, quantity, amount, state, settled, first_code, created_at) values
    ('${LIMITED}', '${BOUGHT}', 'shares', '${ISSUE}', 1, 10000, 'done', false, 1000001, to_timestamp(1790000000)),
    ('${LIMITED}', '${SOLD_OUT}', 'shares', '${ISSUE}', 2, 20000, 'sold_out', true, null, now()),
    ('${LIMITED}', '${CLOSED}', 'shares', '${ISSUE}', 3, 30000, 'closed', true, null, now());
  insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms) values
    ('${ISSUE}', '${BOUGHT}', '${LIMITED}', 1, 10000, 'done', 1000001, 1, 1790000000000),
    ('${ISSUE}', '${SOLD_OUT}', '${LIMITED}', 2, 20000, 'sold_out', null, null, null),
    ('${ISSUE}', '${CLOSED}', '${LIMITED}', 3, 30000, 'closed', null, null, null);
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at) values
    ('${LIMITED}', '${BOUGHT}', 'hold', 'wallet', 'clearing', 10000, 2, 990000, to_timestamp(1790000000)),
    ('${ISSUE}', '${BOUGHT}', 'sale', 'clearing', 'pool', 10000, null, null, to_timestamp(1790000000)),
    ('${LIMITED}', '${SOLD_OUT}', 'hold', 'wallet', 'clearing', 20000, 3, 970000, now()),
    ('${LIMITED}', '${SOLD_OUT}', 'release', 'clearing', 'wallet', 20000, 4, 990000, now()),
    ('${LIMITED}', '${CLOSED}', 'hold', 'wallet', 'clearing', 30000, 5, 960000, now()),
    ('${LIMITED}', '${CLOSED}', 'release', 'clearing', 'wallet', 30000, 6, 990000, now());
  insert into limit_counter (member_id, kind, span, cap, starts_on, utc_offset, used, open, most, set_at)
  values ('${LIMITED}', 'loss', 'month', 50000, date_trunc('month', now() at time zone 'UTC')::date, 0, 10000, 10000, 50000, now() - interval '1 hour');
  insert into limit_increase (member_id, kind, span, cap, asked_at, confirm_from, confirm_until)
  values ('${LIMITED}', 'loss', 'month', null, now(), now() + interval '25 hours', now() + interval '50 hours');
  insert into limit_change (member_id, change_id, kind, span, event, before, after, at)
  values ('${LIMITED}', gen_random_uuid(), 'loss', 'month', 'set', null, 50000, now() - interval '1 hour'),
    ('${LIMITED}', gen_random_uuid(), 'loss', 'month', 'asked', 50000, null, now());
  insert into exclusion (member_id, exclusion_id, kind, starts_at, ends_at)
  select id::uuid, gen_random_uuid(), 'cooling_off', date_trunc('milliseconds', now()), date_trunc('milliseconds', now()) + interval '7 days'
  from unnest(array['${ON_BREAK}', '${CLOSING}']) id;
  update wallet w set stopped_until = (select ends_at from exclusion e where e.member_id = w.member_id) where member_id = '${ON_BREAK}';
  update wallet set stopped_until = 'infinity' where member_id = '${CLOSING}';
  insert into closure (member_id, asked_at) values ('${CLOSING}', now());
  insert into product (code, category, mode, art, tile, market_price, share_price, shares, issued, grade, reading, plain_acknowledged, created_at)
  values ('NEXT', 'test', 'goods', 'phone', 'sea', 10000, 10000, 2, 1, 'plain', 'before-final', true, now());
  insert into product_text (code, language, title, description) values ('NEXT', 'en-us', 'The next product', 'For tests.');
  insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent, max_per_member, min_vip,
    reading, grade, utc_offset, opens_at, closes_at, created_at)
  values ('${SCHEDULED}', 'NEXT', 1, 'NEXT-0001', 'goods', 2, 10000, 10000, 80, 0, 0, 'before-final', 'plain', 0,
    now() + interval '1 day', now() + interval '9 days', now());
  insert into product_issue (code, sequence, issue_id) values ('NEXT', 1, '${SCHEDULED}');
  insert into issue (issue_id, shares, price, utc_offset, status, closes_ms)
  select issue_id, shares, price, 0, 'scheduled', ${FLOOR_MS('closes_at')} from issue_terms where issue_id = '${SCHEDULED}';
  insert into log_pending (entry) select jsonb_build_object('t', 'issue-open', 'issue', t.number, 'shares', t.shares,
    'price', t.price::text, 'reading', t.reading, 'grade', t.grade, 'offset', 0, 'chain', null, 'delay', null,
    'bands', '[[0, 0]]'::jsonb, 'prizes', jsonb_build_array(t.prize_value::text), 'commitment', null,
    'at', ${FLOOR_MS('i.opened_at')})
  from issue_terms t join issue i using (issue_id) where i.opened_at is not null`

let database: Awaited<ReturnType<typeof emptyDatabase>>
let db: Db
let directory = ''

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-migrations-'))
  for (const { version, name } of await readMigrations()) {
    if (version <= LAST) await copyFile(path.join(migrationsDirectory, name), path.join(directory, name))
  }
  database = await emptyDatabase()
  await migrate(database.ownerUrl, directory)
  db = createDb(database.ownerUrl, { max: 2 })
  for (const statement of OLD_ROWS.split(';\n')) await db.query(statement)
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

/** Members of this database have their money from nowhere but the ledger. */
const RECHARGES = /recharge|personal data/

test('rows keep their meaning under the new names', async () => {
  const landed = await migrate(database.ownerUrl)
  expect(landed.length).toBeGreaterThanOrEqual(2)
  expect(landed.every((name) => Number(name.slice(0, 4)) > LAST)).toBe(true)

  expect(
    await db.query(
      'select purchase_id as id, state, reason, position, payout, settled from purchase order by purchase_id',
    ),
  ).toEqual([
    { id: BOUGHT, state: 'done', reason: null, position: 1_000_001, payout: 0n, settled: false },
    { id: SOLD_OUT, state: 'refused', reason: 'sold_out', position: null, payout: 0n, settled: true },
    { id: CLOSED, state: 'refused', reason: 'closed', position: null, payout: 0n, settled: true },
  ])
  const wallets = await db.query<{ id: string; closing: boolean; limits: boolean; until: Date | null }>(
    'select member_id as id, closing, has_limits as limits, excluded_until as until from wallet order by member_id',
  )
  expect(wallets).toEqual([
    { id: LIMITED, closing: false, limits: true, until: null },
    { id: ON_BREAK, closing: false, limits: false, until: expect.any(Date) },
    // the break that the closing had covered is there again
    { id: CLOSING, closing: true, limits: false, until: expect.any(Date) },
  ])
  expect(await db.query('select kind, period, used, open, ceiling from limit_counter')).toEqual([
    { kind: 'loss', period: 'month', used: 10_000n, open: 10_000n, ceiling: 50_000n },
  ])
  expect(await db.query('select period, cap from pending_increase')).toEqual([{ period: 'month', cap: null }])
  expect(await db.query('select event from limit_change order by at')).toEqual([
    { event: 'set' },
    { event: 'requested' },
  ])
  expect(await db.query('select distinct kind from exclusion')).toEqual([{ kind: 'break' }])
  expect(await db.query('select distinct times_counted from issue_terms')).toEqual([
    { times_counted: 'before-final' },
  ])
  expect(await db.query('select name from lock_row order by name')).toEqual([
    { name: 'back_office' },
    { name: 'settings' },
    { name: 'solvency' },
  ])
})

test('an issue on sale keeps the old rules of the log, a scheduled one opens under the new ones', async () => {
  const rules = await db.query(
    'select issue_id as id, log_rules as rules, demo, witnesses from issue join issue_terms using (issue_id) order by 1',
  )
  expect(rules).toEqual([
    { id: ISSUE, rules: 1, demo: false, witnesses: null },
    { id: SCHEDULED, rules: 3, demo: false, witnesses: null },
  ])
  // what waited is appended before the beginning, as it was
  const deployment = await ensureDeployment(database.ownerUrl, 'sandbox')
  const writer = createLogWriter({ deployment: deployment.id, seed: '5c'.repeat(32) })
  await writer.begin(db)
  await writer.begin(db)
  await writer.flush(db, { checkpoint: true })
  const logged = await db.query('select kind, subject from log_entry order by index')
  expect(logged).toEqual([
    { kind: 'issue-open', subject: 'OLD-0001' },
    { kind: 'log-begin', subject: null },
  ])
  expect(await checkLogRules(db, writer)).toMatchObject({ breaches: 0 })
})

test('every check of the doctor that the rows can answer holds', async () => {
  await ensureDeployment(database.ownerUrl, 'sandbox')
  const broken: string[] = []
  for (const { title, sql } of CHECKS) {
    const [row] = await db.query<{ breaches: bigint }>(sql)
    if (row?.breaches !== 0n && !RECHARGES.test(title)) broken.push(title)
  }
  expect(broken).toEqual([])
})
