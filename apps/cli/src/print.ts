/** How answers look on a terminal: aligned tables, amounts, times. Text from the server is made harmless first. */
import { styleText } from 'node:util'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'

type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Style = (look: Look, text: string) => string

/** @param colour false: the text as it is, for files and pipes */
export function styleFor(colour: boolean): Style {
  return (look, text) => (colour ? styleText(look, text, { validateStream: false }) : text)
}

const HARMFUL = /\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Control characters could move the cursor or reorder what is read: other people's text loses them. */
export function clean(text: string): string {
  return text.replaceAll(HARMFUL, '�')
}

/** The same for programs: nothing is lost, what would do harm on a terminal stands there as an escape. */
export function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.replaceAll(HARMFUL, (letter) =>
    letter === '\n' ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export type Cell = string | { text: string; look: Look }
export type Column = { title: string; right?: true }

const textOf = (cell: Cell) => clean(typeof cell === 'string' ? cell : cell.text)
const LETTERS = new Intl.Segmenter()
/** Letters as people count them: one column each on a terminal. */
const widthOf = (text: string) => Array.from(LETTERS.segment(text)).length

/** The lines of a table; the last column runs on as long as its text is. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  style: Style,
): string[] {
  const widths = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(textOf(row[at] ?? '')))),
  )
  const line = (cells: readonly Cell[]) =>
    columns
      .map(({ right }, at) => {
        const cell = cells[at] ?? ''
        const text = textOf(cell)
        const gap = ' '.repeat(widths[at]! - widthOf(text))
        const shown = typeof cell === 'string' ? text : style(cell.look, text)
        if (right) return gap + shown
        return at === columns.length - 1 ? shown : shown + gap
      })
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ title }) => ({ text: title, look: 'bold' }))), ...rows.map(line)]
}

/** Names and values in two columns; what is null is left out. */
export function facts(pairs: readonly (readonly [string, string | null])[], indent = ''): string[] {
  const told = pairs.filter((pair): pair is [string, string] => pair[1] !== null)
  const width = Math.max(0, ...told.map(([name]) => widthOf(name)))
  return told.map(([name, value]) => `${indent}${clean(name).padEnd(width)}  ${clean(value)}`)
}

/** `2026-11-21 05:03:51+00:00`, in this machine's time zone. @param ms Unix milliseconds */
export function localTime(ms: number): string {
  const offset = -new Date(ms).getTimezoneOffset()
  const shifted = new Date(ms + offset * 60_000).toISOString()
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)}${offset < 0 ? '-' : '+'}${zone}`
}

/** `12345.50` → `12,345.50`; decimals as they came. */
export function grouped(amount: string): string {
  const [units = '', decimals] = amount.split('.')
  const separated = units.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? separated : `${separated}.${decimals}`
}

/** What stands beside every amount: `VND`, and in a sandbox that it is play money. */
export function moneyLabel({
  currency,
  moneyMode,
}: Pick<Output<Endpoints['system']>, 'currency' | 'moneyMode'>): string {
  return moneyMode === 'sandbox' ? `${currency.code}, play money` : currency.code
}
