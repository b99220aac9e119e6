/** The house's accounts, and what real money still lacks. */
import { randomUUID } from 'node:crypto'
import { calling, PAGE, pageOf, REASON, type Command } from '../command.ts'
import { localTime, table } from '../print.ts'
import { printNext } from './approvals.ts'
import { printChange } from './changes.ts'

const house = calling({
  name: 'house',
  group: 'House',
  about: 'The accounts of the house',
  endpoint: 'houseList',
  input: () => ({}),
  async print({ items, pending }, desk) {
    const { label, plain } = await desk.money()
    const columns = [
      { title: 'account' },
      { title: `balance (${label})`, right: true as const },
      { title: '' },
    ]
    const rows = items.map(({ account, balance, funded }) => [
      account,
      plain(balance),
      funded ? '`fund` puts money into it' : '',
    ])
    desk.lines(table(columns, rows, desk.style))
    if (pending > 0) desk.out(`Requests to fund that wait for a second person: ${pending}`)
  },
})

const fund = calling({
  name: 'fund',
  group: 'House',
  about: 'Ask to fund an account of the house; somebody else approves, then it is booked and published',
  endpoint: 'houseFund',
  parameters: [
    { name: 'account', about: 'bankroll, marketing or subsidy' },
    { name: 'amount', about: 'like 5000 or 5000.00' },
  ],
  options: [{ name: 'reference', value: 'text', about: "of the bank's transfer", required: true }, REASON],
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
  group: 'House',
  about: 'What the house was funded with, newest first',
  endpoint: 'houseFundings',
  options: [{ name: 'account', value: 'account', about: 'bankroll, marketing or subsidy' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), account: given.maybe('account') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    const columns = [
      { title: 'at' },
      { title: 'account' },
      { title: `amount (${label})`, right: true as const },
      { title: 'asked by' },
      { title: 'approved by' },
      { title: 'reference' },
    ]
    const rows = items.map(({ at, account, amount, requestedBy, approvedBy, reference }) => [
      localTime(at),
      account,
      plain(amount),
      requestedBy?.name ?? 'the demo world',
      approvedBy?.name ?? '',
      reference,
    ])
    if (rows.length === 0) desk.out('There is nothing.')
    else desk.lines(table(columns, rows, desk.style))
    printNext(next, desk)
  },
})

const goLive = calling({
  name: 'go-live',
  group: 'House',
  about: 'What real money still lacks, for the whole installation and module by module',
  endpoint: 'goLive',
  input: () => ({}),
  print({ ready, items }, desk) {
    const columns = ['', 'scope', 'check', 'found'].map((title) => ({ title }))
    const rows = items.map(({ ok, scope, id, found }) => [
      ok ? { text: '✓', look: 'green' as const } : { text: '✗', look: 'red' as const },
      scope,
      id,
      found,
    ])
    desk.lines(table(columns, rows, desk.style))
    const missing = items.filter(({ ok }) => !ok).length
    desk.out(ready ? 'Ready for real money.' : `Not ready for real money: ${missing} checks fail.`)
  },
})

export const HOUSE: readonly Command[] = [house, fund, fundings, goLive]
