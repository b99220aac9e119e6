/** The bank's answer to an export: one CSV line per payment. Every line is a transaction of its own and takes effect once. */
import {
  WITHDRAWAL_REASONS,
  type ImportProblem,
  type ImportResult,
} from '@fairlot/contract/life/withdrawal-life'
import { csvCells, isDamaged, withoutPreamble } from '../../../platform/csv.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Acted } from './operate-withdrawals.ts'

export type ResultLine = {
  /** line of the text, from 1 */
  line: number
  /** as the line has it */
  number: string
  result: ImportResult
  problem: ImportProblem | null
}

/** What a readable line says. */
export type BankResult =
  | { number: string; paid: true; reference: string }
  | { number: string; paid: false; reason: (typeof WITHDRAWAL_REASONS)[number]; note: string }

type Read = { number: string; told: BankResult } | { number: string; problem: ImportProblem }

const NUMBER = /^W[0-9A-HJKMNP-TV-Z]{12}$/
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const NOTE_MIN = 3
const NOTE_MAX = 500
const REFERENCE_MAX = 140

/** A reference of the bank in one normal form, so that two spellings of it are equal; null: it is not one */
export function normalReference(entered: string): string | null {
  const reference = entered.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  return reference === '' || reference.length > REFERENCE_MAX || CONTROL.test(reference) ? null : reference
}

/** The fields of a line, whichever separator the spreadsheet of the operator writes. */
function cellsOf(text: string): string[] | null {
  const read = ([',', ';', '\t'] as const).map((separator) => csvCells(text, separator))
  return read.find((cells) => NUMBER.test(cells?.[0] ?? '')) ?? read[0]!
}

function readLine(text: string): Read {
  const cells = cellsOf(text)
  const [number = '', result = '', detail = '', note = ''] = cells ?? [text]
  const shown = number.slice(0, 40)
  if (!cells || cells.length < 3 || cells.length > 4) return { number: shown, problem: 'format' }
  if (!NUMBER.test(number)) return { number: shown, problem: 'unknown' }
  if (result === 'paid') {
    const reference = normalReference(detail)
    return reference === null || isDamaged(reference)
      ? { number, problem: 'reference' }
      : { number, told: { number, paid: true, reference } }
  }
  if (result !== 'failed') return { number, problem: 'result' }
  const reason = WITHDRAWAL_REASONS.find((one) => one === detail)
  if (!reason) return { number, problem: 'reason' }
  if (note.length < NOTE_MIN || note.length > NOTE_MAX) return { number, problem: 'note' }
  return { number, told: { number, paid: false, reason, note } }
}

/** Reads the lines of a text; empty lines and a heading are skipped. */
export function readResults(text: string): { line: number; read: Read }[] {
  const plain = withoutPreamble(text)
  return plain.text
    .split(/\r?\n/)
    .map((content, index) => ({ content, line: index + 1 + plain.lines }))
    .filter(
      ({ content }) => content.trim() !== '' && !/^\s*"?(?:number|withdrawal)"?\s*[,;\t]/i.test(content),
    )
    .map(({ content, line }) => ({ line, read: readLine(content) }))
}

const PROBLEMS: Readonly<Record<string, ImportProblem>> = {
  NO_SUCH_DATA: 'unknown',
  WITHDRAWAL_STEP: 'step',
  REFERENCE_USED: 'reference',
}

/**
 * Enters the results of the bank, line by line. A line that is refused does not stop the others.
 * @param act what one line does, in its own transaction
 */
export async function enterResults(
  db: { tx(work: (tx: Tx) => Promise<Acted>): Promise<Acted> },
  text: string,
  act: (tx: Tx, told: BankResult) => Promise<Acted>,
  onDone: (acted: Acted) => void,
): Promise<ResultLine[]> {
  const lines: ResultLine[] = []
  for (const { line, read } of readResults(text)) {
    const { number } = read
    if ('problem' in read) {
      lines.push({ line, number, result: 'refused', problem: read.problem })
      continue
    }
    try {
      const { told } = read
      const acted = await db.tx((tx) => act(tx, told))
      if (acted.changed) onDone(acted)
      const result = !acted.changed ? 'unchanged' : told.paid ? 'paid' : 'failed'
      lines.push({ line, number, result, problem: null })
    } catch (error) {
      const problem = error instanceof Refusal ? PROBLEMS[error.code] : undefined
      if (problem === undefined) throw error
      lines.push({ line, number, result: 'refused', problem })
    }
  }
  return lines
}
