/** The copy of a member's data: what it contains, for whom, and that no table was forgotten. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEFT_OUT, MEMBER_COPY } from './member-copy.ts'
import { memberRows } from './platform/schema/member-tables.ts'
import type { TestMember } from './testing/factories.ts'
import { breachesOf, paidMembers, sellIssue } from './testing/fuzz-world.ts'
import { SOME_ADDRESS } from './testing/wire/some-values.ts'
import { testServer, type TestServer } from './testing/server.ts'

let server: TestServer
let issue: string
let member: TestMember
let other: TestMember

beforeAll(async () => {
  server = await testServer()
  ;[member, other] = (await paidMembers(server, 2, '1000.00')) as [TestMember, TestMember]
  issue = await sellIssue(server, 'COPY', 100)
  for (const { client } of [member, other])
    for (let i = 0; i < 3; i++)
      await client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
  await member.client.call(ENDPOINTS.limitSave, { kind: 'spend', period: 'day', cap: '500.00' })
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

type Catalog = { table: string; columns: string[] }

/** Tables with a column that names a member, and tables that live by a member. */
function memberTables(): Promise<Catalog[]> {
  return server.owner.query<Catalog>(`
    select c.relname as "table", array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.oid, c.relname
    having bool_or(a.attname = 'member_id') or obj_description(c.oid, 'pg_class') like 'key: member%'
    order by 1`)
}

test('every table with data of a member is in the copy or left out with a reason', async () => {
  const tables = (await memberTables()).map(({ table }) => table)
  const copied = new Set(MEMBER_COPY.map(({ table }) => table))
  expect(tables.filter((table) => !copied.has(table) && !(table in LEFT_OUT))).toEqual([])
  expect(Object.keys(LEFT_OUT).filter((table) => copied.has(table) || !tables.includes(table))).toEqual([])
  for (const reason of Object.values(LEFT_OUT)) expect(reason).not.toBe('')
  expect(new Set(MEMBER_COPY.map(({ name }) => name)).size).toBe(MEMBER_COPY.length)
})

test('every column of a copied table is in the copy or left out with a reason', async () => {
  const decided = (table: string) =>
    new Set(
      MEMBER_COPY.filter((one) => one.table === table).flatMap(
        ({ columns, amounts = [], more = {}, without = {}, member: of = 'member_id' }) => [
          of,
          ...columns,
          ...amounts,
          ...Object.keys(more),
          ...Object.keys(without),
        ],
      ),
    )
  const catalog = [
    ...(await memberTables()),
    ...(await server.owner.query<Catalog>(`
      select 'ledger' as "table", array_agg(attname::text) as columns from pg_attribute
      where attrelid = 'ledger'::regclass and attnum > 0 and not attisdropped`)),
  ]
  const open = catalog
    .filter(({ table }) => MEMBER_COPY.some((one) => one.table === table))
    .flatMap(({ table, columns }) =>
      columns.filter((column) => !decided(table).has(column)).map((column) => `${table}.${column}`),
    )
  expect(open).toEqual([])
})

test('a page of one row reads every table whole and in order', async () => {
  for (const table of MEMBER_COPY) {
    const read = async (pageSize: number) => {
      const rows: string[] = []
      for await (const page of memberRows(server.db, table, member.memberId, pageSize)) rows.push(...page)
      return rows
    }
    expect(await read(1), table.name).toEqual(await read(100))
  }
})

/** Sends the code and reads it in the inbox of the sandbox. */
async function codeFor({ client }: TestMember): Promise<string> {
  const phone = await phoneOf(client)
  await server.database.advanceClock(61_000)
  await client.call(ENDPOINTS.sendVerify, { purpose: 'export' })
  await server.context.jobs.drain()
  const [message] = await server.owner.query<{ body: string }>(
    'select body from sandbox_sms where phone = $1 order by sent_at desc limit 1',
    [phone],
  )
  return /\d{6}/.exec(message!.body)![0]
}

async function phoneOf(client: TestMember['client']): Promise<string> {
  const { member: shown } = await client.call(ENDPOINTS.account, {})
  const [row] = await server.owner.query<{ phone: string }>('select phone from member where member_id = $1', [
    shown.id,
  ])
  return row!.phone
}

type Copy = Record<string, Record<string, unknown>[]> & { about: unknown }

test('the file has everything of the member and nothing of others', async () => {
  await member.client.call(ENDPOINTS.addressSave, { id: randomUUID(), ...SOME_ADDRESS, isDefault: true })
  const { url } = await member.client.call(ENDPOINTS.memberFile, { code: await codeFor(member) })
  const response = await fetch(server.url + url)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  const text = await response.text()
  const copy = JSON.parse(text) as Copy
  expect(Object.keys(copy)).toEqual([
    'about',
    ...MEMBER_COPY.map(({ name }) => name),
    'addressBook',
    'prizeAddresses',
  ])
  expect(copy['addressBook']).toMatchObject([{ name: 'Asha Rao', street: 'House 12, Road 5' }])
  expect(copy['about']).toMatchObject({
    format: 'fairlot-member-data/1',
    currency: 'VND',
    moneyMode: 'sandbox',
  })
  expect(copy['profile']).toMatchObject([{ member_id: member.memberId, phone: await phoneOf(member.client) }])
  expect(copy['wallet']).toMatchObject([{ balance: '994', lines: 4 }])
  expect(copy['walletLines']?.map(({ amount, balance }) => [amount, balance])).toEqual([
    ['1000', '1000'],
    ['2', '998'],
    ['2', '996'],
    ['2', '994'],
  ])
  const orders = copy['orders']!.toSorted((a, b) => Number(a['firstCode']) - Number(b['firstCode']))
  expect(orders).toHaveLength(3)
  expect(orders[0]).toMatchObject({
    issue,
    number: `${issue}-1`,
    firstCode: 1_000_001,
    lastCode: 1_000_002,
  })
  expect(copy['limits']).toMatchObject([{ kind: 'spend', cap: '500' }])
  expect(copy['recharges']).toMatchObject([{ state: 'success', amount: '1000', credited: '1000' }])
  expect(copy['sessions']!.length).toBeGreaterThan(0)
  expect(text).not.toContain(other.memberId)
  expect(text).not.toMatch(/argon2|password_hash|token_hash|input_hash/)
})

test('a wrong or used code gets no file', async () => {
  const code = await codeFor(member)
  await expect(
    member.client.call(ENDPOINTS.memberFile, { code: code === '000000' ? '111111' : '000000' }),
  ).rejects.toMatchObject({ code: 'CODE_WRONG' })
  await member.client.call(ENDPOINTS.memberFile, { code })
  await expect(member.client.call(ENDPOINTS.memberFile, { code })).rejects.toMatchObject({
    code: 'CODE_EXPIRED',
  })
  await expect(other.client.call(ENDPOINTS.memberFile, { code })).rejects.toMatchObject({
    code: 'CODE_EXPIRED',
  })
})
