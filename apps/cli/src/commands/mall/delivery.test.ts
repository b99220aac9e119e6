/** The commands of deliveries: files, questions, and what goes to the server. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loggedIn, testDesk, type TestDesk } from '../../operate.fixture.ts'

const ORDER = 'M1-0014-37'
const MEMBER = '0199aaaa-0000-7000-8000-000000000002'
const heard = ({ heard: calls }: TestDesk, call: string) =>
  calls.filter((one) => one.path === `/operator/${call}`).map(({ input }) => input)
const fileIn = (made: TestDesk, name: string) => path.join(path.dirname(made.folder), name)
const desk = (person = false) => loggedIn(testDesk(person))
const SHOWN = {
  number: ORDER,
  title: 'Nova X Pro',
  order: MEMBER,
  member: MEMBER,
  status: 'disputed',
  pickList: null,
  carrier: 'DHL',
  tracking: 'JD014',
  url: null,
  shippedAt: 1_800_000_000_000,
  deliveredAt: null,
  dueAt: null,
  disputeNote: 'it never came',
  recycleAmount: '80.00',
  timeline: [
    {
      step: 'ship',
      state: 'in_delivery',
      note: 'DHL JD014',
      by: { id: MEMBER, name: 'mina' },
      at: 1_800_000_000_000,
    },
    { step: 'dispute', state: 'disputed', note: null, by: null, at: 1_800_000_100_000 },
  ],
}

test('the list names orders and states, and one is shown with its timeline', async () => {
  const made = await desk()
  made.answers['/operator/deliverylist'] = () => ({
    items: [
      {
        number: ORDER,
        member: MEMBER,
        product: 'M1',
        status: 'disputed',
        picked: true,
        wonAt: 1_800_000_000_000,
        since: 1_800_000_000_000,
        hours: 30,
      },
    ],
    next: null,
  })
  made.answers['/operator/deliveryshow'] = () => SHOWN
  expect((await made.run('deliveries', '--status', 'disputed')).out).toContain(ORDER)
  const { out } = await made.run('delivery', 'show', ORDER)
  for (const text of ['Nova X Pro', 'it never came', 'JD014', 'mina', 'in delivery', '80.00'])
    expect(out).toContain(text)
})

test('characters of an address that nobody sees are named, and none reaches the terminal', async () => {
  const made = await desk()
  made.answers['/operator/deliveryreveal'] = () => ({
    number: ORDER,
    name: 'Ali \u202eevil',
    phone: '+8801712345678',
    lines: ['House\u200b 12', '\u001b[2J'],
  })
  const { out } = await made.run('delivery', 'reveal', ORDER, '--reason', 'the courier asks')
  expect(out).toContain('Ali [U+202E]evil')
  expect(out).toContain('House[U+200B] 12')
  for (const sign of ['\u202e', '\u200b', '\u001b']) expect(out).not.toContain(sign)
})

test('a pick list goes into a new file that only its owner reads', async () => {
  const made = await desk()
  const file = fileIn(made, 'picks.csv')
  made.answers['/operator/deliverypick'] = ({ requestId }) => ({
    pickList: requestId,
    orders: 1,
    csv: 'order\r\n',
  })
  const { out } = await made.run('delivery', 'pick', '--file', file, '--yes')
  expect(out).toContain(file)
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['order\r\n', 0o600])
  expect((await made.run('delivery', 'pick', '--file', file, '--yes')).notes).toContain('exists')
})

test('a long shipping file goes in parts with its heading, and keeps the numbers of its lines', async () => {
  const made = await desk()
  const file = fileIn(made, 'shipped.csv')
  const rows = Array.from({ length: 1_500 }, (_, n) => `${ORDER},DHL,JD ${n},https://example.com/${n}`)
  writeFileSync(file, ['order,carrier,tracking,url', ...rows].join('\n'))
  made.answers['/operator/deliveryimport'] = ({ csv }) => {
    const lines = String(csv).split('\n')
    expect(lines[0]).toBe('order,carrier,tracking,url')
    return { lines: [{ line: lines.length, number: ORDER, result: 'refused', problem: 'step' }] }
  }
  const { status, out, notes } = await made.run('delivery', 'import', file, '--yes')
  const parts = heard(made, 'deliveryimport').length
  expect([status, parts > 1]).toEqual([1, true])
  expect(out).toMatch(/^ *1501 +M1-0014-37/m)
  expect(notes).toContain(`${parts} of ${parts} lines were refused.`)
})

test('a shipping file as a spreadsheet saves it in UTF-16 is read, and another encoding is refused', async () => {
  const made = await desk()
  const file = fileIn(made, 'sheet.csv')
  const text = `order\tcarrier\ttracking\n${ORDER}\tপাঠাও\tJD 1\n`
  made.answers['/operator/deliveryimport'] = () => ({ lines: [] })
  writeFileSync(file, Buffer.from(`\uFEFF${text}`, 'utf16le'))
  await made.run('delivery', 'import', file, '--yes')
  expect(heard(made, 'deliveryimport')).toEqual([{ csv: text }])

  writeFileSync(file, Buffer.from(`order;carrier;tracking\n${ORDER};Expr\u00e9s;JD 1\n`, 'latin1'))
  expect((await made.run('delivery', 'import', file, '--yes')).notes).toContain('is not in UTF-8')
  expect(heard(made, 'deliveryimport')).toHaveLength(1)
})

test('an import names the columns that the heading lacks', async () => {
  const made = await desk()
  const file = fileIn(made, 'lacking.csv')
  writeFileSync(file, `Order,Courier,Number\n${ORDER},DHL,JD 1\n`)
  const { status, notes } = await made.run('delivery', 'import', file, '--yes')
  expect([status, notes]).toEqual([1, expect.stringContaining('lacks: carrier, tracking.')])
  expect(heard(made, 'deliveryimport')).toEqual([])
})

test('an import asks first, and the time of a proof is read', async () => {
  const made = await desk(true)
  const file = fileIn(made, 'one.csv')
  writeFileSync(file, `order,carrier,tracking\n${ORDER},DHL,JD 1\n`)
  made.typed.push('')
  expect((await made.run('delivery', 'import', file)).notes).toContain('Nothing was entered.')
  expect(heard(made, 'deliveryimport')).toEqual([])
  made.answers['/operator/deliveryproof'] = () => ({ ...SHOWN, status: 'in_delivery' })
  await made.run('delivery', 'proof', ORDER, '--at', '2026-11-22T14:30Z')
  expect(heard(made, 'deliveryproof')).toEqual([{ number: ORDER, at: Date.UTC(2026, 10, 22, 14, 30) }])
  expect((await made.run('delivery', 'proof', ORDER, '--at', 'noon')).status).toBe(2)
})
