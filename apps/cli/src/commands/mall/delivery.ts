/** Deliveries: pick lists, shipping, proofs of delivery, and disputes about won products. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { ShippingProblem } from '@fairlot/contract/life/order-life'
import { printed } from '@fairlot/contract/typed-text'
import { calling, PAGE, pageOf, REASON, type Command, type Given, type Parameter } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem, UsageProblem } from '../../problem.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'

type Shown = Output<Endpoints['deliveryShow']>

const ORDER: Parameter = { name: 'order', about: 'number of the order, such as M1-0014-37' }
const FIELDS = { number: 'order' } as const
const NOTE = {
  name: 'note',
  value: 'text',
  about: 'what the member reads, 3 to 500 characters',
  required: true,
} as const
const words = (text: string) => text.replaceAll('_', ' ')

const list = calling({
  name: 'deliveries',
  aliases: ['delivery list'],
  group: 'Deliveries',
  about: 'List the products to send, on their way and in dispute',
  endpoint: 'deliveryList',
  options: [{ name: 'status', value: 'status', about: 'only orders in this state' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), status: given.maybe('status') }),
  print({ items, next }, desk) {
    desk.table(
      ['order', 'product', 'state', 'pick list', { title: 'since (h)', right: true }, 'won at'],
      items.map(({ number, product, status, picked, hours, wonAt }) => [
        number,
        product,
        status === 'disputed' ? { text: words(status), look: 'red' as const } : words(status),
        picked ? 'yes' : '',
        String(hours),
        localTime(wonAt),
      ]),
      'There is nothing to send, on its way or in dispute.',
    )
    printNext(next, desk)
  },
})

const timeOf = (at: number | null) => (at === null ? null : localTime(at))

async function printOne(shown: Shown, desk: Desk): Promise<void> {
  const { label, plain } = await desk.money()
  desk.lines(
    facts([
      ['order', shown.number],
      ['product', shown.title],
      ['member', shown.member],
      ['state', words(shown.status)],
      ['pick list', shown.pickList],
      ['carrier', shown.carrier],
      ['tracking', shown.tracking],
      ['page', shown.url],
      ['shipped', timeOf(shown.shippedAt)],
      ['delivered', timeOf(shown.deliveredAt)],
      ['next automatic step', timeOf(shown.dueAt)],
      ['dispute', shown.disputeNote],
      [`recycling value (${label})`, plain(shown.recycleAmount)],
    ]),
  )
  desk.out('')
  desk.table(
    ['step', 'state', 'at', 'by', { title: 'note', wraps: true }],
    shown.timeline.map(({ step, state, at, by, note }) => [
      words(step),
      words(state),
      localTime(at),
      by?.name ?? '',
      note ?? '',
    ]),
    'Nothing has happened since the win.',
  )
}

const show = calling({
  name: 'delivery show',
  group: 'Deliveries',
  about: 'Show a won product with its timeline, without the address',
  endpoint: 'deliveryShow',
  fields: FIELDS,
  parameters: [ORDER],
  input: (given) => ({ number: given.text('order') }),
  print: printOne,
})

const reveal = calling({
  name: 'delivery reveal',
  group: 'Deliveries',
  about: 'Show the address of an order in the clear',
  details: 'The audit log names you and the reason.',
  endpoint: 'deliveryReveal',
  fields: FIELDS,
  parameters: [ORDER],
  options: [REASON],
  input: (given) => ({ number: given.text('order'), reason: given.text('reason') }),
  print({ name, phone, lines }, desk) {
    // the member typed them: nothing of it may turn the direction or hide
    desk.lines([name, phone, ...lines].map((line) => clean(printed(line))))
  },
})

const pick: Command = {
  name: 'delivery pick',
  aliases: ['deliveries pick'],
  group: 'Deliveries',
  about: 'Write a pick list with addresses into a CSV file',
  details:
    'At most 200 orders at once; run it again for the rest. Members can no longer change the addresses. The file names addresses in the clear and only you can read it. Fill its columns carrier and tracking, and import it. With --list, it writes the remaining orders of an earlier list again.',
  parameters: [],
  options: [
    { name: 'file', value: 'path', about: 'the file to write; it must not exist', required: true },
    { name: 'list', value: 'id', about: 'id of an earlier pick list' },
    YES,
  ],
  endpoint: 'deliveryPick',
  fields: { requestId: 'list' },
  async run(desk, given) {
    const file = given.text('file')
    if (existsSync(file)) throw new Problem(`The file ${file} exists. Name another one.`)
    const { csv, ...rest } = await desk.callOnce('deliveryPick', async () => {
      const question = 'Make a pick list? Members can no longer change the addresses of its orders.'
      if (!given.has('list')) await confirm(desk, given, question, 'No list was made.')
      return { requestId: given.maybe('list') ?? randomUUID() }
    })
    writeFileSync(file, csv, { mode: 0o600, flag: 'wx' })
    await desk.show({ ...rest, file }, () => {
      desk.lines(
        facts([
          ['file', file],
          ['pick list', rest.pickList],
          ['orders', String(rest.orders)],
        ]),
      )
      desk.note(`When the parcels are sent: ${desk.hint('delivery import <file>')}`)
    })
  },
}

const release = calling({
  name: 'delivery release',
  group: 'Deliveries',
  about: 'Take an order off its pick list, so that the member can change the address',
  endpoint: 'deliveryRelease',
  fields: FIELDS,
  parameters: [ORDER],
  options: [REASON],
  input: (given) => ({ number: given.text('order'), reason: given.text('reason') }),
  print: ({ number }, desk) => desk.out(`${number} is on no pick list.`),
})

const ship = calling({
  name: 'delivery ship',
  group: 'Deliveries',
  about: 'Enter carrier and tracking number of a parcel; again to correct them',
  endpoint: 'deliveryShip',
  fields: { ...FIELDS, url: 'page' },
  parameters: [ORDER],
  options: [
    { name: 'carrier', value: 'name', about: 'name of the carrier', required: true },
    { name: 'tracking', value: 'number', about: 'tracking number', required: true },
    { name: 'page', value: 'address', about: "the carrier's page of the parcel, https://…" },
  ],
  input: (given) => ({
    number: given.text('order'),
    carrier: given.text('carrier'),
    tracking: given.text('tracking'),
    url: given.maybe('page'),
  }),
  print: ({ number, carrier, tracking }, desk) =>
    desk.out(`${number} is on its way with ${carrier}, ${tracking}.`),
})

const PROBLEMS: Readonly<Record<ShippingProblem, string>> = {
  format: 'the line has too few fields',
  unknown: 'there is no order with this number',
  step: 'the order is at another step',
  carrier: 'the carrier is missing, longer than 60 characters, or damaged by a spreadsheet',
  tracking: 'the tracking number is missing, longer than 60 characters, or damaged by a spreadsheet',
  url: 'the page is not an https:// address',
  repeated: 'an earlier line has another parcel for this order',
}

/** The server takes texts of up to 40,000 characters. */
const PART_LENGTH = 30_000

