/** The files between the withdrawals and the bank: what it is to pay, and what it did. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { ImportProblem } from '@fairlot/contract/life/withdrawal-life'
import type { Command } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import { facts } from '../../print.ts'
import { Problem } from '../../problem.ts'

/** @throws Problem when the file exists, so that no export is lost to another file */
function requireNew(file: string): void {
  if (existsSync(file)) throw new Problem(`The file ${file} exists. Name another one.`)
}

export const exporting: Command = {
  name: 'withdrawals export',
  aliases: ['withdrawal export'],
  group: 'Withdrawals',
  about: 'Write the approved withdrawals into a CSV file for the bank',
  details:
    'At most 500 at once; run it again for the rest. The file names accounts in the clear and only you can read it. With --batch, it writes the file of an earlier export again.',
  parameters: [],
  options: [
    { name: 'file', value: 'path', about: 'the file to write; it must not exist', required: true },
    { name: 'batch', value: 'id', about: 'id of an earlier export' },
    YES,
  ],
  endpoint: 'withdrawalExport',
  fields: { requestId: 'batch' },
  async run(desk, given) {
    const file = given.text('file')
    requireNew(file)
    const answer = await desk.callOnce('withdrawalExport', async () => {
      const question = 'Export the approved withdrawals for the bank? Members can no longer cancel them.'
      if (!given.has('batch')) await confirm(desk, given, question, 'Nothing was exported.')
      return { requestId: given.maybe('batch') ?? randomUUID() }
    })
    const { csv, ...rest } = answer
    writeFileSync(file, csv, { mode: 0o600, flag: 'wx' })
    await desk.show({ ...rest, file }, async () => {
      const { full } = await desk.money()
      desk.lines(
        facts([
          ['file', file],
          ['export', rest.batch],
          ['withdrawals', String(rest.withdrawals)],
          ['pays', full(rest.amount)],
          ['left out by rounding down', /[1-9]/.test(rest.dust) ? full(rest.dust) : null],
        ]),
      )
      desk.note(`When the bank has paid: ${desk.hint('withdrawals import <file>')}`)
    })
  },
}

const PROBLEMS: Readonly<Record<ImportProblem, string>> = {
  format: 'the line is not CSV with 3 or 4 fields',
  unknown: 'there is no withdrawal with this number',
  result: 'the second field is not paid or failed',
  step: 'the withdrawal is at another step',
  reference: 'the reference is missing or damaged by a spreadsheet, or paid another withdrawal',
  reason: 'the reason is not one that the server knows',
  note: 'the note to the member is missing',
}

/** The server takes texts of up to 40,000 characters. */
const PART_LINES = 200
const PART_LENGTH = 20_000

/** Cuts lines into parts that the server takes, with the number of the line before each part. */
function partsOf(text: string): { csv: string; before: number }[] {
  const parts: { csv: string; before: number }[] = []
  let lines: string[] = []
  let length = 0
  const all = text.split(/\r?\n/)
  all.forEach((line, index) => {
    lines.push(line)
    length += line.length + 1
    if (lines.length < PART_LINES && length < PART_LENGTH && index < all.length - 1) return
    if (lines.some((one) => one.trim() !== ''))
      parts.push({ csv: lines.join('\n'), before: index + 1 - lines.length })
    lines = []
    length = 0
  })
  return parts
}

function readCsv(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem(
      `The file ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}

export const importing: Command = {
  name: 'withdrawals import',
  aliases: ['withdrawal import'],
  group: 'Withdrawals',
  about: "Enter the bank's results from a CSV file",
  details:
    'Each line: number, paid or failed, reference or reason, note to the member. Every line takes effect once: the same file can be imported again. The exit status is 1 when a line was refused.',
  parameters: [{ name: 'file', about: 'the CSV file' }],
  options: [YES],
  endpoint: 'withdrawalImport',
  fields: { csv: 'file' },
  async run(desk, given) {
    const file = given.text('file')
    const parts = partsOf(readCsv(file))
    const count = (word: string) =>
      parts.reduce((sum, { csv }) => sum + csv.split('\n').filter((line) => line.includes(word)).length, 0)
    const question = `Enter ${count('paid')} paid and ${count('failed')} failed withdrawals from ${file}?`
    await confirm(desk, given, question, 'Nothing was entered.')
    const lines: Output<Endpoints['withdrawalImport']>['lines'] = []
    for (const { csv, before } of parts) {
      const answer = await desk.call('withdrawalImport', { csv, requestId: randomUUID() })
      lines.push(...answer.lines.map((one) => ({ ...one, line: one.line + before })))
    }
    await desk.show({ lines }, () =>
      desk.table(
        [{ title: 'line', right: true }, 'number', 'result', { title: 'why', wraps: true }],
        lines.map(({ line, number, result, problem }) => [
          String(line),
          number,
          result === 'refused' ? { text: result, look: 'red' as const } : result,
          problem === null ? '' : PROBLEMS[problem],
        ]),
        'The file has no lines.',
      ),
    )
    const refused = lines.filter(({ result }) => result === 'refused').length
    if (refused > 0) throw new Problem(`${refused} of ${lines.length} lines were refused.`)
  },
}
