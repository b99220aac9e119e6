import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { areaOf, checkOwners, type Owners } from './owners.ts'

const declared: Owners = {
  mall: { product: { readers: ['home'] } },
  ledger: { wallet: { checks: ['guard'] } },
  platform: { clock: { readers: 'every area' } },
}

/** A tree without a breach. */
const sound: Record<string, string> = {
  'modules/mall/products.ts': 'const a = `update product set price = 1`',
  'modules/home/home.ts': 'const a = `select 1 from clock join product on true`',
  'modules/ledger/balances.ts': 'const a = `insert into wallet values (1)`',
  'modules/guard/guard.checks.ts': 'const a = `select 1 from wallet`',
}
const schema = ['create table product (', 'create table wallet (', 'create view clock as'].join('\n')

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'fairlot-owners-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(file: string, text: string): Promise<void> {
  const at = path.join(root, 'apps/server', file)
  await mkdir(path.dirname(at), { recursive: true })
  await writeFile(at, text)
}

async function check(changes: Record<string, string>, owners = declared, tables = schema) {
  await write('db/schema.sql', tables)
  for (const [file, text] of Object.entries({ ...sound, ...changes })) await write(`src/${file}`, text)
  return checkOwners(root, owners)
}

test('this repository keeps its owners', async () => {
  const { pieces, tables, breaches } = await checkOwners(path.resolve(import.meta.dirname, '../..'))
  expect(breaches).toEqual([])
  expect(pieces).toBeGreaterThan(200)
  expect(tables).toBeGreaterThan(50)
})

test('accepts the owner, declared readers and the view that every area reads', async () => {
  expect(await check({})).toEqual({ pieces: 4, tables: 3, breaches: [] })
})

test.each([
  [
    'modules/home/x.ts',
    'const a = `update product set price = 1`',
    'x.ts:1: writes product, which mall owns',
  ],
  [
    'modules/home/x.ts',
    'const a = 1\nconst b = `delete from wallet`',
    'x.ts:2: writes wallet, which ledger owns',
  ],
  [
    'modules/home/x.checks.ts',
    'const a = `insert into wallet values (1)`',
    'writes wallet, which ledger owns',
  ],
  ['modules/fair/x.ts', 'const a = `select 1 from product`', 'fair is not declared as a reader'],
  ['programs/x.ts', 'const a = `select 1 from clock, wallet`', 'programs is not declared as a reader'],
  ['start.ts', 'const a = `join wallet on true`', 'composition is not declared as a reader'],
  [
    'modules/home/x.ts',
    'const a = (t) => `update ${t} set price = 1`',
    'a table whose name is not in the file',
  ],
  [
    'modules/home/x.ts',
    "for (const t of ['wallet']) run(`delete from ${t}`)",
    'writes wallet, which ledger owns',
  ],
])('reports %s with %j', async (file, code, sentence) => {
  expect((await check({ [file]: code })).breaches).toEqual([expect.stringContaining(sentence)])
})

test('reports a module that reads a table outside the checks that it is declared for', async () => {
  expect((await check({ 'modules/guard/x.ts': 'const a = `select 1 from wallet`' })).breaches).toEqual([
    expect.stringContaining('x.ts:1: reads wallet of ledger, but guard is not declared as a reader'),
    'wallet: guard reads it elsewhere too; declare it in readers only',
  ])
})

test.each([
  ['modules/mall/x.test.ts', 'const a = `update wallet set balance = 1`'],
  ['modules/mall/x.fixture.ts', 'const a = `update wallet set balance = 1`'],
  ['testing/x.ts', 'const a = `select 1 from product, wallet`'],
  ['demo/x.ts', 'const a = `insert into product values (1)`'],
  ['modules/ledger/x.ts', 'const a = (book) => `update ${book.table} set ${book.balance} = 1`'],
  ['modules/fair/x.ts', 'const a = `with product as (select 1) select 1 from product`'],
  ['modules/fair/x.ts', '// the operator can select it from product\nconst a = `${b}`'],
])('accepts %s with %j', async (file, code) => {
  expect((await check({ [file]: code })).breaches).toEqual([])
})

test.each<[string, Owners, string]>([
  ['a table without an owner', { ...declared, mall: {} }, 'product: no module owns it'],
  [
    'an owner of a table that does not exist',
    { ...declared, fair: { receipt: {} } },
    'receipt: fair owns it, but db/schema.sql has no such table',
  ],
  [
    'a table with two owners',
    { ...declared, ledger: { ...declared['ledger'], product: { readers: ['home', 'mall'] } } },
    'product: has two owners, mall and ledger',
  ],
  [
    'a declared reader that reads nothing',
    { ...declared, mall: { product: { readers: ['home', 'fair'] } } },
    'product: fair is declared as a reader but reads nothing',
  ],
  [
    'a reader whose checks alone read',
    { ...declared, ledger: { wallet: { readers: ['guard'] } } },
    'wallet: only checks of guard read it; declare it in checks',
  ],
  [
    'declared checks that read nothing',
    { ...declared, ledger: { wallet: { checks: ['guard', 'home'] } } },
    'wallet: home is declared for its checks but they do not read it',
  ],
])('reports %s', async (_, owners, sentence) => {
  expect((await check({}, owners)).breaches).toContain(sentence)
})

test('counts no SQL in a tree without SQL, so that its caller fails', async () => {
  await write('db/schema.sql', '')
  await write('src/main.ts', 'export {}')
  expect(await checkOwners(root, {})).toEqual({ pieces: 0, tables: 0, breaches: [] })
})

test.each([
  ['modules/mall/sales/buy.ts', 'mall'],
  ['platform/db.ts', 'platform'],
  ['programs/doctor.ts', 'programs'],
  ['main.ts', 'composition'],
])('%s belongs to %s', (file, area) => {
  expect(areaOf(file)).toBe(area)
})
