/** Statements of the operator's bank: the import, the lines that wait, and their matches. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MAX_STATEMENT_BYTES } from '@fairlot/contract/life/statement-life'
import { calling, PAGE, pageOf, REASON, type Command, type Parameter } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import { facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'
import { NUMBER, printLines, printRecharge } from './recharges.ts'

type Statement = Output<Endpoints['statementList']>['items'][number]

const LINE: Parameter = { name: 'line', about: 'id of a line, as `statement lines` shows it' }
const ACCOUNT: Parameter = { name: 'account', about: 'code of the account' }

const importing: Command = {
  name: 'statement import',
  group: 'Recharges',
  about: 'Import the CSV file of a statement and credit what is clear',
  details:
    'Columns are found by their names. A line credits once: the same file, and files that overlap, can be imported again. A file that cannot be read as a whole changes nothing. A file holds at most 5,000 rows and 2 MB.',
  endpoint: 'statementImport',
  fields: { content: 'file', name: 'file' },
  parameters: [{ name: 'file', about: 'the CSV file' }],
  options: [
    { name: 'account', value: 'code', about: 'code of the account', required: true },
    { name: 'decimal', value: 'mark', about: 'decimal mark, where the file does not show it' },
    { name: 'dates', value: 'order', about: 'order of day and month, where the file does not show it' },
    {
      name: 'overlaps',
      about: 'the file repeats earlier ones: an equal line without an id is the same payment',
    },
    YES,
  ],
  async run(desk, given) {
    const file = given.text('file')
    const content = packedFile(file)
    const account = given.text('account')
    const answer = await desk.callOnce('statementImport', async () => {
      await confirm(desk, given, `Import ${file} as a statement of ${account}?`, 'Nothing was imported.')
      return {
        account,
        name: path.basename(file).slice(0, 120),
        content,
        decimal: given.maybe('decimal'),
        dates: given.maybe('dates'),
        ...(given.has('overlaps') && { overlaps: true }),
        requestId: randomUUID(),
      }
    })
    await desk.show(answer, () => {
      if (answer.repeated) desk.out('This file was imported before. Nothing changed.')
      desk.lines(
        facts([
          ['statement', answer.id],
          ['lines of money that arrived', String(answer.lines)],
          ['of these, new', String(answer.newLines)],
          ['credited', String(answer.matched)],
          ['wait for you', String(answer.waiting - answer.toConfirm.lines)],
          ['wait for another operator', waits(answer.toConfirm.lines)],
          ['lines of money that left', String(answer.debits)],
          ['skipped rows', String(answer.skipped)],
        ]),
      )
      if (answer.waiting > answer.toConfirm.lines) desk.note(`Look at them: ${desk.hint('statement lines')}`)
      if (answer.toConfirm.lines > 0)
        desk.note(`Another operator confirms it: ${desk.hint(`statement confirm ${answer.id}`)}`)
    })
  },
}

const waits = (lines: number) => (lines === 0 ? null : String(lines))

const MAX_CONTENT = 60_000

/** @throws Problem when the file cannot be read, or is too large for one call */
function packedFile(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Problem(
      `The file ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
  const content = gzipSync(bytes, { level: 9 }).toString('base64')
  if (bytes.length > MAX_STATEMENT_BYTES || content.length > MAX_CONTENT)
    throw new Problem(`The file ${file} is too large. Export shorter periods, each with whole days.`)
  return content
}

/** What a second operator has to do with a statement, or did. */
function confirmation({ id, toConfirm, confirmedBy }: Statement): string {
  if (toConfirm.lines > 0) return `confirm ${id}`
  return confirmedBy === null ? '' : `confirmed by ${confirmedBy.name}`
}

const statements = calling({
  name: 'statements',
  aliases: ['statement list'],
  group: 'Recharges',
  about: 'List the imported statements, newest first',
  endpoint: 'statementList',
  options: PAGE,
  input: pageOf,
  print({ items, next }, desk) {
    desk.table(
      [
        'at',
        'account',
        { title: 'file', wraps: true },
        'by',
        { title: 'lines', right: true },
        { title: 'new', right: true },
        { title: 'credited', right: true },
        { title: 'wait', right: true },
        { title: '', wraps: true },
      ],
      items.map((one) => [
        localTime(one.at),
        one.account,
        one.name,
        one.by?.name ?? 'demo world',
        String(one.lines),
        String(one.newLines),
        String(one.matched),
        String(one.waiting),
        confirmation(one),
      ]),
      'No statement was imported.',
    )
    printNext(next, desk)
  },
})

const confirming = calling({
  name: 'statement confirm',
  group: 'Recharges',
  about: 'Confirm the large lines of a statement that another operator imported',
  details:
    "Compare them with the bank's own statement first: log in at the bank yourself. The clear lines that wait then credit. The audit log names you.",
  endpoint: 'statementConfirm',
  parameters: [{ name: 'statement', about: 'id of the statement, as `statements` shows it' }],
  options: [YES],
  async input(given, desk) {
    const statement = given.text('statement')
    const question = `Does the bank's own statement have every line of ${statement} that waits?`
    await confirm(desk, given, question, 'Nothing was credited.')
    return { statement, requestId: randomUUID() }
  },
  print({ matched, toConfirm }, desk) {
    desk.out(`The statement is confirmed. Its credited lines: ${matched}.`)
    if (toConfirm.lines > 0) desk.note('The rest credits within a minute.')
  },
})

