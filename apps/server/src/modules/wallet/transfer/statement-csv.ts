/** Reads the CSV file of a bank's statement: finds its encoding, separator and columns, and the lines of money that arrived. */
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { CsvError, parse } from 'csv-parse/sync'
import {
  MAX_STATEMENT_BYTES,
  MAX_STATEMENT_ROWS,
  type DateOrder,
  type DecimalMark,
  type StatementProblem,
} from '@fairlot/contract/life/statement-life'
import { latinDigits } from '@fairlot/contract/typed-text'
import { isSpreadsheetError, isRounded } from '../../../platform/csv.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isVietnamese } from './vietnamese-text.ts'
import { markOfAmounts, orderOfDates, readAmount, readDate } from './statement-cells.ts'

export type StatementLine = {
  /** row of the file, from 1 */
  row: number
  /** `YYYY-MM-DD` */
  bookedOn: string
  /** minor units, above zero */
  amount: bigint
  /** ISO code; null: the file names none */
  currency: string | null
  text: string
  transactionId: string | null
  textHash: Buffer
  /** how many equal lines of the file came before: of the id, or of day, amount and text */
  occurrence: number
}

export type ReadStatement = {
  /** SHA-256 of the file */
  hash: Buffer
  lines: StatementLine[]
  /** lines of money that left */
  debits: number
  /** rows without date and amount, such as sums */
  skipped: number
}

export type ReadingHints = { decimal?: DecimalMark | undefined; dates?: DateOrder | undefined }

const unreadable = (problem: StatementProblem, line: number) =>
  new Refusal('STATEMENT_UNREADABLE', { values: { problem, line } })

/** The file of base64 text of gzip. @throws Refusal STATEMENT_UNREADABLE */
export function unpackFile(content: string): Buffer {
  try {
    return gunzipSync(Buffer.from(content, 'base64'), { maxOutputLength: MAX_STATEMENT_BYTES })
  } catch {
    throw unreadable('size', 1)
  }
}

/** Whether bytes are text of a code page as people write it, instead of noise. */
type Page = { label: string; isText(text: string): boolean }

/**
 * Code pages that banks still write. Each decodes nearly all bytes, so the words decide: Latin letters stand between others, while noise
 * is runs of accents and signs; Chinese and Arabic are of their script only.
 */
const PAGES: readonly Page[] = [
  {
    label: 'windows-1252',
    isText: (text) =>
      !/[^\0-\x7f]{3}|[\x80-\xbf\xd7\xf7][^\0-\x7f]|[^\0-\x7f][\x80-\xa9\xab-\xb9\xbb-\xbf\xd7\xf7]/.test(
        text,
      ),
  },
  {
    label: 'gb18030',
    isText: (text) =>
      /^[\0-\x7f\p{Script=Han}\u00b7\u2014\u2018-\u201d\u2026\u3000-\u303f\uff00-\uffef]*$/u.test(text),
  },
  {
    label: 'windows-1256',
    isText: (text) =>
      /^[\0-\x7f\p{Script=Arabic}\p{Mn}\u00a0\u060c\u061b\u061f\u0640\u200c-\u200f]*$/u.test(text),
  },
]
/** Its words look like those of Windows-1252, so it is recognised by how they are spelled. */
const VIETNAMESE = 'windows-1258'

const decodedAs = (label: string, file: Uint8Array): string | null => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(file)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/**
 * Text of UTF-8, of UTF-16 with a byte order mark, or of a code page: the one in which the heading has names of columns with letters that
 * are not Latin ones without accents; else the only one whose words are text.
 * @throws Refusal STATEMENT_UNREADABLE
 */
function decode(file: Uint8Array): string {
  const [first, second] = file
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  const text = decodedAs(marked ?? 'utf-8', file)
  if (text !== null) return text
  if (marked !== null || file.includes(0)) throw unreadable('encoding', 1)
  const all = [...PAGES, { label: VIETNAMESE, isText: () => false }].flatMap(({ label, isText }) => {
    const decoded = decodedAs(label, file)
    return decoded === null ? [] : [{ decoded, isText: isText(decoded), isNamed: hasOwnHeading(decoded) }]
  })
  const named = all.filter(({ isNamed }) => isNamed)
  if (named.length === 1) return named[0]!.decoded
  const [as1258, as1252] = [decodedAs(VIETNAMESE, file), decodedAs(PAGES[0]!.label, file)]
  const vietnamese = as1258 === null || as1252 === null ? 'no' : isVietnamese(as1258, as1252)
  if (as1258 !== null && vietnamese === 'yes') return as1258.normalize('NFC')
  const plausible = all.filter((one) => one.isText)
  const [latin] = plausible
  // short words of Windows-1252 can be Chinese or Arabic by chance; longer ones of these are never Windows-1252
  if (latin?.decoded === as1252 && vietnamese === 'unclear') throw unreadable('encoding', 1)
  if (latin && (plausible.length === 1 || PAGES[0]!.isText(latin.decoded))) return latin.decoded
  throw unreadable('encoding', 1)
}

