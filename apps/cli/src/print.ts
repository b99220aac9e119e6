/** Formats answers for people: tables, amounts, times. Text from the server loses its control characters first. */
import { styleText } from 'node:util'
import Table from 'cli-table3'
import stringWidth from 'string-width'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'

type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Style = (look: Look, text: string) => string

/** @param colour false: text without escape sequences, for files and pipes */
export function styleFor(colour: boolean): Style {
  return (look, text) => (colour ? styleText(look, text, { validateStream: false }) : text)
}

const HARMFUL = /\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Replaces the control and direction characters of untrusted text, which could move the cursor or reorder the line. */
export function clean(text: string): string {
  return text.replaceAll(HARMFUL, '�')
}

/** As `clean`, with the lines of the text. */
const cleanLines = (text: string): string => text.trimEnd().split(/\r?\n/).map(clean).join('\n')

/** As `clean`, with all lines of the text in one. */
const oneLine = (text: string): string => clean(text.trim().replaceAll(/\s*\n\s*/g, ' '))

/** JSON in which control and direction characters are escaped: harmless on a terminal and equal when parsed. */
export function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.replaceAll(HARMFUL, (letter) =>
    letter === '\n' ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export type Cell = string | { text: string; look: Look }
export type Column = {
  title: string
  right?: true
  /** text of several words, which wraps where the terminal is narrow */
  wraps?: true
}

/** The terminal that lines are laid out for. */
export type Layout = {
  style: Style
  /** columns of the terminal; null: not a terminal, every row is one line */
  columns: number | null
}

const GAP = '  '
/** A wrapping column is never narrower. */
const NARROWEST = 24

/**
 * The lines of a table. On a terminal that is too narrow, wrapping columns shrink; where that is not enough, each row
 * is listed as names and values (as `\x auto` does in psql).
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { style, columns: available }: Layout,
): string[] {
  const show = (cell: Cell) =>
    typeof cell === 'string' ? oneLine(cell) : style(cell.look, oneLine(cell.text))
  const shown = rows.map((row) => columns.map((_, at) => show(row[at] ?? '')))
  const widths = columns.map(({ title }, at) =>
    Math.max(stringWidth(title), ...shown.map((row) => stringWidth(row[at]!))),
  )
  const total = sum(widths) + GAP.length * (columns.length - 1)
  let fitted: number[] | null = null
  if (available !== null && total > available) {
    fitted = fit(columns, widths, total - available)
    if (!fitted) return records(columns, shown)
  }
  const head = columns.map(({ title }) => (title === '' ? '' : style('bold', title)))
  const aligned = columns.map(({ right }) => (right ? 'right' : 'left'))
  return grid([head, ...shown], aligned, fitted)
}

/** Narrows the widest wrapping columns until `excess` columns are saved; null when that is impossible. */
function fit(columns: readonly Column[], widths: readonly number[], excess: number): number[] | null {
  const fitted = [...widths]
  for (let left = excess; left > 0; left--) {
    const widest = Math.max(...columns.map(({ wraps }, at) => (wraps ? fitted[at]! : 0)))
    if (widest <= NARROWEST) return null
    fitted[columns.findIndex(({ wraps }, at) => wraps && fitted[at] === widest)]! -= 1
  }
  return fitted
}

function records(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  return rows.flatMap((row, index) => {
    const pairs = columns.map(({ title }, at) => [title, row[at]!]).filter(([, text]) => text !== '')
    return [...(index > 0 ? [''] : []), ...grid(pairs, ['left', 'left'], null)]
  })
}

/** Names and values in two columns; values that are null are left out. The lines of a value stay. */
export function facts(pairs: readonly (readonly [string, string | null])[], indent = ''): string[] {
  const known = pairs.filter((pair): pair is [string, string] => pair[1] !== null)
  return grid(
    known.map(([name, value]) => [clean(name), cleanLines(value)]),
    ['left', 'left'],
    null,
  ).map((line) => `${indent}${line}`)
}

const BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'mid', 'right']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((name) => [name, '']),
)

/** Lines up cells without borders. @param widths null: as wide as the text */
function grid(
  rows: readonly (readonly string[])[],
  aligned: readonly ('left' | 'right')[],
  widths: readonly number[] | null,
): string[] {
  if (rows.length === 0) return []
  const lines = new Table({
    chars: { ...BORDERS, middle: GAP },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: [...aligned],
    ...(widths && { colWidths: [...widths] }),
    wordWrap: widths !== null,
  })
  lines.push(...rows.map((row) => [...row]))
  return lines
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** `2026-11-21 05:03:51+00:00`, in the time zone of this machine. @param ms Unix milliseconds */
export function localTime(ms: number): string {
  const offset = -new Date(ms).getTimezoneOffset()
  const shifted = new Date(ms + offset * 60_000).toISOString()
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)}${offset < 0 ? '-' : '+'}${zone}`
}

/** `12345.50` → `12,345.50`; the decimals stay. */
export function grouped(amount: string): string {
  const [units = '', decimals] = amount.split('.')
  const separated = units.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? separated : `${separated}.${decimals}`
}

/** The label of amounts: `VND`, or `VND, play money` in a sandbox. */
export function moneyLabel({
  currency,
  moneyMode,
}: Pick<Output<Endpoints['system']>, 'currency' | 'moneyMode'>): string {
  return moneyMode === 'sandbox' ? `${currency.code}, play money` : currency.code
}
