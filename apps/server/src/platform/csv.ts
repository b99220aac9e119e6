/** CSV as RFC 4180 defines it: files for a bank, and a bank's answers. */

/** A spreadsheet calculates a cell that begins so. */
const FORMULA = /^[=+\-@\t\r]/
/** An amount that leaves: a negative number is no formula. */
const NUMBER = /^-\d+(\.\d+)?$/

/** Without it at the beginning of a file, a spreadsheet reads other scripts than Latin as garbage. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One cell. An apostrophe in front keeps a spreadsheet from calculating what another person typed. */
function csvCell(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of cells as text; every line ends with CR LF. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** What parts cells: spreadsheets save with semicolons where the comma is the decimal mark. */
export type CsvSeparator = ',' | ';' | '\t'

const CELLS: Readonly<Record<CsvSeparator, RegExp>> = {
  ',': /\s*(?:"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y,
  ';': /\s*(?:"((?:[^"]|"")*)"\s*|([^";]*))(;|$)/y,
  '\t': /[^\S\t]*(?:"((?:[^"]|"")*)"[^\S\t]*|([^"\t]*))(\t|$)/y,
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
    const [, quoted, plain, end] = found
    cells.push((quoted === undefined ? plain! : quoted.replaceAll('""', '"')).trim())
    at = match.lastIndex
    if (end === '') return cells
  }
}