/** By which some spreadsheets name the separator of the file, before the heading. */
const SEPARATOR_LINE = /^"?sep=[,;\t]"?$/i

/** Cuts a file into parts that the server takes, each with the heading. `before`: lines of the file that the part skips. */
function partsOf(text: string): { csv: string; before: number }[] {
  const all = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const skipped = SEPARATOR_LINE.test(all[0]!) ? 1 : 0
  const [heading = '', ...rest] = all.slice(skipped)
  const parts: { csv: string; before: number }[] = []
  let lines: string[] = []
  rest.forEach((line, index) => {
    lines.push(line)
    const length = lines.reduce((sum, one) => sum + one.length + 1, heading.length)
    if (length < PART_LENGTH && index < rest.length - 1) return
    parts.push({ csv: [heading, ...lines].join('\n'), before: skipped + index + 1 - lines.length })
    lines = []
  })
  return parts
}

/** UTF-8, or UTF-16 as spreadsheets mark it. Another encoding would write garbage into what members read. @throws Problem */
function readCsv(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    throw new Problem(`The file ${file} cannot be read: ${why}`)
  }
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Problem(`The file ${file} is not in UTF-8. Save it as CSV in UTF-8.`)
  }
}

/** @throws Problem that names the columns that the heading lacks */
function requireColumns(file: string, csv: string): void {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/, 2)
  const heading = lines[SEPARATOR_LINE.test(lines[0]!) ? 1 : 0] ?? ''
  const missing = ['order', 'carrier', 'tracking'].filter((name) => !heading.toLowerCase().includes(name))
  if (missing.length > 0) throw new Problem(`The heading of ${file} lacks: ${missing.join(', ')}.`)
}

