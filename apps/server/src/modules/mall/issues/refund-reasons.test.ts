/** Refunds of a database that an earlier release filled get their reasons at the upgrade. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../../platform/db.ts'
import { migrate, migrationsDirectory, readMigrations } from '../../../platform/schema/migrate.ts'
import { emptyDatabase } from '../../../testing/database.ts'

const WITNESSES = ['a', 'b', 'c', 'd']

/** `$1`: number of the issue among those of the product; `$2`: grade. */
const TERMS = `
  insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent, max_per_member, min_vip,
    times_counted, grade, utc_offset, closes_at, created_at, commitment, chain, delay, witnesses)
  select gen_random_uuid(), 'OLD', $1::int, 'OLD-000' || $1::int, case $3 when 'pk' then 'pk' else 'goods' end, 2, 10000, 10000, 80,
    case $3 when 'pk' then 1 else 0 end, 0, 'all', $2::text, 0, now() + interval '9 days', now(), repeat('a', 64),
    case $2 when 'witnessed' then repeat('b', 64) end, case $2 when 'witnessed' then 30 end, case $2 when 'witnessed' then $4::text[] end
  returning issue_id as id`
const ISSUE = `
  insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms, lost, seat)
  select issue_id, shares, price, 0, $2::text, case when $2 <> 'scheduled' then now() end, 1900000000000, $3::boolean,
    case mode when 'pk' then 1 end
  from issue_terms where issue_id = $1`
const REFUND = `
  insert into issue_refund (issue_id, orders, amount, subsidy, expired_at) values ($1, 0, 0, 0, now())`
const LEFT = `
  insert into seat_left (member_id, issue_id, purchase_id, left_at) values (gen_random_uuid(), $1, gen_random_uuid(), now())`

let database: Awaited<ReturnType<typeof emptyDatabase>>
let db: Db
let directory = ''

async function makeIssue(
  sequence: number,
  { grade = 'salt', status = 'expired', lost = false, left = false } = {},
): Promise<void> {
  const [row] = await db.query<{ id: string }>(TERMS, [sequence, grade, left ? 'pk' : 'goods', WITNESSES])
  await db.query(ISSUE, [row!.id, status, lost])
  if (status === 'expired') await db.query(REFUND, [row!.id])
  if (left) await db.query(LEFT, [row!.id])
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-migrations-'))
  const migrations = await readMigrations()
  const issues = migrations.findIndex(({ name }) => name.endsWith('_issues_3.sql'))
  for (const { name } of migrations.slice(0, issues))
    await copyFile(path.join(migrationsDirectory, name), path.join(directory, name))
  database = await emptyDatabase()
  await migrate(database.ownerUrl, directory)
  db = createDb(database.ownerUrl, { max: 1 })
  await db.query(`insert into category (category, position, tile) values ('test', 1, 'sea')`)
  await db.query(
    `insert into product (code, category, mode, art, tile, market_price, share_price, shares, issued, grade, created_at)
     values ('OLD', 'test', 'goods', 'phone', 'sea', 10000, 10000, 2, 5, 'salt', now())`,
  )
  await makeIssue(1)
  await makeIssue(2, { lost: true })
  await makeIssue(3, { left: true })
  await makeIssue(4, { grade: 'witnessed', status: 'scheduled' })
  await makeIssue(5, { grade: 'witnessed', status: 'selling' })
  await migrate(database.ownerUrl)
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

test('a lost log, a seat that was left and the deadline are told apart', async () => {
  const rows = await db.query(
    'select sequence, reason from issue_refund join issue_terms using (issue_id) order by sequence',
  )
  expect(rows).toEqual([
    { sequence: 1, reason: 'deadline' },
    { sequence: 2, reason: 'lost' },
    { sequence: 3, reason: 'pk' },
  ])
})

test('a scheduled issue of grade witnessed gets version 3 and the quorum of its witnesses, one on sale keeps its rules', async () => {
  const rows = await db.query(
    `select sequence, quorum, own_witnesses as own, log_rules as rules from issue_terms join issue using (issue_id)
     where grade = 'witnessed' order by sequence`,
  )
  expect(rows).toEqual([
    { sequence: 4, quorum: 3, own: [], rules: 3 },
    { sequence: 5, quorum: null, own: null, rules: 2 },
  ])
})