/** Names of columns in the languages of the product, without accents, blanks and marks. */
const COLUMNS = {
  date: 'date|bookingdate|bookedon|valuedate|postingdate|transactiondate|txndate|trandate|data|datalancamento|datadolancamento|tanggal|tgl|ngay|ngaygiaodich|日期|交易日期|记账日期|التاريخ|تاريخ|তারিখ|तारीख|दिनांक',
  amount:
    'amount|transactionamount|txnamount|valor|jumlah|nominal|mutasi|sotien|金额|交易金额|المبلغ|مبلغ|পরিমাণ|राशि|रकम',
  credit:
    'credit|creditamount|credits|deposit|deposits|depositamt|moneyin|paidin|credito|entrada|kredit|ghico|psghico|收入|贷方|贷方发生额|دائن|জমা|जमा',
  debit:
    'debit|debitamount|debits|withdrawal|withdrawals|withdrawalamt|moneyout|paidout|debito|saida|debet|ghino|psghino|支出|借方|借方发生额|مدين|নামে',
  currency: 'currency|ccy|moeda|matauang|loaitien|币种|货币|العملة|عملة|মুদ্রা|मुद्रा',
  text: 'reference|description|details|narration|remarks|remark|purpose|memo|particulars|transactiondetails|note|notes|descricao|historico|keterangan|berita|noidung|diengiai|motachitiet|摘要|附言|备注|用途|الوصف|البيان|বিবরণ|विवरण',
  id: 'transactionid|txnid|transactionno|transactionnumber|transactionref|transactionreference|utr|utrno|rrn|refno|referenceno|referencenumber|bankreference|trxid|endtoendid|e2eid|idtransacao|identificador|documento|magiaodich|sobuttoan|idtransaksi|noreferensi|流水号|交易流水号|交易号|رقمالعملية|رقمالمرجع',
  direction: 'drcr|crdr|type|transactiontype|dc|debitcredit|tipo|dk',
} as const
type Column = keyof typeof COLUMNS

const NAMES = new Map<string, Column>(
  (Object.keys(COLUMNS) as Column[]).flatMap((column) =>
    COLUMNS[column].split('|').map((name): [string, Column] => [name, column]),
  ),
)

const plainName = (cell: string) =>
  cell
    .normalize('NFD')
    .replaceAll(/đ/gi, 'd')
    .replace(/\p{M}/gu, (mark) => (/\p{Script=Inherited}/u.test(mark) ? '' : mark))
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
const plainNames = new Map([...NAMES].map(([name, column]) => [plainName(name), column]))

/** Places of the columns in a row; several columns of text are read one after another. */
type Layout = { [column in Exclude<Column, 'text'>]?: number } & { text: number[] }

function layoutOf(row: readonly string[]): Layout | null {
  const layout: Layout = { text: [] }
  for (const [at, cell] of row.entries()) {
    const column = plainNames.get(plainName(cell))
    if (column === 'text') layout.text.push(at)
    else if (column !== undefined) layout[column] ??= at
  }
  return layout.date !== undefined && (layout.amount ?? layout.credit) !== undefined ? layout : null
}

/** A heading may follow some rows about the account. */
const HEADING_ROWS = 30
const SEPARATORS = [',', ';', '\t', '|'] as const

/** Whether the heading has names of columns in letters beside those of English, so that they show the encoding. */
function hasOwnHeading(text: string): boolean {
  const lines = text.split(/\r?\n/, HEADING_ROWS)
  return lines.some((line) =>
    SEPARATORS.some((separator) => {
      const cells = line.split(separator).map((cell) => cell.replace(/^"|"$/g, ''))
      return (
        layoutOf(cells) !== null &&
        cells.some((cell) => /[^\0-\x7f]/.test(cell) && plainNames.has(plainName(cell)))
      )
    }),
  )
}

type Table = { layout: Layout; rows: { cells: string[]; row: number }[] }

function tableOf(text: string): Table {
  let fault: Refusal | null = null
  for (const delimiter of SEPARATORS) {
    let records: string[][]
    try {
      records = parse(text, { delimiter, bom: true, relax_column_count: true })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const { lines } = error as { lines?: unknown }
      fault ??= unreadable('csv', typeof lines === 'number' ? lines : 1)
      continue
    }
    const heading = records.slice(0, HEADING_ROWS).findIndex((row) => layoutOf(row) !== null)
    if (heading < 0) continue
    const layout = layoutOf(records[heading]!)!
    const rows = records.slice(heading + 1).map((cells, index) => ({ cells, row: heading + index + 2 }))
    return { layout, rows }
  }
  throw fault ?? unreadable('header', 1)
}