const lines = calling({
  name: 'statement lines',
  group: 'Recharges',
  about: 'List the lines of statements that wait for an operator, oldest first',
  endpoint: 'statementLines',
  options: [{ name: 'account', value: 'code', about: 'only lines of this account' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), account: given.maybe('account') }),
  async print({ items, next }, desk) {
    await printLines(items, desk, 'No lines are waiting.')
    printNext(next, desk)
  },
})

const add = calling({
  name: 'statement add',
  group: 'Recharges',
  about: 'Request a line of a statement by hand; another operator must approve it',
  endpoint: 'statementAdd',
  parameters: [ACCOUNT, { name: 'amount', about: 'amount that arrived' }],
  options: [
    { name: 'booked-on', value: 'YYYY-MM-DD', about: 'day of the booking', required: true },
    { name: 'text', value: 'text', about: 'text of the line, with the reference', required: true },
    { name: 'transaction', value: 'id', about: "the bank's id of the transaction", required: true },
    REASON,
  ],
  input: (given) => ({
    account: given.text('account'),
    amount: given.text('amount'),
    bookedOn: given.text('booked-on'),
    text: given.text('text'),
    transaction: given.text('transaction'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'The line is entered.'),
})

const match = calling({
  name: 'statement match',
  group: 'Recharges',
  about: 'Credit a top-up with a line of a statement; a large one needs two operators',
  details: 'Shows the top-up and asks for confirmation.',
  endpoint: 'statementMatch',
  parameters: [LINE, NUMBER],
  options: [REASON, YES],
  async input(given, desk) {
    const [line, number, reason] = [given.text('line'), given.text('number'), given.text('reason')]
    if (!desk.json) {
      await printRecharge(await desk.call('rechargeShow', { number }), desk)
      await confirm(desk, given, `Credit ${number} with the line ${line}?`, 'Nothing was credited.')
    }
    return { line, number, reason, requestId: randomUUID() }
  },
  print: (change, desk) => printChange(change, desk, 'The top-up is credited.'),
})

const dismiss = calling({
  name: 'statement dismiss',
  group: 'Recharges',
  about: 'Dismiss a line that is not a top-up; a large one needs two operators',
  details: 'A dismissed line can never credit a top-up.',
  endpoint: 'statementDismiss',
  parameters: [LINE],
  options: [REASON, YES],
  async input(given, desk) {
    const [line, reason] = [given.text('line'), given.text('reason')]
    await confirm(desk, given, `Dismiss the line ${line}? It can never credit a top-up.`, 'Nothing changed.')
    return { line, reason, requestId: randomUUID() }
  },
  print: (change, desk, given) => printChange(change, desk, `The line ${given.text('line')} is dismissed.`),
})

export const STATEMENTS: readonly Command[] = [statements, importing, confirming, lines, add, match, dismiss]
