/** Pick lists and shipping files as CSV. A pick list with its empty columns filled is a shipping file. */
import { isDeepStrictEqual } from 'node:util'
import type { ShippingProblem, ShippingResult } from '@fairlot/contract/life/order-life'
import {
  BYTE_ORDER_MARK,
  csvCells,
  csvText,
  isDamaged,
  withoutPreamble,
  type CsvSeparator,
} from '../../../platform/csv.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Parcel, PickedOrder } from './delivery-desk.ts'
import type { Taken } from './prize-steps.ts'

const HEADING = [
  'order',
  'product',
  'title',
  'name',
  'phone',
  'street',
  'details',
  'subdistrict',
  'city',
  'province',
  'zip',
  'country',
  'carrier',
  'tracking',
  'url',
]

/** The file of a pick list. */
export function pickListCsv(orders: readonly PickedOrder[]): string {
  const lines = orders.map(({ number, product, title, address: a }) => [
    number,
    product,
    title,
    a.name,
    a.phone,
    a.street,
    a.details,
    a.subdistrict,
    a.city,
    a.province,
    a.zip,
    a.country,
    '',
    '',
    '',
  ])
  return BYTE_ORDER_MARK + csvText([HEADING, ...lines])
}

export type ShippingLine = {
  /** line of the text, from 1 */
  line: number
  number: string
  result: ShippingResult
  problem: ShippingProblem | null
}

type Read = { number: string; parcel: Parcel } | { number: string; problem: ShippingProblem }
type Columns = { separator: CsvSeparator; order: number; carrier: number; tracking: number; url: number }

const WORD = /^[^\p{Cc}\p{Cf}]{1,60}$/u
/** A word that members read, as the carrier wrote it. */
const isWord = (text: string) => WORD.test(text) && !isDamaged(text)
const URL = /^https:\/\/[^\s"<>]{1,292}$/

/** Where the columns are when `separator` parts the cells. Null: the heading lacks one. */
function columnsOf(heading: string, separator: CsvSeparator): Columns | null {
  const names = csvCells(heading, separator)?.map((name) => name.toLowerCase()) ?? []
  const [order, carrier, tracking, url] = ['order', 'carrier', 'tracking', 'url'].map((name) =>
    names.indexOf(name),
  )
  return order! < 0 || carrier! < 0 || tracking! < 0
    ? null
    : { separator, order: order!, carrier: carrier!, tracking: tracking!, url: url! }
}

function readLine(text: string, columns: Columns): Read {
  const cells = csvCells(text, columns.separator)
  const at = (column: number) => cells?.[column] ?? ''
  const number = at(columns.order).slice(0, 40)
  if (!cells || cells.length <= Math.max(columns.order, columns.carrier, columns.tracking))
    return { number, problem: 'format' }
  const [carrier, tracking, url] = [at(columns.carrier), at(columns.tracking), at(columns.url)]
  if (!isWord(carrier)) return { number, problem: 'carrier' }
  if (!isWord(tracking)) return { number, problem: 'tracking' }
  if (url !== '' && !URL.test(url)) return { number, problem: 'url' }
  return { number, parcel: { carrier, tracking, url: url === '' ? null : url } }
}

/**
 * Reads a shipping file. Lines without carrier and tracking number are parcels that were not sent yet: they are left out.
 * @throws Refusal INPUT_INVALID when the heading lacks a column
 */
function readLines(text: string): { line: number; read: Read }[] {
  const plain = withoutPreamble(text)
  const [heading = '', ...rest] = plain.text.split(/\r?\n/)
  const columns = columnsOf(heading, ',') ?? columnsOf(heading, ';') ?? columnsOf(heading, '\t')
  if (!columns) throw new Refusal('INPUT_INVALID', { fields: { csv: 'INVALID' } })
  const isSent = (content: string) => {
    const cells = csvCells(content, columns.separator)
    return !cells || cells[columns.carrier] !== '' || cells[columns.tracking] !== ''
  }
  return rest
    .map((content, index) => ({ content, line: index + 2 + plain.lines }))
    .filter(({ content }) => content.trim() !== '' && isSent(content))
    .map(({ content, line }) => ({ line, read: readLine(content, columns) }))
}

const PROBLEMS: Readonly<Record<string, ShippingProblem>> = { NO_SUCH_DATA: 'unknown', ORDER_STEP: 'step' }

/**
 * Enters parcels line by line. A line that is refused does not stop the others.
 * @param act what one line does, in its own transaction
 */
export async function enterParcels(
  db: { tx(work: (tx: Tx) => Promise<Taken>): Promise<Taken> },
  text: string,
  act: (tx: Tx, number: string, parcel: Parcel) => Promise<Taken>,
  onDone: (taken: Taken) => void,
): Promise<ShippingLine[]> {
  const lines: ShippingLine[] = []
  const sent = new Map<string, Parcel>()
  for (const { line, read } of readLines(text)) {
    const { number } = read
    if ('problem' in read) {
      lines.push({ line, number, result: 'refused', problem: read.problem })
      continue
    }
    // a file corrects the parcel of an earlier file; two parcels for one order in the same file are a slip
    const earlier = sent.get(number.toUpperCase())
    if (earlier && !isDeepStrictEqual(earlier, read.parcel)) {
      lines.push({ line, number, result: 'refused', problem: 'repeated' })
      continue
    }
    try {
      const taken = await db.tx((tx) => act(tx, number, read.parcel))
      sent.set(number.toUpperCase(), read.parcel)
      if (taken.changed) onDone(taken)
      lines.push({ line, number, result: taken.changed ? 'shipped' : 'unchanged', problem: null })
    } catch (error) {
      const problem = error instanceof Refusal ? PROBLEMS[error.code] : undefined
      if (problem === undefined) throw error
      lines.push({ line, number, result: 'refused', problem })
    }
  }
  return lines
}
