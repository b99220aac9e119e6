import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDb, type Db } from '../db.ts'

/**
 * data.md, rule 1: every table declares its partition key in a comment (`key: member`), and that key comes first in the
 * primary key and in each unique constraint, so that the table can be partitioned by it later. Small tables that every
 * partition copies (`reference`) or that exist once (`deployment`) are exempt.
 */
const exempt = new Set(['reference', 'deployment'])

/**
 * Indexes and constraints that cross keys on purpose, with the reason. Members are found by their login before their id is
 * known, so the member directory stays in one partition; the purchase path writes nothing there.
 */
const crossing: Record<string, string> = {
  member_phone: 'log in finds a member by phone',
  member_username: 'log in finds a member by name',
  member_invitation_code: 'registration finds the inviter by code',
  member_inviter_id_fkey: 'the invitation tree lies in the directory itself',
  session_token: 'a call finds its session by token',
  session_member_id_fkey: 'sessions lie in the directory with their members',
  recharge_credit_notice: 'a notice credits one recharge',
  recharge_credit_ref_key: 'a reference of the ledger is that of one credit',
  recharge_credit_event: 'a credit follows from a notice, which is known before its member is',
  refund_notice_of: 'a notice of a refund is known before its member is',
  bank_statement_match_of: 'a line of a statement is known before its member is',
  trc20_address_address: 'an address is that of one recharge',
  trc20_address_index: 'an index of the key is used once',
  trc20_transfer_of: 'a transfer is known by its transaction, before its member is',
  payout_reference_folded: 'a bank can return the same reference in other letters',
  guarantee_bond_pkey:
    'a bond is found by its issue or event, and frees money of the one account that covers it',
  house_move_folded:
    "a reference moves money of a kind once, also from another account; the house's moves are few",
  house_move_approval: 'an approval moves money once',
  member_correction_approval: 'an approval corrects once',
  round_seal_index: 'a value of a chain is revealed for one round',
  finance_product_code: 'a call names a product by its code; products are few',
  finance_product_reserve: 'the reserve is a second book in the row of its product',
  event_number: 'a call names an event by its number; events are few',
  event_sequence: 'events are numbered one after the other; they are few',
  review_public_id: 'other members name a review without learning its order',
  review_code_fkey: 'products are few, and a review is written once',
  review_report_review_id_fkey: 'a member reports the review of another; reports are few',
  issue_terms_code_fkey: 'products are few and read only by the hot path',
}

type Unique = { table: string; key: string | null; index: string; first: string }
type Foreign = {
  table: string
  key: string
  constraint: string
  column: string
  target: string
  target_key: string
}

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.ownerUrl, { max: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const declared = `substring(obj_description(c.oid, 'pg_class') from '^key: ([a-z_]+)')`

/**
 * The columns that carry a key: its name, its name with _id or _hash, or the primary key of the table of that name. The
 * house's key is its book.
 */
async function keyColumns(): Promise<(key: string) => Set<string>> {
  const rows = await db.query<{ table: string; first: string }>(
    `select c.relname as table, a.attname as first from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relnamespace = 'public'::regnamespace and i.indisprimary`,
  )
  const own = new Map(rows.map(({ table, first }) => [table, first]))
  return (key) =>
    new Set([key, `${key}_id`, `${key}_hash`, own.get(key) ?? key, ...(key === 'house' ? ['book'] : [])])
}

test('every table declares its key', async () => {
  const tables = await db.query<{ table: string; key: string | null; unique: boolean }>(
    `select c.relname as table, ${declared} as key,
            exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary) as unique
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(3)
  expect(tables.filter(({ key }) => key === null).map(({ table }) => table)).toEqual([])
  expect(tables.filter(({ unique }) => !unique).map(({ table }) => table)).toEqual([])
})

test('the primary key and each unique constraint begin with the key of the table', async () => {
  const uniques = await db.query<Unique>(
    `select c.relname as table, ${declared} as key, x.relname as index, coalesce(a.attname, '(expression)') as first
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relnamespace = 'public'::regnamespace and i.indisunique order by 1, 3`,
  )
  const columns = await keyColumns()
  const wrong = uniques.filter(
    ({ key, first, index }) =>
      key !== null && !exempt.has(key) && !columns(key).has(first) && !(index in crossing),
  )
  expect(
    wrong.map(({ table, key, index, first }) => `${table}: ${index} begins with ${first}, not ${key}`),
  ).toEqual([])
})

test('foreign keys stay within one key or lead to exempt tables', async () => {
  const foreign = await db.query<Foreign>(
    `select c.relname as table, ${declared} as key, k.conname as constraint, a.attname as column, t.relname as target,
            substring(obj_description(t.oid, 'pg_class') from '^key: ([a-z_]+)') as target_key
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 3`,
  )
  const columns = await keyColumns()
  const wrong = foreign.filter(
    ({ key, target_key: target, column, constraint }) =>
      !exempt.has(target) && !(key === target && columns(key).has(column)) && !(constraint in crossing),
  )
  expect(wrong.map(({ table, constraint, target }) => `${table}: ${constraint} leads to ${target}`)).toEqual(
    [],
  )
})

test('every listed exception exists in the schema', async () => {
  const names = await db.query<{ name: string }>(
    `select relname as name from pg_class where relname = any($1)
     union select conname from pg_constraint where conname = any($1)`,
    [Object.keys(crossing)],
  )
  expect(names.map(({ name }) => name).toSorted()).toEqual(Object.keys(crossing).toSorted())
})
