/** Corrections of one member's money, and recharges that a bank took back. */
import { randomUUID } from 'node:crypto'
import { calling, REASON, type Command } from '../../command.ts'
import { localTime } from '../../print.ts'
import { printChange } from '../staff/changes.ts'

const MEMBER = { name: 'id', about: 'member id from `member find`' }
const AMOUNT = { name: 'amount', about: 'amount of money, such as 50 or 50.00' }

const credit = calling({
  name: 'member credit',
  group: 'Members',
  about: 'Request to credit a member; another operator must approve it',
  details:
    'The member reads the reason of --why in the wallet statement, in their language. The money can be withdrawn without play, and counts ' +
    'neither as recharged nor as played.',
  endpoint: 'memberCredit',
  fields: { account: 'from' },
  parameters: [MEMBER, AMOUNT],
  options: [
    { name: 'why', value: 'word', about: 'what the member reads', required: true },
    { name: 'from', value: 'account', about: 'house account that pays; marketing by default' },
    REASON,
  ],
  input: (given) => ({
    id: given.text('id'),
    amount: given.text('amount'),
    why: given.text('why'),
    account: given.maybe('from') ?? 'marketing',
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'Credited.'),
})

const reverse = calling({
  name: 'member reverse',
  group: 'Members',
  about: 'Request to take a credit back; another operator must approve it',
  details: 'A credit is taken back once, at most as far as it went and as the wallet has it.',
  endpoint: 'memberReverse',
  parameters: [MEMBER, { name: 'credit', about: 'id of the credit from `member corrections`' }, AMOUNT],
  options: [REASON],
  input: (given) => ({
    id: given.text('id'),
    credit: given.text('credit'),
    amount: given.text('amount'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'Taken back.'),
})

const corrections = calling({
  name: 'member corrections',
  group: 'Members',
  about: "List the corrections of a member's money, newest first",
  endpoint: 'memberCorrections',
  parameters: [MEMBER],
  input: (given) => ({ id: given.text('id') }),
  async print({ items }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      ['at', 'kind', { title: `amount (${label})`, right: true }, 'account', 'why', 'recharge', 'id'],
      items.map(({ id, at, kind, amount, account, why, recharge, reversed }) => [
        localTime(at),
        reversed ? `${kind}, taken back` : kind,
        plain(kind === 'credit' ? amount : `-${amount}`),
        account,
        why ?? '',
        recharge ?? '',
        id,
      ]),
      'No results.',
    )
  },
})

const chargeback = calling({
  name: 'house chargeback',
  group: 'House',
  about: 'Request to book that a bank took a recharge back; another operator must approve it',
  details:
    'What of the recharge is not played and is in the wallet comes from the member, as if it went back to its source; the house bears ' +
    'the rest.',
  endpoint: 'houseChargeback',
  fields: { account: 'from' },
  parameters: [
    { name: 'number', about: 'number of the recharge (R…)' },
    { name: 'amount', about: 'what the bank took' },
  ],
  options: [
    { name: 'from', value: 'account', about: 'house account that bears the rest; sales by default' },
    { name: 'reference', value: 'text', about: 'reference of the bank', required: true },
    REASON,
  ],
  input: (given) => ({
    number: given.text('number'),
    amount: given.text('amount'),
    account: given.maybe('from') ?? 'sales',
    reference: given.text('reference'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'Booked.'),
})

export const CORRECTIONS: readonly Command[] = [credit, reverse, corrections, chargeback]
