/** The wallet statement as a file, over HTTP, and what the doctor says about its index. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Language } from '@fairlot/contract/languages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvCells } from '../../../platform/csv.ts'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import type { TestMember } from '../../../testing/factories.ts'
import { breachesOf, paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { kindName, STATEMENT_WORDS } from './statement-words.ts'

let server: TestServer
let issue: string
let member: TestMember

beforeAll(async () => {
  server = await testServer({ deployment: { utcOffsetMinutes: 330 } })
  ;[member] = (await paidMembers(server, 1, '1000.00')) as [TestMember]
  issue = await sellIssue(server, 'FILE', 100, 'goods', 'salt', { 'pt-br': '=2+5, "fone"' })
  for (let i = 0; i < 3; i++)
    await member.client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

/** The cells of a downloaded file, without its byte order mark. */
async function file(input: Parameters<typeof link>[0] = {}, language: Language = 'en-us') {
  const response = await fetch(server.url + (await link(input, language)))
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const lines = bytes.subarray(3).toString().split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => csvCells(line))
}

async function link(
  input: { kind?: 'recharge' | 'purchase'; month?: string; search?: string },
  language: Language = 'en-us',
) {
  member.client.language = language
  return (await member.client.call(ENDPOINTS.statementFile, input)).url
}

test('the file has every line with exact amounts, newest first, under the headings of the language', async () => {
  const [heading, ...lines] = await file({}, 'pt-br')
  expect(heading).toEqual([
    'Linha',
    'Data e hora (UTC+05:30)',
    'Tipo',
    'Descrição',
    'Meio ou conta',
    'Número',
    'Valor (VND)',
    'Taxa incluída (VND)',
    'Saldo (VND)',
    'Referência',
  ])
  const { items } = await member.client.call(ENDPOINTS.walletStatement, {})
  expect(lines.map((cells) => [cells?.[0], cells?.[6], cells?.[8], cells?.[9]])).toEqual(
    items.map(({ id, amount, balance, reference }) => [id, amount, balance, reference]),
  )
  expect(lines.map((cells) => cells?.[6])).toEqual(['-1.00', '-1.00', '-1.00', '1000.00'])
  const local = new Date(items[0]!.at + 330 * 60_000).toISOString()
  expect(lines[0]?.[1]).toBe(local.slice(0, 23).replace('T', ' '))
})

test.each([
  [{ kind: 'prize', finance: null, round: null }, 'Cash prize'],
  [{ kind: 'prize', finance: 'TERM', round: null }, 'Matured'],
  [{ kind: 'prize', finance: null, round: { game: 'lucky-1m', period: '1' } }, 'Bet won'],
  [
    { kind: 'release', finance: null, round: { game: 'lucky-1m', period: '1' } },
    'Not carried out, you paid nothing',
  ],
] as const)('a line of %o is called “%s”', (line, name) => {
  expect(kindName(STATEMENT_WORDS['en-us'], line)).toBe(name)
})

test('a spreadsheet does not calculate a title', async () => {
  const [, first] = await file({}, 'pt-br')
  expect(first?.[3]).toBe(`'=2+5, "fone"`)
})

test('the file has what its filter lets through', async () => {
  const kinds = async (input: Parameters<typeof link>[0]) =>
    (await file(input)).slice(1).map((cells) => cells?.[2])
  expect(await kinds({ kind: 'recharge' })).toEqual(['Top-up'])
  expect(await kinds({ search: 'product file' })).toEqual(['Purchase', 'Purchase', 'Purchase'])
  expect(await kinds({ month: '2020-01' })).toEqual([])
})

test('a search finds a recharge by its number, as people write it, and by the reference of its payment', async () => {
  const [recharge] = await server.owner.query<{ number: string; payment_id: string }>(
    'select number, payment_id from recharge where member_id = $1',
    [member.memberId],
  )
  const { number, payment_id: payment } = recharge!
  for (const search of [number, ` ${number.slice(0, 5)} ${number.slice(5).toLowerCase()}`, payment]) {
    const { items } = await member.client.call(ENDPOINTS.walletStatement, { search })
    expect(items.map((line) => [line.kind, line.number, line.detail])).toEqual([
      ['recharge', number, 'sandbox'],
    ])
  }
  const [other] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  expect((await other.client.call(ENDPOINTS.walletStatement, { search: payment })).items).toEqual([])
})

test('a link works once, and not after the member has logged out', async () => {
  const once = await link({})
  expect((await fetch(server.url + once)).status).toBe(200)
  expect((await fetch(server.url + once)).status).toBe(401)
  const [other] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { url } = await other.client.call(ENDPOINTS.statementFile, {})
  await other.client.call(ENDPOINTS.logout, {})
  expect((await fetch(server.url + url)).status).toBe(401)
})

const LINES = 'every indexed wallet statement contains its lines without a gap, each once and under its kind'
const SUMS = 'every month of a wallet statement has the sums of its lines, and lies where their times are'
const TOPICS = 'every line of a purchase of shares is indexed in its wallet statement under its product'

test.each([
  ['a missing line', 'delete from statement_line where line = 2', [LINES, SUMS, TOPICS].slice(0, 2)],
  ['a line under another kind', `update statement_line set kind = 'refund' where line = 2`, [LINES, SUMS]],
  ['a head that is ahead', 'update statement_head set through_line = 9', [LINES]],
  ['another sum', 'update statement_month set amount_in = amount_in + 1', [SUMS]],
  ['another month', `update statement_month set month = '2021-05-01' where kind = 'hold'`, [SUMS]],
  [
    'a month that was never',
    `insert into statement_month select member_id, '2021-05-01', kind, 1, 0, 0, 1, 1 from statement_month limit 1`,
    [SUMS],
  ],
  ['another product', `update statement_line set topic = 'shares:OTHER' where line = 2`, [TOPICS]],
])('the doctor finds %s', async (_, plant, found) => {
  // a filter brings the index up to date
  await member.client.call(ENDPOINTS.walletStatement, { kind: 'purchase' })
  expect((await planted(server.owner, CHECKS, plant)).toSorted()).toEqual(found.toSorted())
})
