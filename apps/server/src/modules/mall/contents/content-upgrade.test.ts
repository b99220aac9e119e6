/** Issues and events of a database that an earlier release filled keep what they show at the upgrade. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { contentHash } from '@fairlot/fairness/content'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../../platform/db.ts'
import { migrate, migrationsDirectory, readMigrations } from '../../../platform/schema/migrate.ts'
import { emptyDatabase } from '../../../testing/database.ts'
import { failing } from '../../../testing/planted.ts'
import { checkContents, contentChecks } from './prize-content.checks.ts'

const id = (n: number) => `00000000-0000-4000-8000-0000000000${n}`
const [OPEN, EXPIRED, SCHEDULED, TWIN, BARE, EVENT, WAITING] = [11, 12, 13, 14, 15, 16, 17].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
/** What JSON escapes, and what it does not. */
const ODD = 'a "b" \\ / \b\f\n\r\t\u0001\u001f\u007f\u2028 é 😀 <i>'
const HASHES = [3, 1, 2].map((n) => String(n).repeat(64))

const ISSUE = `
  insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent, max_per_member, min_vip,
    times_counted, grade, utc_offset, closes_at, created_at)
  values ($1, $2, $3::int, $2 || '-000' || $3::int, 'goods', 2, 10000, 10000, 80, 0, 0, 'all', 'plain', 0, now() + interval '9 days', now())`
const SALE = `
  insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms)
  select issue_id, shares, price, 0, $2::text, case when $2 <> 'scheduled' then now() end, 1900000000000 from issue_terms where issue_id = $1`
const EVENT_ROW = `
  insert into event (event_id, number, sequence, pool, winners, friends, top_up, opens_ms, deadline_ms, grade, utc_offset, commitment,
    demo, created_at, status, opened_ms, balance)
  values ($1, 'P1-000' || $2::int, $2::int, 10, 1, 1, 1, 1, 9, 'salt', 0, repeat('a', 64), false, now(), $3::text, case when $3 = 'open' then 1 end,
    case when $3 = 'open' then 10 else 0 end)`

let database: Awaited<ReturnType<typeof emptyDatabase>>
let db: Db
let directory = ''

async function fill(): Promise<void> {
  await db.query(`insert into category (category, position, tile) values ('test', 1, 'sea')`)
  for (const code of ['ODD', 'TWIN', 'BARE', 'IDLE'])
    await db.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, issued, grade, plain_acknowledged, created_at)
       values ($1, 'test', 'goods', 'phone', 'sea', 10000, 10000, 2, 1, 'plain', true, now())`,
      [code],
    )
  for (const [code, language, title, description] of [
    ['ODD', 'zh-cn', '电话', ''],
    ['ODD', 'en-us', 'A phone', ODD],
    ['TWIN', 'en-us', 'The same', ''],
    ['IDLE', 'en-us', 'The same', ''],
  ] as const)
    await db.query(
      `insert into product_text (code, language, title, description, content) values ($1, $2, $3, $4,
         case when $4 = '' then '[]' else jsonb_build_array(jsonb_build_object('kind', 'paragraph', 'text',
           jsonb_build_array(jsonb_build_object('text', $4::text)))) end)`,
      [code, language, title, description],
    )
  for (const [at, largest] of HASHES.entries()) {
    const name = String(at).repeat(32)
    await db.query(
      `insert into media (name, kind, width, height, bytes, hashes, created_at, stored, used_by, used_at)
       values ($1, 'product', 9, 9, 9, array['\\x01'::bytea, '\\x02'::bytea, decode($2, 'hex')], now(), true, 'product:ODD', now())`,
      [name, largest],
    )
    await db.query(`insert into product_image (code, position, name) values ('ODD', $1, $2)`, [at + 1, name])
  }
  for (const [issueId, code, sequence, status] of [
    [OPEN, 'ODD', 1, 'selling'],
    [EXPIRED, 'ODD', 2, 'refunded'],
    [SCHEDULED, 'ODD', 3, 'scheduled'],
    [TWIN, 'TWIN', 1, 'selling'],
    [BARE, 'BARE', 1, 'selling'],
  ] as const) {
    await db.query(ISSUE, [issueId, code, sequence])
    await db.query(SALE, [issueId, status])
  }
  for (const [eventId, sequence, status] of [
    [EVENT, 1, 'open'],
    [WAITING, 2, 'scheduled'],
  ] as const) {
    await db.query(EVENT_ROW, [eventId, sequence, status])
    await db.query(`insert into event_text (event_id, language, title) values ($1, 'vi-vn', 'Quà')`, [
      eventId,
    ])
    await db.query(`insert into event_text (event_id, language, title) values ($1, 'en-us', 'A "gift"')`, [
      eventId,
    ])
  }
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-migrations-'))
  const migrations = await readMigrations()
  const contents = migrations.findIndex(({ name }) => name.endsWith('_content.sql'))
  for (const { name } of migrations.slice(0, contents)) {
    await copyFile(path.join(migrationsDirectory, name), path.join(directory, name))
  }
  database = await emptyDatabase()
  await migrate(database.ownerUrl, directory)
  db = createDb(database.ownerUrl, { max: 2 })
  await fill()
  await migrate(database.ownerUrl)
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

test('issues and events that had opened have the content of that moment, and no others have one', async () => {
  const rows = await db.query<{ id: string; hash: string }>(
    `select issue_id as id, hash from issue_content union all select event_id, hash from event_content order by id`,
  )
  const odd = contentHash({
    art: 'phone',
    texts: { 'en-us': { title: 'A phone', description: ODD }, 'zh-cn': { title: '电话', description: '' } },
    pictures: HASHES,
  })
  const twin = { art: 'phone', texts: { 'en-us': { title: 'The same', description: '' } }, pictures: [] }
  const gift = {
    art: null,
    texts: {
      'en-us': { title: 'A "gift"', description: '' },
      'vi-vn': { title: 'Quà', description: '' },
    },
    pictures: [],
  }
  expect(rows).toEqual([
    { id: OPEN, hash: odd },
    { id: EXPIRED, hash: odd },
    { id: TWIN, hash: contentHash(twin) },
    { id: BARE, hash: contentHash({ art: 'phone', texts: {}, pictures: [] }) },
    { id: EVENT, hash: contentHash(gift) },
  ])
})

test("the doctor's checks of contents hold after the upgrade", async () => {
  expect(await checkContents(db)).toEqual({ figure: '4 contents', breaches: 0 })
  expect(await failing(db, contentChecks)).toEqual([])
})
