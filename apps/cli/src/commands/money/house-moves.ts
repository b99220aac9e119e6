/** Payouts, costs, corrections and releases of the house's own money. */
import { randomUUID } from 'node:crypto'
import type { BookedMove } from '@fairlot/contract/kinds/house-moves'
import { calling, PAGE, pageOf, REASON, type Command, type Given, type Option } from '../../command.ts'
import { localTime } from '../../print.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'

const AMOUNT = { name: 'amount', about: 'amount of money, such as 5000 or 5000.00' }
const FROM: Option = { name: 'from', value: 'account', about: 'house account that pays; sales by default' }
const reference = (about: string): Option => ({ name: 'reference', value: 'text', about, required: true })
const shared = (given: Given) => ({
  amount: given.text('amount'),
  reference: given.text('reference'),
  reason: given.text('reason'),
  requestId: randomUUID(),
})

const payout = calling({
  name: 'house payout',
  group: 'House',
  about: 'Request to pay profit out to an owner; another owner must approve it',
  details:
    'What sales and fees earned before today can be paid out, less what banks and companies have less than the books. The owner who ' +
    'receives the money cannot approve it.',
  endpoint: 'housePayout',
  fields: { account: 'from' },
  parameters: [AMOUNT],
  options: [
    { name: 'to', value: 'name', about: 'login name of the owner who receives the money', required: true },
    FROM,
    reference('reference of the bank transfer'),
    REASON,
  ],
  input: (given) => ({
    ...shared(given),
    account: given.maybe('from') ?? 'sales',
    to: given.text('to'),
  }),
  print: (change, desk) => printChange(change, desk, 'Booked.'),
})

type Booking = { name: string; kind: BookedMove; about: string; details: string; of: string }

/** A command that requests a cost. */
const cost = ({ name, kind, about, details, of }: Booking) =>
  calling({
    name,
    group: 'House',
    about,
    details,
    endpoint: 'houseBook',
    fields: { account: 'from' },
    parameters: [AMOUNT],
    options: [FROM, reference(of), REASON],
    input: (given) => ({ ...shared(given), kind, account: given.maybe('from') ?? 'sales' }),
    print: (change, desk) => printChange(change, desk, 'Booked.'),
  })

const bankFee = cost({
  name: 'house bank-fee',
  kind: 'bank_fee',
  about: 'Request to book fees of a bank or payment company; another operator must approve it',
  details: 'The money at the bank falls by the amount, as the bank says.',
  of: 'reference of the bank, or of its statement',
})

const tax = cost({
  name: 'house tax',
  kind: 'tax',
  about: 'Request to book a tax that was paid; another operator must approve it',
  details: 'The money at the bank falls by the amount.',
  of: 'reference of the bank transfer, or of the assessment',
})

const release = calling({
  name: 'house release',
  group: 'House',
  about: 'Request to move free money of the bankroll to sales; another operator must approve it',
  details: 'What open rounds bind stays in the bankroll. Money in sales can be paid out (house payout).',
  endpoint: 'houseBook',
  parameters: [AMOUNT],
  options: [reference('reference of the house for this move'), REASON],
  input: (given) => ({ ...shared(given), kind: 'release' }),
  print: (change, desk) => printChange(change, desk, 'Booked.'),
})

const correction = calling({
  name: 'house correction',
  group: 'House',
  about: "Request to correct the books to the bank's balance; another operator must approve it",
  details:
    'With out, the bank has less than the books, and the account bears it; with in, the account gets it.',
  endpoint: 'houseBook',
  parameters: [{ name: 'direction', about: 'out: the bank has less; in: it has more' }, AMOUNT],
  options: [
    { name: 'account', value: 'account', about: 'house account; sales by default' },
    reference('reference of the bank, or of its statement'),
    REASON,
  ],
  input: (given) => ({
    ...shared(given),
    kind: 'bank_correction',
    account: given.maybe('account') ?? 'sales',
    direction: given.text('direction'),
  }),
  print: (change, desk) => printChange(change, desk, 'Booked.'),
})

const moves = calling({
  name: 'house moves',
  group: 'House',
  about: 'List payouts, costs, corrections and releases of the house, newest first',
  endpoint: 'houseMoves',
  options: [{ name: 'kind', value: 'kind', about: 'only this kind' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), kind: given.maybe('kind') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'at',
        'kind',
        'account',
        { title: `amount (${label})`, right: true },
        'to',
        'requested by',
        'approved by',
        { title: 'reference', wraps: true },
        { title: 'reason', wraps: true },
      ],
      items.map(({ at, kind, account, direction, amount, to, requestedBy, approvedBy, ...said }) => [
        localTime(at),
        kind,
        account,
        plain(direction === 'out' ? `-${amount}` : amount),
        to?.name ?? '',
        requestedBy?.name ?? 'demo world',
        approvedBy?.name ?? '',
        said.reference,
        said.reason,
      ]),
      'No results.',
    )
    printNext(next, desk)
  },
})

export const HOUSE_MOVES: readonly Command[] = [payout, release, bankFee, tax, correction, moves]