const importing: Command = {
  name: 'delivery import',
  aliases: ['deliveries import'],
  group: 'Deliveries',
  about: 'Enter carriers and tracking numbers from a CSV file',
  details:
    'The file has a heading with the columns order, carrier, tracking and, optionally, url, separated by commas, semicolons or tabs; a filled pick list is such a file. Lines without carrier and tracking number are left out. Every line takes effect once: the same file can be imported again. The exit status is 1 when a line was refused.',
  parameters: [{ name: 'file', about: 'the CSV file' }],
  options: [YES],
  endpoint: 'deliveryImport',
  fields: { csv: 'file' },
  async run(desk, given) {
    const file = given.text('file')
    const [first, ...others] = partsOf(readCsv(file))
    if (!first) throw new Problem(`The file ${file} has no lines below its heading.`)
    const parts = [first, ...others]
    requireColumns(file, first.csv)
    await confirm(
      desk,
      given,
      `Enter the parcels of ${file}? The members get a message.`,
      'Nothing was entered.',
    )
    const lines: Output<Endpoints['deliveryImport']>['lines'] = []
    for (const { csv, before } of parts) {
      const answer = await desk.call('deliveryImport', { csv })
      lines.push(...answer.lines.map((one) => ({ ...one, line: one.line + before })))
    }
    await desk.show({ lines }, () =>
      desk.table(
        [{ title: 'line', right: true }, 'order', 'result', { title: 'why', wraps: true }],
        lines.map(({ line, number, result, problem }) => [
          String(line),
          number,
          result === 'refused' ? { text: result, look: 'red' as const } : result,
          problem === null ? '' : PROBLEMS[problem],
        ]),
        'The file names no parcel.',
      ),
    )
    const refused = lines.filter(({ result }) => result === 'refused').length
    if (refused > 0) throw new Problem(`${refused} of ${lines.length} lines were refused.`)
  },
}

/** @throws UsageProblem */
function momentOf(given: Given): number | undefined {
  const text = given.maybe('at')
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new UsageProblem(`${text} is not a time: use 2026-11-22T14:30Z.`)
  return at
}

const proof = calling({
  name: 'delivery proof',
  group: 'Deliveries',
  about: "Enter the carrier's proof of delivery",
  details: 'The shorter clock starts: the server marks the order as received after the days in the settings.',
  endpoint: 'deliveryProof',
  fields: FIELDS,
  parameters: [ORDER],
  options: [
    { name: 'at', value: 'time', about: 'when it was delivered, such as 2026-11-22T14:30Z (default: now)' },
  ],
  input: (given) => ({ number: given.text('order'), at: momentOf(given) }),
  print: ({ number, deliveredAt, dueAt }, desk) =>
    desk.out(
      `${number} was delivered at ${timeOf(deliveredAt) ?? ''}. It becomes received at ${timeOf(dueAt) ?? ''}.`,
    ),
})

const answer = calling({
  name: 'delivery answer',
  group: 'Deliveries',
  about: 'Answer a dispute: ship_again, travels (it is on its way) or stands (it arrived)',
  details: 'The member gets a message and reads the note.',
  endpoint: 'deliveryAnswer',
  fields: FIELDS,
  parameters: [ORDER, { name: 'answer', about: 'the answer' }],
  options: [NOTE],
  input: (given) => ({
    number: given.text('order'),
    answer: given.text('answer'),
    note: given.text('note'),
  }),
  print: ({ number, status }, desk) => desk.out(`${number} is ${words(status)}.`),
})

const settle = calling({
  name: 'delivery settle',
  group: 'Deliveries',
  about: 'Request to end a dispute by paying the recycling value to the member',
  details: 'Another operator must approve it. The member gets a message and reads the note.',
  endpoint: 'deliverySettle',
  fields: FIELDS,
  parameters: [ORDER],
  options: [NOTE, REASON],
  input: (given) => ({
    number: given.text('order'),
    note: given.text('note'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'The recycling value is in the wallet of the member.'),
})

export const DELIVERY: readonly Command[] = [
  list,
  show,
  reveal,
  pick,
  release,
  ship,
  importing,
  proof,
  answer,
  settle,
]
