/** Withdrawals: show, approve, reject, pay. withdrawal-files.ts exports them for the bank and enters what the bank did. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { HolderMatch } from '@fairlot/contract/life/identity-life'
import type { WithdrawalAge } from '@fairlot/contract/life/withdrawal-life'
import {
  calling,
  DAYS,
  daysOf,
  PAGE,
  pageOf,
  REASON,
  type Command,
  type Given,
  type Parameter,
} from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime, type Cell } from '../../print.ts'
import { printNext } from '../staff/approvals.ts'
import { factLines, printChange } from '../staff/changes.ts'
import { exporting, importing } from './withdrawal-files.ts'

type Shown = Output<Endpoints['withdrawalShow']>
type Account = Shown['account']

const NUMBER: Parameter = { name: 'number', about: 'number of the withdrawal, such as W0123456789AB' }
const CONFIRMED =
  "Shows the member's masked phone, the amount, the account and what the server found about the member, and asks for confirmation."

const accountText = ({ kind, label, masked }: Account, recharge: string | null) =>
  (recharge === null ? [kind, label, masked] : ['back to', kind, label, masked]).filter(Boolean).join(' ')
/** What the comparison with the identity check says. */
const words = (match: HolderMatch) =>
  match === 'unchecked' || match === 'no_holder' ? null : `${match.replaceAll('_', ' ')} (identity check)`
const stepText = (step: string) => step.replaceAll('_', ' ')

const AGES: Readonly<Record<WithdrawalAge, Cell>> = {
  fresh: '',
  late: { text: 'over 2 h', look: 'yellow' },
  overdue: { text: 'over 2 working days', look: 'red' },
}

/** The note about an account's holder; nothing when the names are the same or nothing is known. */
const HOLDERS: Readonly<Record<HolderMatch, Cell>> = {
  unchecked: '',
  no_holder: '',
  same: '',
  partly: { text: 'holder: partly the checked name', look: 'yellow' },
  other_script: { text: 'holder: in another script than the checked name', look: 'yellow' },
  differs: { text: 'holder: not the checked name', look: 'red' },
}

const list = calling({
  name: 'withdrawals',
  aliases: ['withdrawal list'],
  group: 'Withdrawals',
  about:
    'List the open withdrawals, oldest first, or those that were paid, rejected or returned, the latest first',
  endpoint: 'withdrawalList',
  options: [{ name: 'stage', value: 'stage', about: 'only withdrawals at this stage' }, ...DAYS, ...PAGE],
  input: (given) => ({ ...pageOf(given), ...daysOf(given), stage: given.maybe('stage') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'number',
        'stage',
        'ended',
        'approvals',
        { title: `amount (${label})`, right: true },
        { title: 'pays', right: true },
        { title: 'account', wraps: true },
        { title: 'age (h)', right: true },
        '',
        { title: '', wraps: true },
      ],
      items.map(
        ({
          number,
          stage,
          status,
          finishedAt,
          approvals,
          approvalsNeeded,
          amount,
          net,
          account,
          recharge,
          ageHours,
          age,
          holder,
        }) => [
          number,
          stepText(stage ?? status),
          finishedAt === null ? '' : localTime(finishedAt),
          `${approvals} of ${approvalsNeeded}`,
          plain(amount),
          plain(net),
          accountText(account, recharge),
          String(ageHours),
          AGES[age],
          HOLDERS[holder],
        ],
      ),
      'There are no such withdrawals.',
    )
    printNext(next, desk)
  },
})

async function printOne(shown: Shown, desk: Desk): Promise<void> {
  const { plain, label } = await desk.money()
  desk.lines(
    facts([
      ['withdrawal', shown.number],
      ['member', shown.member],
      ['phone', shown.phone],
      [`amount (${label})`, plain(shown.amount)],
      ['fee', plain(shown.fee)],
      ['pays', plain(shown.net)],
      ['account', accountText(shown.account, shown.recharge)],
      ['holder', words(shown.holder)],
      ['recharge', shown.recharge],
      ['state', stepText(shown.stage ?? shown.status)],
      ['approvals', `${shown.approvals} of ${shown.approvalsNeeded}`],
      ['waits', shown.stage === null ? null : `${shown.ageHours} h`],
      ['reason', shown.reason],
      ['note', shown.note],
      ['reference', shown.reference],
      ['export', shown.batch],
      ['refund', refundText(shown.refund)],
      ['last attempt', shown.refund?.fault ?? null],
    ]),
  )
  if (shown.facts.length > 0) desk.lines(['', desk.style('bold', 'looked at now'), ...factLines(shown.facts)])
  if (shown.refund && shown.refund.notices.length > 0) {
    desk.out('')
    desk.table(
      ['notice', 'at', { title: 'amount', right: true }, ''],
      shown.refund.notices.map(({ refund, at, amount, currency, outcome }) => [
        refund,
        localTime(at),
        `${plain(amount)} ${currency}`,
        outcome,
      ]),
    )
  }
  desk.out('')
  desk.table(
    ['step', 'at', 'by', 'reason'],
    shown.timeline.map(({ step, at, by, reason }) => [
      step === 'processing' ? 'applied' : stepText(step),
      localTime(at),
      by?.name ?? actorOf(step, shown.recharge !== null),
      reason ?? '',
    ]),
  )
}

/** Where the refund of a payment company stands. */
function refundText(refund: Shown['refund']): string | null {
  if (refund === null) return null
  return refund.stuck ? `by ${refund.company}, stuck: two operators end it` : `by ${refund.company}`
}

