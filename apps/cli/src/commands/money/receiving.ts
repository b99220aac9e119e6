/** The accounts that members pay to by transfer. */
import { randomUUID } from 'node:crypto'
import {
  RECEIVING_LINES,
  TRANSFER_KINDS,
  TRANSFER_LINES,
  type TransferLine,
} from '@fairlot/contract/kinds/recharge-ways'
import { calling, REASON, type Command, type Given, type Parameter } from '../../command.ts'
import { localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'

const CODE: Parameter = { name: 'code', about: 'code of the account, such as bank-one' }

const receiving = calling({
  name: 'receiving',
  aliases: ['receiving list'],
  group: 'Recharges',
  about: 'List the accounts that members pay to',
  endpoint: 'receivingList',
  options: [{ name: 'all', about: 'also accounts that are no longer offered' }],
  input: (given) => (given.has('all') ? { all: true } : {}),
  print({ items }, desk) {
    desk.table(
      ['code', 'kind', 'name', { title: 'account', wraps: true }, { title: 'open', right: true }, ''],
      items.map(({ code, kind, label, lines, open, disabledAt }) => [
        code,
        kind,
        label,
        lines.map(({ value }) => value).join(', '),
        String(open),
        disabledAt === null ? '' : `until ${localTime(disabledAt)}`,
      ]),
      'There is no account that members can pay to.',
    )
  },
})

const LINE_ABOUT = {
  holder: 'name of the holder',
  bank: 'name of the bank',
  bankCode: 'IFSC, BIC or branch, where the bank has one',
  number: 'number of the bank account or wallet',
  upi: 'UPI id',
  wallet: 'name of the wallet',
  pix: 'PIX key',
} as const

const optionOf = (line: string) => line.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The lines that the options give. @throws Problem when the kind needs other ones; the server refuses an unknown kind */
function linesIn(given: Given): Record<string, string> {
  const kind = given.text('kind')
  const lines = TRANSFER_LINES.flatMap((line) => {
    const value = given.maybe(optionOf(line))
    return value === undefined ? [] : [[line, value] as const]
  })
  const known = TRANSFER_KINDS.find((one) => one === kind)
  if (known) {
    const own: readonly TransferLine[] = RECEIVING_LINES[known]
    const told = new Set(lines.map(([line]) => line))
    const missing = own.filter((line) => line !== 'bankCode' && !told.has(line))
    const foreign = [...told].filter((line) => !own.includes(line))
    const options = (of: readonly TransferLine[]) => of.map((line) => `--${optionOf(line)}`).join(', ')
    const faults = [
      ...(missing.length === 0 ? [] : [`${kind} needs ${options(missing)}.`]),
      ...(foreign.length === 0 ? [] : [`${kind} has no ${options(foreign)}.`]),
    ]
    if (faults.length > 0) throw new Problem(faults.join(' '))
  }
  return Object.fromEntries(lines)
}

const receivingAdd = calling({
  name: 'receiving add',
  group: 'Recharges',
  about: 'Request an account that members pay to; another operator must approve it',
  details:
    'It replaces the account with the same code. Open top-ups keep the account that they show. bank needs holder, bank and number; upi: holder and upi; ewallet: holder, wallet and number; pix: holder and pix.',
  endpoint: 'receivingAdd',
  fields: Object.fromEntries(TRANSFER_LINES.map((line) => [`lines.${line}`, optionOf(line)])),
  parameters: [CODE, { name: 'kind', about: 'kind of transfer' }],
  options: [
    { name: 'label', value: 'text', about: 'name that members read', required: true },
    ...TRANSFER_LINES.map((line) => ({ name: optionOf(line), value: 'text', about: LINE_ABOUT[line] })),
    REASON,
  ],
  input: (given) => ({
    code: given.text('code'),
    kind: given.text('kind'),
    label: given.text('label'),
    lines: linesIn(given),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'Members can pay to it now.'),
})

const receivingDisable = calling({
  name: 'receiving disable',
  group: 'Recharges',
  about: 'Request to stop offering an account',
  details: 'Top-ups that show it are still matched with its statements.',
  endpoint: 'receivingDisable',
  parameters: [CODE],
  options: [REASON],
  input: (given) => ({ code: given.text('code'), reason: given.text('reason'), requestId: randomUUID() }),
  print: (change, desk) => printChange(change, desk, 'It is no longer offered.'),
})

const methods = calling({
  name: 'methods',
  aliases: ['method list'],
  group: 'Recharges',
  about: 'List the ways to recharge, with what they ask the payer for',
  endpoint: 'methodList',
  input: () => ({}),
  print({ items }, desk) {
    desk.table(
      ['method', 'kind', 'asks for', 'may be left empty', { title: 'takes (minutes)', right: true }, ''],
      items.map(({ method, kind, required, optional, delay, enabled }) => [
        method,
        kind,
        required.join(', '),
        optional.join(', '),
        `${delay.fromMinutes} to ${delay.toMinutes}`,
        enabled ? '' : 'off',
      ]),
      'There is no way to recharge.',
    )
  },
})

/** Names of fields, separated by commas; `none` for no field. */
const fieldsOf = (given: string | undefined, now: readonly string[]) =>
  given === undefined ? now.join(',') : given === 'none' ? '' : given.replaceAll(' ', '')

/** @throws Problem when it is no range such as 60-1440 */
function minutesOf(given: string): [number, number] {
  const range = /^(\d{1,6})-(\d{1,6})$/.exec(given)
  if (!range) throw new Problem('--minutes takes a range such as 60-1440.')
  return [Number(range[1]), Number(range[2])]
}

const methodChange = calling({
  name: 'method change',
  group: 'Recharges',
  about: 'Change what a way to recharge asks for and how long it takes',
  details:
    'Options that you leave out stay unchanged. The change applies to new recharges; open ones keep what they asked for. With real money another owner must approve it.',
  endpoint: 'methodChange',
  parameters: [{ name: 'method', about: 'name of the method, as `methods` shows it' }],
  options: [
    { name: 'asks', value: 'fields', about: 'fields to fill in: name,email,taxId,trc20, or none' },
    { name: 'also', value: 'fields', about: 'fields that may be left empty, or none' },
    { name: 'minutes', value: 'from-to', about: 'how long it usually takes, such as 60-1440' },
    REASON,
  ],
  fields: { delayFrom: 'minutes', delayTo: 'minutes' },
  async input(given, desk) {
    const method = given.text('method')
    const { items } = await desk.call('methodList', {})
    const now = items.find((one) => one.method === method)
    if (!now) throw new Problem(`There is no method ${method}. List them: ${desk.hint('methods')}`)
    const range = given.maybe('minutes')
    const [delayFrom, delayTo] =
      range === undefined ? [now.delay.fromMinutes, now.delay.toMinutes] : minutesOf(range)
    return {
      method,
      required: fieldsOf(given.maybe('asks'), now.required),
      optional: fieldsOf(given.maybe('also'), now.optional),
      delayFrom,
      delayTo,
      reason: given.text('reason'),
      requestId: randomUUID(),
    }
  },
  print: (change, desk) => printChange(change, desk, 'The method is changed.'),
})

export const RECEIVING: readonly Command[] = [
  receiving,
  receivingAdd,
  receivingDisable,
  methods,
  methodChange,
]
