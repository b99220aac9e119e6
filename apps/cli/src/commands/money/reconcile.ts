/** What banks, payment companies and chains say, against what the books have. */
import { calling, PAGE, pageOf, type Command } from '../../command.ts'
import { printNext } from '../staff/approvals.ts'

const sideOf = ({ items, amount }: { items: number; amount: string }, plain: (amount: string) => string) =>
  `${plain(amount)} (${items})`

const list = calling({
  name: 'reconcile list',
  aliases: ['reconcile'],
  group: 'House',
  about: 'List the days on which providers and books were compared, newest first',
  details:
    'A day is compared when it has ended. A payment belongs to the day of its provider, also when it is booked later. The number of payments is in brackets.',
  endpoint: 'reconcileList',
  options: [{ name: 'different', about: 'only days that differ' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), onlyDifferent: given.has('different') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'day',
        'provider',
        'direction',
        { title: `provider says (${label})`, right: true },
        { title: `books have (${label})`, right: true },
        'differ',
      ],
      items.map(({ day, provider, direction, said, booked, differences }) => [
        day,
        provider,
        direction,
        sideOf(said, plain),
        sideOf(booked, plain),
        differences === 0 ? 'none' : { text: String(differences), look: 'red' as const },
      ]),
      'No results.',
    )
    const different = items.find(({ differences }) => differences > 0)
    if (different) {
      const { day, provider, direction } = different
      desk.note(`To see the payments: ${desk.hint(`reconcile show ${day} ${provider} ${direction}`)}`)
    }
    printNext(next, desk)
  },
})

const show = calling({
  name: 'reconcile show',
  group: 'House',
  about: 'Show the payments of a day that differ',
  details:
    'The key is the id of the payment at the provider, of the line of a statement, of the transfer on the chain, or of the withdrawal.',
  endpoint: 'reconcileShow',
  parameters: [
    { name: 'day', about: 'business day, such as 2026-11-22' },
    { name: 'provider', about: 'as the list names it' },
    { name: 'direction', about: 'recharges or withdrawals' },
  ],
  input: (given) => ({
    day: given.text('day'),
    provider: given.text('provider'),
    direction: given.text('direction'),
  }),
  async print({ items }, desk) {
    const { label, plain } = await desk.money()
    const amount = (value: string | null) => (value === null ? 'nothing' : plain(value))
    desk.table(
      [
        { title: 'payment', wraps: true },
        { title: `provider says (${label})`, right: true },
        { title: `books have (${label})`, right: true },
      ],
      items.map(({ key, said, booked }) => [key, amount(said), amount(booked)]),
      'Nothing differs.',
    )
  },
})

export const RECONCILE: readonly Command[] = [list, show]
