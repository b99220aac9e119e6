/** Addresses of recharges in USDT, and late transfers. */
import { randomUUID } from 'node:crypto'
import { calling, PAGE, pageOf, REASON, type Command, type Parameter } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import { localTime } from '../../print.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'

const TRANSFER: Parameter = { name: 'transfer', about: 'transaction and event, as `trc20 held` shows them' }

const list = calling({
  name: 'trc20 list',
  group: 'House',
  about: 'List the addresses of recharges in USDT that received something',
  details:
    "Your wallet finds an address by its index below m/44'/195'/account'/0. You move the money with your wallet; the server never moves it.",
  endpoint: 'trc20List',
  options: [{ name: 'lost', about: 'only addresses with a transfer that left the chain' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), lost: given.has('lost') }),
  async print({ items, next, contract, derived, watch }, desk) {
    const { label, plain } = await desk.money()
    if (contract === null) return desk.out('This installation has never accepted USDT.')
    desk.out(
      `${derived} addresses derived; contract ${contract}; ${watch ? `block ${watch.block} seen at ${localTime(watch.at)}` : 'not checked yet'}`,
    )
    desk.table(
      [
        { title: 'index', right: true },
        'address',
        'recharge',
        { title: 'USDT', right: true },
        { title: `credited (${label})`, right: true },
        '',
        'last',
      ],
      items.map(({ index, address, recharge, received, credited, waiting, held, lost, lastAt }) => [
        String(index),
        address,
        recharge,
        received,
        plain(credited),
        [
          waiting > 0 ? `${waiting} waiting` : '',
          held > 0 ? `${held} held` : '',
          lost > 0 ? desk.style('red', `${lost} lost`) : '',
        ]
          .filter(Boolean)
          .join(', '),
        localTime(lastAt),
      ]),
      'No address has received anything.',
    )
    printNext(next, desk)
  },
})

const held = calling({
  name: 'trc20 held',
  group: 'House',
  about: 'List the late transfers in USDT that wait for two operators, the oldest first',
  details:
    'They arrived after the time to pay and bring their top-up above the largest one, or no rate was set. Look each up in an explorer before you decide.',
  endpoint: 'trc20Held',
  options: PAGE,
  input: pageOf,
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'transfer',
        'recharge',
        'from',
        { title: 'USDT', right: true },
        { title: 'rate', right: true },
        { title: 'rate of the recharge', right: true },
        { title: `worth (${label})`, right: true },
        'waits since',
        '',
      ],
      items.map(({ transfer, recharge, sender, units, rate, ownRate, amount, heldAt, lost }) => [
        transfer,
        recharge,
        sender,
        units,
        plain(rate),
        plain(ownRate),
        plain(amount),
        localTime(heldAt),
        lost ? desk.style('red', 'left the chain') : '',
      ]),
      'No late transfer waits.',
    )
    printNext(next, desk)
  },
})

const credit = calling({
  name: 'trc20 credit',
  group: 'House',
  about: 'Request to credit a late transfer in USDT with what it is worth; needs a second operator',
  endpoint: 'trc20Credit',
  parameters: [TRANSFER],
  options: [REASON, YES],
  async input(given, desk) {
    const [transfer, reason] = [given.text('transfer'), given.text('reason')]
    await confirm(desk, given, `Request to credit the transfer ${transfer}?`, 'Nothing was requested.')
    return { transfer, reason, requestId: randomUUID() }
  },
  print: (change, desk) => printChange(change, desk, 'The transfer is credited.'),
})

const dismiss = calling({
  name: 'trc20 dismiss',
  group: 'House',
  about: 'Request to end a late transfer in USDT without a credit; needs a second operator',
  details: 'A dismissed transfer can never be credited. You send the USDT back with your wallet.',
  endpoint: 'trc20Dismiss',
  parameters: [TRANSFER],
  options: [REASON, YES],
  async input(given, desk) {
    const [transfer, reason] = [given.text('transfer'), given.text('reason')]
    await confirm(
      desk,
      given,
      `Request to dismiss the transfer ${transfer}? It can never be credited.`,
      'Nothing was requested.',
    )
    return { transfer, reason, requestId: randomUUID() }
  },
  print: (change, desk) => printChange(change, desk, 'The transfer is dismissed.'),
})

export const TRC20: readonly Command[] = [list, held, credit, dismiss]
