/** Vouchers: what members have, and grants. */
import { randomUUID } from 'node:crypto'
import { calling, PAGE, pageOf, REASON, type Command } from '../../command.ts'
import { localTime } from '../../print.ts'
import { UsageProblem } from '../../problem.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'

const list = calling({
  name: 'vouchers',
  aliases: ['voucher list'],
  group: 'Members',
  about: "List a member's vouchers, newest first",
  endpoint: 'voucherList',
  parameters: [{ name: 'id', about: 'member id from `member find`' }],
  fields: { member: 'id' },
  options: [...PAGE],
  input: (given) => ({ ...pageOf(given), member: given.text('id') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        { title: `amount (${label})`, right: true },
        { title: 'minimum order', right: true },
        'state',
        'granted',
        'expires',
        'voucher',
        'order',
      ],
      items.map(({ id, amount, minSpend, state, grantedAt, expiresAt, order }) => [
        plain(amount),
        plain(minSpend),
        state,
        localTime(grantedAt),
        localTime(expiresAt),
        id,
        order ?? '',
      ]),
      'The member has no vouchers.',
    )
    printNext(next, desk)
  },
})

const grant = calling({
  name: 'voucher grant',
  group: 'Members',
  about: 'Request to grant members a voucher each; another operator must approve it',
  details:
    'At the approval the amounts leave the account marketing and are set aside in the account vouchers. Expired amounts go back.',
  endpoint: 'voucherGrant',
  parameters: [
    { name: 'members', about: 'member ids, with commas' },
    { name: 'amount', about: 'amount off an order, such as 5 or 5.00' },
  ],
  options: [
    { name: 'min-spend', value: 'amount', about: 'minimum total of the order', required: true },
    { name: 'days', value: 'days', about: 'days until the vouchers expire, 1 to 365', required: true },
    REASON,
  ],
  input(given) {
    const days = Number(given.text('days'))
    if (!Number.isInteger(days)) throw new UsageProblem('--days takes a whole number.')
    return {
      members: given.text('members').split(','),
      amount: given.text('amount'),
      minSpend: given.text('min-spend'),
      days,
      reason: given.text('reason'),
      requestId: randomUUID(),
    }
  },
  print: (change, desk) => printChange(change, desk, 'Granted.'),
})

export const VOUCHERS: readonly Command[] = [list, grant]
