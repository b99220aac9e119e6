/** House accounts and house funding. */
import { randomUUID } from 'node:crypto'
import { calling, PAGE, pageOf, REASON, type Command } from '../../command.ts'
import { PROGRAM } from '../../help.ts'
import { facts, localTime } from '../../print.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'

const house = calling({
  name: 'house',
  aliases: ['house list'],
  group: 'House',
  about: "List house accounts and the bank's balance",
  details:
    'The account cash is the counterpart of all money that came in, so its balance is usually negative.',
  endpoint: 'houseList',
  input: () => ({}),
  async print({ items, bank, takeOut, pending, halted }, desk) {
    const { label, plain } = await desk.money()
    if (halted !== null) desk.out(desk.style('red', `No money moves: ${halted}. See: ${PROGRAM} log show`))
    desk.table(
      ['account', { title: `balance (${label})`, right: true }, { title: 'free now', right: true }, ''],
      items.map(({ account, balance, free, funded }) => [
        account,
        plain(balance),
        free === null ? '' : plain(free),
        funded ? 'can be funded' : '',
      ]),
    )
    desk.lines(
      facts([
        ['at banks and payment companies by the books', plain(bank.books)],
        ['of the house', plain(bank.house)],
        ['reserves of finance products', plain(bank.reserves)],
        ['of members, in escrows and stakes', plain(bank.members)],
        ['less there than in the books, not booked', plain(bank.unbooked)],
        ['can be taken out now', plain(takeOut)],
      ]),
    )
    if (items.some(({ account, balance }) => account === 'cash' && balance.startsWith('-')))
      desk.note(
        'A negative balance of cash is not a debt: cash is the other side of all recharges and fundings, so it is minus what ' +
          'wallets, escrows and the other accounts hold together.',
      )
    if (pending > 0) desk.out(`Pending funding requests: ${pending}`)
  },
})

const fund = calling({
  name: 'fund',
  aliases: ['house fund'],
  group: 'House',
  about: 'Request house funding; another operator must approve it',
  details: 'The funding is booked and published with its reference when it is approved.',
  endpoint: 'houseFund',
  parameters: [
    { name: 'account', about: 'house account' },
    { name: 'amount', about: 'amount of money, such as 5000 or 5000.00' },
  ],
  options: [
    {
      name: 'reference',
      value: 'text',
      about: 'reference of the bank transfer',
      required: true,
    },
    REASON,
  ],
  input: (given) => ({
    account: given.text('account'),
    amount: given.text('amount'),
    reference: given.text('reference'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'Booked and published.'),
})

const fundings = calling({
  name: 'fundings',
  aliases: ['house fundings'],
  group: 'House',
  about: 'List house funding, newest first',
  endpoint: 'houseFundings',
  options: [{ name: 'account', value: 'account', about: 'only this account' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), account: given.maybe('account') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'at',
        'account',
        { title: `amount (${label})`, right: true },
        'requested by',
        'approved by',
        { title: 'reference', wraps: true },
      ],
      items.map(({ at, account, amount, requestedBy, approvedBy, reference }) => [
        localTime(at),
        account,
        plain(amount),
        requestedBy?.name ?? 'demo world',
        approvedBy?.name ?? '',
        reference,
      ]),
      'No results.',
    )
    printNext(next, desk)
  },
})

export const HOUSE: readonly Command[] = [house, fund, fundings]
