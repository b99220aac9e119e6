/** Recharges by transfer: what members sent as proof, and which lines of statements credited them. */
import { existsSync, writeFileSync } from 'node:fs'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { LineReason } from '@fairlot/contract/life/statement-life'
import type { WithdrawalAge } from '@fairlot/contract/life/withdrawal-life'
import { calling, DAYS, daysOf, PAGE, pageOf, REASON, type Command, type Parameter } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime, type Cell } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printNext } from '../staff/approvals.ts'

type Shown = Output<Endpoints['rechargeShow']>
type Line = Output<Endpoints['statementLines']>['items'][number]

export const NUMBER: Parameter = { name: 'number', about: 'number of the top-up, such as R0123456789AB' }

const AGES: Readonly<Record<WithdrawalAge, Cell>> = {
  fresh: '',
  late: { text: 'over 2 h', look: 'yellow' },
  overdue: { text: 'over 2 working days', look: 'red' },
}

const list = calling({
  name: 'recharges',
  aliases: ['recharge list'],
  group: 'Recharges',
  about:
    'List the transfers for which members sent proof, the oldest first, or with a filter all recharges, the newest first',
  endpoint: 'rechargeList',
  options: [
    { name: 'standing', value: 'standing', about: 'only recharges that stand so' },
    { name: 'member', value: 'id', about: 'only those of one member' },
    ...DAYS,
    ...PAGE,
  ],
  input: (given) => ({
    ...pageOf(given),
    ...daysOf(given),
    standing: given.maybe('standing'),
    member: given.maybe('member'),
  }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'number',
        'opened',
        { title: `amount (${label})`, right: true },
        'account',
        'reference',
        'state',
        'proof',
        { title: 'age (h)', right: true },
        '',
      ],
      items.map(
        ({ number, createdAt, amount, kind, account, reference, status, reason, proof, ageHours, age }) => [
          number,
          localTime(createdAt),
          plain(amount),
          account ?? kind,
          reference ?? '',
          reason === null ? status : `${status}: ${reason.replaceAll('_', ' ')}`,
          [proof?.reference, proof?.slip ? 'slip' : undefined].filter(Boolean).join(', '),
          String(ageHours),
          AGES[age],
        ],
      ),
      'There are no such recharges.',
    )
    printNext(next, desk)
  },
})

export async function printRecharge(shown: Shown, desk: Desk): Promise<void> {
  const { plain, label } = await desk.money()
  desk.lines(
    facts([
      ['top-up', shown.number],
      ['member', shown.member],
      ['phone', shown.phone],
      [`amount (${label})`, plain(shown.amount)],
      ['credited', shown.credited === null ? null : plain(shown.credited)],
      ['account', `${shown.kind} ${shown.account}`],
      ['reference', shown.reference],
      ['payer', shown.payer.map(({ field, masked }) => `${field} ${masked}`).join(', ') || null],
      ['state', shown.status],
      ['reason', shown.reason],
      ['time to pay until', localTime(shown.expiresAt)],
    ]),
  )
  desk.out('')
  desk.table(
    [{ title: 'proof', right: true }, 'at', 'transaction number', 'slip'],
    shown.proofs.map(({ number, at, reference, slip }) => [
      String(number),
      localTime(at),
      reference ?? '',
      slip ? 'yes' : '',
    ]),
    'The member sent no proof.',
  )
  desk.out('')
  await printLines(shown.lines, desk, 'No line of a statement credited it.')
}

const show = calling({
  name: 'recharge show',
  group: 'Recharges',
  about: 'Show a top-up by transfer; phone and payer are masked',
  endpoint: 'rechargeShow',
  parameters: [NUMBER],
  input: (given) => ({ number: given.text('number') }),
  print: printRecharge,
})

const reveal = calling({
  name: 'recharge reveal',
  group: 'Recharges',
  about: 'Show what the member said about the payer in the clear',
  details: 'The audit log names you and the reason.',
  endpoint: 'rechargeReveal',
  parameters: [NUMBER],
  options: [REASON],
  input: (given) => ({ number: given.text('number'), reason: given.text('reason') }),
  print({ fields }, desk) {
    if (fields.length === 0) desk.out('The member said nothing about the payer.')
    desk.lines(facts(fields.map(({ field, value }): [string, string] => [field, value])))
  },
})

/** @throws Problem when the file exists */
function requireNew(file: string): void {
  if (existsSync(file)) throw new Problem(`The file ${file} exists. Name another one.`)
}

const slip: Command = {
  name: 'recharge slip',
  group: 'Recharges',
  about: 'Write the picture of a slip into a file',
  details:
    'The audit log names you and the reason. Only you can read the file. Delete it when you have looked at it.',
  endpoint: 'rechargeSlip',
  parameters: [NUMBER],
  options: [
    { name: 'file', value: 'path', about: 'the file to write (WebP); it must not exist', required: true },
    { name: 'proof', value: 'number', about: 'number of the proof; default: the newest with a picture' },
    REASON,
  ],
  async run(desk, given) {
    const file = given.text('file')
    requireNew(file)
    const proof = given.maybe('proof')
    const { content, ...rest } = await desk.call('rechargeSlip', {
      number: given.text('number'),
      reason: given.text('reason'),
      ...(proof !== undefined && { proof: Number(proof) }),
    })
    writeFileSync(file, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' })
    await desk.show({ ...rest, file }, () => desk.out(`Proof ${rest.proof} is in ${file}.`))
  },
}

const fail = calling({
  name: 'recharge fail',
  group: 'Recharges',
  about: 'Mark a transfer as not found, after its time to pay',
  details: 'If the transfer arrives later it is still credited.',
  endpoint: 'rechargeFail',
  parameters: [NUMBER],
  options: [REASON, YES],
  async input(given, desk) {
    const [number, reason] = [given.text('number'), given.text('reason')]
    await confirm(
      desk,
      given,
      `Tell the member that the transfer of ${number} was not found?`,
      'Nothing changed.',
    )
    return { number, reason }
  },
  print: ({ number }, desk) => desk.out(`${number} ended: not found.`),
})

const WHY: Readonly<Record<LineReason, string>> = {
  none: 'no reference of a top-up',
  several: 'several references',
  paid: 'its top-up is paid',
  currency: 'another currency',
  confirm: 'clear; a second operator confirms the statement',
  repeat: 'equals a line of an earlier file',
}

export async function printLines(lines: readonly Line[], desk: Desk, empty: string): Promise<void> {
  const { plain } = await desk.money()
  desk.table(
    [
      'line',
      'account',
      'booked',
      { title: 'amount', right: true },
      { title: 'text', wraps: true },
      'transaction',
      '',
    ],
    lines.map((line) => [
      line.id,
      line.account,
      line.bookedOn,
      `${plain(line.amount)} ${line.currency}`,
      line.text,
      line.transaction ?? '',
      line.reason === null ? (line.recharge ?? line.outcome ?? 'being searched') : WHY[line.reason],
    ]),
    empty,
  )
}

export const RECHARGES: readonly Command[] = [list, show, reveal, slip, fail]
