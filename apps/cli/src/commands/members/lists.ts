/** Lists of members and of the orders of an issue. */
import { calling, DAYS, daysOf, PAGE, pageOf, type Command } from '../../command.ts'
import { localTime } from '../../print.ts'
import { printNext } from '../staff/approvals.ts'

const members = calling({
  name: 'member list',
  group: 'Members',
  about: 'List members by status, country, day of registration, freeze and signs, the newest first',
  endpoint: 'memberList',
  options: [
    { name: 'status', value: 'status', about: 'only members of this status' },
    { name: 'country', value: 'code', about: 'only numbers of one country, such as BD' },
    ...DAYS,
    { name: 'frozen', about: 'only accounts that are frozen now' },
    { name: 'flagged', about: 'only members with an open sign that two accounts are one person' },
    ...PAGE,
  ],
  input: (given) => ({
    ...pageOf(given),
    ...daysOf(given),
    status: given.maybe('status'),
    country: given.maybe('country'),
    frozen: given.has('frozen'),
    flagged: given.has('flagged'),
  }),
  print({ items, next }, desk) {
    desk.table(
      ['id', 'nickname', 'phone', 'status', 'country', 'member since', 'frozen until'],
      items.map(({ id, nickname, phone, status, country, memberSince, frozenUntil }) => [
        id,
        nickname,
        phone ?? '',
        status,
        country ?? '',
        localTime(memberSince),
        frozenUntil === null ? '' : localTime(frozenUntil),
      ]),
      'There are no such members.',
    )
    printNext(next, desk)
  },
})

const orders = calling({
  name: 'order list',
  group: 'Members',
  about: 'List the orders of an issue, the newest first',
  details: 'All purchases of one member in every issue: `member orders`.',
  endpoint: 'issueOrders',
  parameters: [{ name: 'issue', about: 'number of the issue, such as M1-0014' }],
  options: [
    { name: 'member', value: 'id', about: 'only those of one member' },
    { name: 'refused', about: 'only purchases that came to nothing' },
    ...PAGE,
  ],
  input: (given) => ({
    ...pageOf(given),
    issue: given.text('issue'),
    member: given.maybe('member'),
    refused: given.has('refused'),
  }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'number',
        'at',
        'member',
        { title: 'shares', right: true },
        { title: `amount (${label})`, right: true },
        'state',
      ],
      items.map(({ number, at, member, quantity, amount, status }) => [
        number ?? '',
        localTime(at),
        member,
        String(quantity),
        plain(amount),
        number === null ? 'came to nothing' : status.replaceAll('_', ' '),
      ]),
      'There are no such orders.',
    )
    printNext(next, desk)
  },
})

export const LISTS: readonly Command[] = [members, orders]
