/** CSV as RFC 4180 defines it: files for people and for a bank, and what they answer. */
import { printed } from '@fairlot/contract/typed-text'

/** What parts cells: a comma in the file; a semicolon or a tab in spreadsheets whose decimal mark is the comma. */
const PARTING = /([,;\t\r\n])/
/** A spreadsheet calculates a cell that begins so, perhaps after blanks and characters that nobody sees. */
const FORMULA = /^[\s\p{Cf}\u2800\u3164]*[=+\-@＝＋－＠]/u
/** Amounts that leave, and phone numbers: a number is no formula. */
const NUMBER = /^(?:-\d+(?:\.\d+)?|\+\d{6,15})$/

/** Without it at the beginning of a file, a spreadsheet reads other scripts than Latin as garbage. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * One cell for people. An apostrophe keeps a spreadsheet from calculating what another person typed, also behind a semicolon, where it
 * may begin a cell of its own.
 */
function csvCell(value: string): string {
  if (NUMBER.test(value)) return value
  const safe = printed(value)
    .split(PARTING)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('')
  return quoted(safe)
}

/** A sign before a number or a name, such as that of a phone number. A spreadsheet makes no formula with effects of it. */
const SIGNED = /^[+-][\p{L}\p{N}.@_-]*$/u

/** One cell for a bank, whose program takes an apostrophe for a part of the value: what could begin a formula is left out. */
function bankCell(value: string): string {
  const parts = value.split(PARTING).filter((part) => !PARTING.test(part))
  const safe = parts.map((part) =>
    FORMULA.test(part) && !SIGNED.test(part)
      ? part.replace(/^[\s\p{Cf}\u2800\u3164=+\-@＝＋－＠]+/u, '')
      : part,
  )
  return quoted(safe.join(' ').replaceAll(/ +/g, ' ').trim())
}

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const textOf = (lines: readonly (readonly string[])[], cell: (value: string) => string): string =>
  lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

/** Lines of cells as text that people open; every line ends with CR LF. */
export const csvText = (lines: readonly (readonly string[])[]): string => textOf(lines, csvCell)

/** Lines of cells as text that a bank's program reads. */
export const bankText = (lines: readonly (readonly string[])[]): string => textOf(lines, bankCell)

/** A number of many digits as a spreadsheet writes it: only its first ones are left. */
export const isRounded = (cell: string): boolean =>
  /^(?:\d(?:[.,]\d+)?E\+\d+|\d[.,]\d+E[+-]?\d+)$/i.test(cell.trim())

/** What a spreadsheet writes where it cannot calculate or show a value. */
export const isSpreadsheetError = (cell: string): boolean =>
  /^#(?:NAME\?|REF!|VALUE!|N\/A|DIV\/0!|NUM!|NULL!|#+)$/i.test(cell.trim())

/** Whether a spreadsheet has changed a word or number that another program wrote, or would calculate it. */
export const isDamaged = (cell: string): boolean =>
  isRounded(cell) || /^[#=+\-@'‘’＝＋－＠]/.test(cell.trim())

/** Text without its byte order mark and without the line by which a spreadsheet names its separator; how many lines that was. */
export function withoutPreamble(text: string): { text: string; lines: number } {
  const plain = text.replace(/^\uFEFF/, '')
  const rest = plain.replace(/^"?sep=[,;\t]"?\r?\n/i, '')
  return { text: rest, lines: rest.length === plain.length ? 0 : 1 }
}

/** What parts cells: spreadsheets save with semicolons where the comma is the decimal mark. */
export type CsvSeparator = ',' | ';' | '\t'

const CELLS: Readonly<Record<CsvSeparator, RegExp>> = {
  ',': /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y,
  ';': /(?:\s*"((?:[^"]|"")*)"\s*|([^";]*))(;|$)/y,
  '\t': /(?:[^\S\t]*"((?:[^"]|"")*)"[^\S\t]*|([^"\t]*))(\t|$)/y,
}

/** The cells of one line without its end; null when the quotes do not fit. Blanks around a cell do not count. */
export function csvCells(line: string, separator: CsvSeparator = ','): string[] | null {
  const cells: string[] = []
  const match = CELLS[separator]
  let at = 0
  for (;;) {
    match.lastIndex = at
    const found = match.exec(line)
    if (!found) return null
    const [, inQuotes, plain, end] = found
    cells.push((inQuotes === undefined ? plain! : inQuotes.replaceAll('""', '"')).trim())
    at = match.lastIndex
    if (end === '') return cells
  }
}
