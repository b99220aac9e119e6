/** Addresses of recharges in USDT. */
import { calling, PAGE, pageOf, type Command } from '../../command.ts'
import { localTime } from '../../print.ts'
import { printNext } from '../staff/approvals.ts'

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
      items.map(({ index, address, recharge, received, credited, waiting, lost, lastAt }) => [
        String(index),
        address,
        recharge,
        received,
        plain(credited),
        [waiting > 0 ? `${waiting} waiting` : '', lost > 0 ? desk.style('red', `${lost} lost`) : '']
          .filter(Boolean)
          .join(', '),
        localTime(lastAt),
      ]),
      'No address has received anything.',
    )
    printNext(next, desk)
  },
})

export const TRC20: readonly Command[] = [list]