const cellOf = (cells: readonly string[], at: number | undefined) =>
  at === undefined ? '' : (cells[at] ?? '').trim()

/** One row: what arrived (above zero) or left, null: neither. @throws Refusal STATEMENT_UNREADABLE */
function moneyOf(cells: readonly string[], row: number, layout: Layout, mark: DecimalMark | null): bigint {
  const read = (at: number | undefined) => {
    const cell = cellOf(cells, at)
    if (cell === '' || /^[-–—]+$/.test(cell)) return 0n
    const amount = readAmount(cell, mark)
    if (amount === null) throw unreadable('amount', row)
    return amount
  }
  if (layout.amount === undefined) return read(layout.credit) - abs(read(layout.debit))
  const amount = read(layout.amount)
  const direction = cellOf(cells, layout.direction)
  return /^(?:d|dr|db|debit|debito|debet|saida|-)$/i.test(direction) ? -abs(amount) : amount
}

const hasMoney = (cells: readonly string[], layout: Layout) =>
  [layout.amount, layout.credit, layout.debit].some((at) => cellOf(cells, at) !== '')

const abs = (amount: bigint) => (amount < 0n ? -amount : amount)
const TEXT_LENGTH = 1_000
const ID_LENGTH = 140
/** What banks write where a transaction has no id. */
const NO_ID = /^(?:not ?provided|none|null|n\/?a|[-–—.*0]+)$/i
const oneLine = (text: string, length: number) =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, length)

/**
 * Reads a file. A row without a date is no transaction and is counted as skipped when its amount is empty too or it comes
 * without date, such as a sum; a row with a date must be readable.
 * @throws Refusal STATEMENT_UNREADABLE for the whole file, so that no line is lost
 */
export function readStatement(file: Uint8Array, hints: ReadingHints = {}): ReadStatement {
  const { layout, rows } = tableOf(decode(file))
  if (rows.length > MAX_STATEMENT_ROWS) throw unreadable('rows', MAX_STATEMENT_ROWS)
  const column = (at: number | undefined) =>
    at === undefined ? [] : rows.map(({ cells }) => cells[at] ?? '')
  const order = hints.dates ?? orderOfDates(column(layout.date))
  const mark =
    hints.decimal ?? markOfAmounts([layout.amount, layout.credit, layout.debit].flatMap((at) => column(at)))
  if (order === 'mixed') throw unreadable('date', rows[0]!.row)
  if (mark === 'mixed') throw unreadable('amount', rows[0]!.row)
  const result: ReadStatement = {
    hash: createHash('sha256').update(file).digest(),
    lines: [],
    debits: 0,
    skipped: 0,
  }
  const occurrences = new Map<string, number>()
  let undated: number | undefined
  let isDated = false
  for (const { cells, row } of rows) {
    const date = latinDigits(cellOf(cells, layout.date))
    if (!/\d/.test(date)) {
      if (cells.some((cell) => cell.trim() !== '')) result.skipped++
      if (date !== '' && hasMoney(cells, layout)) undated ??= row
      continue
    }
    isDated = true
    const bookedOn = readDate(date, order)
    if (bookedOn === null) throw unreadable('date', row)
    const amount = moneyOf(cells, row, layout, mark)
    if (amount === 0n) result.skipped++
    else if (amount < 0n) result.debits++
    else result.lines.push(lineOf(cells, row, { layout, bookedOn, amount, occurrences }))
  }
  // words beside sums are no dates; words beside every amount are dates that nobody could read
  if (!isDated && undated !== undefined) throw unreadable('date', undated)
  return result
}

function lineOf(
  cells: readonly string[],
  row: number,
  read: { layout: Layout; bookedOn: string; amount: bigint; occurrences: Map<string, number> },
): StatementLine {
  const { layout, bookedOn, amount, occurrences } = read
  const text = oneLine(layout.text.map((at) => cells[at] ?? '').join(' '), TEXT_LENGTH)
  const currency = cellOf(cells, layout.currency).toUpperCase()
  const id = oneLine(cellOf(cells, layout.id), ID_LENGTH)
  if (isRounded(id) || [id, ...layout.text.map((at) => cellOf(cells, at))].some(isSpreadsheetError))
    throw unreadable('damaged', row)
  const key = `${bookedOn}\0${amount}\0${text}`
  const occurrence = occurrences.get(key) ?? 0
  occurrences.set(key, occurrence + 1)
  return {
    row,
    bookedOn,
    amount,
    currency: currency === '' ? null : currency.slice(0, 10),
    text,
    transactionId: id === '' || NO_ID.test(id) ? null : id,
    textHash: hashOfText(text),
    occurrence,
  }
}

export const hashOfText = (text: string): Buffer => createHash('sha256').update(text).digest()
