/** What a member has, bought and did, a part at a time. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, PAGE, pageOf, type Command } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime } from '../../print.ts'
import { UsageProblem } from '../../problem.ts'
import { printNext } from '../staff/approvals.ts'
import { ID, printGuard } from './member-parts.ts'

type Shown = Output<Endpoints['memberShow']>

async function printMoney({ money }: Shown, desk: Desk): Promise<void> {
  const { label, plain } = await desk.money()
  const { available, held, piggy, locked, open, flow, net, playThrough } = money
  const sums = open.map(({ kind, count, amount }) => `${kind} ${plain(amount)} (${count})`)
  desk.out('')
  desk.out(`Money (${label})`)
  desk.lines(
    facts([
      ['available', plain(available)],
      ['held by withdrawals', plain(held)],
      ['piggy bank', `${plain(piggy)}, of which locked ${plain(locked)}`],
      ['open purchases', sums.length === 0 ? 'none' : sums.join(', ')],
      ['deposited, withdrawn', `${plain(flow.deposited)}, ${plain(flow.withdrawn)}`],
      ['spent, won, returned', `${plain(flow.spent)}, ${plain(flow.won)}, ${plain(flow.returned)}`],
      ['rewarded', plain(flow.rewarded)],
      ['net position', plain(net)],
      ['left to play', `${plain(playThrough.left)} of ${plain(playThrough.required)}`],
    ]),
  )
}

function logInText({ failures, lastAt, waitSeconds }: Shown['logIn']): string {
  if (failures === 0 || lastAt === null) return 'no failed password'
  const wait = waitSeconds === 0 ? '' : `; the next try has to wait ${waitSeconds} s`
  return `${failures} failed passwords, the last ${localTime(lastAt)}${wait}`
}

function printSigns({ payouts, shared, flags }: Shown, desk: Desk): void {
  if (payouts.length > 0) {
    desk.out('')
    desk.table(
      ['payout account', 'number', 'state', 'added'],
      payouts.map(({ kind, label, masked, state, usableFrom, createdAt }) => [
        label === null ? kind : `${kind}, ${label}`,
        masked,
        state === 'rests' ? `rests until ${localTime(usableFrom)}` : state,
        localTime(createdAt),
      ]),
    )
  }
  const rows = [
    ...shared.flatMap(({ signal, members }) =>
      members.map((other) => [signal, 'shared with', other, '', '']),
    ),
    ...flags.map(({ signal, state, member, friend, foundAt }) => [
      signal,
      `sign, ${state}`,
      friend,
      member,
      localTime(foundAt),
    ]),
  ]
  if (rows.length === 0) return
  desk.out('')
  desk.table(['by', 'what', 'member', 'inviter', 'found'], rows)
}

const show = calling({
  name: 'member show',
  group: 'Members',
  about: 'Show money, payout accounts, log-in, shared accounts, limits and exclusion of a member',
  details: 'The other parts: `member orders`, `member money`, `member log-ins`, `member messages`.',
  endpoint: 'memberShow',
  parameters: [ID],
  input: (given) => ({ id: given.text('id') }),
  async print(member, desk) {
    const { id, status, nickname, username, phone, country, memberSince, inviter, logIn, devices } = member
    desk.lines(
      facts([
        ['member', id],
        ['status', status],
        ['nickname', nickname],
        ['user name', username],
        ['phone', phone],
        ['country', country],
        ['member since', localTime(memberSince)],
        ['invited by', inviter],
        ['log-in', logInText(logIn)],
        ['devices', String(devices)],
      ]),
    )
    const { freeze } = member
    if (freeze !== null) {
      const held = freeze.holdsMoney ? ', withdrawals held' : ''
      desk.lines(
        facts([
          [
            'frozen',
            `until ${localTime(freeze.until)}${held}, ${freeze.cause.replaceAll('_', ' ')}, by ${freeze.by.name}`,
          ],
        ]),
      )
    }
    await printMoney(member, desk)
    printSigns(member, desk)
    desk.out('')
    await printGuard(member.guard, desk)
  },
})

const OPEN = { name: 'open', about: 'only what has not ended' }
const ENDED = { name: 'ended', about: 'only what has ended' }

const orders = calling({
  name: 'member orders',
  group: 'Members',
  about: "List a member's purchases of shares, bets and finance, newest first",
  endpoint: 'memberOrders',
  parameters: [ID],
  options: [{ name: 'kind', value: 'kind', about: 'only one kind of purchase' }, OPEN, ENDED, ...PAGE],
  input(given) {
    if (given.has('open') && given.has('ended')) throw new UsageProblem('Give --open or --ended, not both.')
    const open = given.has('open') ? true : given.has('ended') ? false : undefined
    return { ...pageOf(given), id: given.text('id'), kind: given.maybe('kind'), open }
  },
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'at',
        'kind',
        'number',
        { title: 'what', wraps: true },
        { title: `amount (${label})`, right: true },
        'state',
        'payout',
      ],
      items.map(({ at, kind, number, title, quantity, amount, standing, result, payout, refusal }) => [
        localTime(at),
        kind,
        number ?? '',
        `${title ?? ''}${quantity === 1 ? '' : ` × ${quantity}`}`.trim(),
        plain(amount),
        result ?? (refusal === null ? standing : `refused: ${refusal}`),
        /[1-9]/.test(payout) ? plain(payout) : '',
      ]),
      'The member has bought nothing.',
    )
    printNext(next, desk)
  },
})

const money = calling({
  name: 'member money',
  group: 'Members',
  about: "List every movement of a member's wallet with the balance after it, newest first",
  endpoint: 'memberMoney',
  parameters: [ID],
  options: [
    { name: 'kind', value: 'kind', about: 'only one kind of movement' },
    { name: 'month', value: 'month', about: 'only one month, such as 2026-11' },
    ...PAGE,
  ],
  input: (given) => ({
    ...pageOf(given),
    id: given.text('id'),
    kind: given.maybe('kind'),
    month: given.maybe('month'),
  }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'at',
        'kind',
        'number',
        { title: 'what', wraps: true },
        { title: `amount (${label})`, right: true },
        { title: 'balance', right: true },
      ],
      items.map(({ at, kind, number, title, detail, round, amount, balance }) => [
        localTime(at),
        kind.replaceAll('_', ' '),
        number ?? '',
        title ?? detail ?? (round ? `${round.game} ${round.period}` : ''),
        plain(amount),
        plain(balance),
      ]),
      'The wallet has no movement.',
    )
    printNext(next, desk)
  },
})

const logIns = calling({
  name: 'member log-ins',
  group: 'Members',
  about: "List a member's sessions of the last 30 days, newest first, and failed passwords",
  endpoint: 'memberLogins',
  parameters: [ID],
  options: [...PAGE],
  input: (given) => ({ ...pageOf(given), id: given.text('id') }),
  print({ items, next, logIn }, desk) {
    desk.out(`Log-in: ${logInText(logIn)}.`)
    desk.table(
      ['logged in', 'last used', 'ended', 'device'],
      items.map(({ at, seenAt, endedAt, device }) => [
        localTime(at),
        localTime(seenAt),
        endedAt === null ? '' : localTime(endedAt),
        device,
      ]),
      'The member has no session of the last 30 days.',
    )
    printNext(next, desk)
  },
})

const messages = calling({
  name: 'member messages',
  group: 'Members',
  about: "List a member's notices in the app, newest first, and when codes were sent",
  details: 'A code itself is never shown. Of codes, the last one for each purpose within two days is kept.',
  endpoint: 'memberMessages',
  parameters: [ID],
  options: [...PAGE],
  input: (given) => ({ ...pageOf(given), id: given.text('id') }),
  print({ items, next, codes }, desk) {
    desk.table(
      ['code for', 'sent', 'used', 'wrong entries', 'in a row'],
      codes.map(({ purpose, at, usedAt, tries, inRow }) => [
        purpose,
        localTime(at),
        usedAt === null ? '' : localTime(usedAt),
        String(tries),
        String(inRow),
      ]),
      'No code was sent in the last two days.',
    )
    desk.out('')
    desk.table(
      ['notice', 'at', 'read'],
      items.map(({ kind, at, readAt }) => [
        kind.replaceAll('_', ' '),
        localTime(at),
        readAt === null ? '' : localTime(readAt),
      ]),
      'The member has no notices.',
    )
    printNext(next, desk)
  },
})

export const PROFILE: readonly Command[] = [show, orders, money, logIns, messages]