/** Who did a step that no operator did. */
function actorOf(step: string, isReturn: boolean): string {
  if (step === 'processing' || step === 'returned') return 'the member'
  return isReturn ? 'the payment company' : 'demo world'
}

const show = calling({
  name: 'withdrawal show',
  group: 'Withdrawals',
  about: 'Show a withdrawal with its timeline; phone and account are masked',
  endpoint: 'withdrawalShow',
  parameters: [NUMBER],
  input: (given) => ({ number: given.text('number') }),
  print: printOne,
})

const reveal = calling({
  name: 'withdrawal reveal',
  group: 'Withdrawals',
  about: 'Show the account of a withdrawal in the clear',
  details: 'The audit log names you and the reason.',
  endpoint: 'withdrawalReveal',
  parameters: [NUMBER],
  options: [REASON],
  input: (given) => ({ number: given.text('number'), reason: given.text('reason') }),
  print({ kind, fields }, desk) {
    desk.lines(
      facts([['kind', kind], ...fields.map(({ field, value }): [string, string] => [FIELDS[field], value])]),
    )
  },
})

const FIELDS = {
  bankName: 'bank',
  bankCode: 'bank code',
  number: 'number',
  holder: 'holder',
  phone: 'phone',
  email: 'email',
} as const

/** Shows whom an act concerns and asks. @throws Problem when the operator does not confirm */
async function confirmFor(desk: Desk, given: Given, act: string): Promise<void> {
  if (desk.json) return
  const {
    phone,
    amount,
    net,
    account,
    recharge,
    number,
    facts: found,
  } = await desk.call('withdrawalShow', {
    number: given.text('number'),
  })
  const { full } = await desk.money()
  desk.lines(
    facts([
      ['withdrawal', number],
      ['phone', phone],
      ['amount', full(amount)],
      ['pays', full(net)],
      ['account', accountText(account, recharge)],
    ]),
  )
  desk.lines(factLines(found))
  await confirm(desk, given, `${act}?`, 'The withdrawal is unchanged.')
}

const approve = calling({
  name: 'withdrawal approve',
  group: 'Withdrawals',
  about: 'Approve a withdrawal; a large one needs two operators',
  details: CONFIRMED,
  endpoint: 'withdrawalApprove',
  parameters: [NUMBER],
  options: [YES],
  async input(given, desk) {
    await confirmFor(desk, given, 'Approve this withdrawal')
    return { number: given.text('number') }
  },
  print({ stage, number }, desk) {
    desk.out(
      stage === 'first_approved'
        ? `${number} has your approval. Another operator must approve it too.`
        : `${number} is approved. Export it for the bank: ${desk.hint('withdrawals export --file …')}`,
    )
  },
})

const reject = calling({
  name: 'withdrawal reject',
  group: 'Withdrawals',
  about: 'Reject a withdrawal; the money goes back to the wallet',
  details: `${CONFIRMED} An exported withdrawal cannot be rejected: import the result of the bank.`,
  endpoint: 'withdrawalReject',
  parameters: [NUMBER, { name: 'reason', about: 'why' }],
  options: [
    { name: 'note', value: 'text', about: 'what the member reads, 3 to 500 characters', required: true },
    YES,
  ],
  async input(given, desk) {
    await confirmFor(desk, given, `Reject this withdrawal (${given.text('reason')})`)
    const [number, reason, note] = [given.text('number'), given.text('reason'), given.text('note')]
    return { number, reason, note, requestId: randomUUID() }
  },
  print: ({ number }, desk) => desk.out(`${number} is rejected. The whole amount is in the wallet again.`),
})

const paid = calling({
  name: 'withdrawal paid',
  group: 'Withdrawals',
  about: "Mark a withdrawal as paid, with the bank's reference",
  details: CONFIRMED,
  endpoint: 'withdrawalPaid',
  parameters: [NUMBER],
  options: [
    { name: 'reference', value: 'text', about: "the bank's reference of the payment", required: true },
    YES,
  ],
  async input(given, desk) {
    await confirmFor(
      desk,
      given,
      `Mark this withdrawal as paid with the reference ${given.text('reference')}`,
    )
    return { number: given.text('number'), reference: given.text('reference'), requestId: randomUUID() }
  },
  print: ({ number }, desk) => desk.out(`${number} is paid.`),
})

const refundPaid = calling({
  name: 'refund paid',
  group: 'Withdrawals',
  about: 'Request to mark a stuck refund of a payment company as paid',
  details: "Check the company's records first. Another operator must approve it.",
  endpoint: 'refundPaid',
  parameters: [NUMBER],
  options: [
    { name: 'reference', value: 'text', about: "the company's id of the refund", required: true },
    REASON,
  ],
  input: (given) => ({
    number: given.text('number'),
    reference: given.text('reference'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'The refund is paid.'),
})

const refundFailed = calling({
  name: 'refund failed',
  group: 'Withdrawals',
  about: 'Request to give the money of a stuck refund back to the member',
  details:
    "First check the company's records: it must not have paid. Another operator must approve it. The member gets a text message and reads the note.",
  endpoint: 'refundFailed',
  parameters: [NUMBER],
  options: [
    { name: 'note', value: 'text', about: 'what the member reads, 3 to 500 characters', required: true },
    REASON,
  ],
  input: (given) => ({
    number: given.text('number'),
    note: given.text('note'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'The whole amount is in the wallet again.'),
})

export const WITHDRAWALS: readonly Command[] = [
  list,
  show,
  reveal,
  approve,
  reject,
  paid,
  exporting,
  importing,
  refundPaid,
  refundFailed,
]
