/** Members, and how they are protected. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command, type Parameter } from '../command.ts'
import type { Desk } from '../desk.ts'
import { facts, localTime, table } from '../print.ts'

type GuardState = Output<Endpoints['memberPause']>

const ID: Parameter = { name: 'id', about: 'of the member, as `member find` shows it' }

async function printGuard({ limits, stopped, ...rest }: GuardState, desk: Desk): Promise<void> {
  const { closing, adultDeclaredAt, declaredAge, realityCheckMinutes } = rest
  desk.lines(
    facts([
      ['stopped', stopped ? `${stopped.kind}, until ${localTime(stopped.until)}` : 'no'],
      ['closing', closing ? 'yes' : 'no'],
      ['reality check', `every ${realityCheckMinutes} min of use`],
      ['age', `${declaredAge} or older, declared ${localTime(adultDeclaredAt)}`],
    ]),
  )
  const { label, plain } = await desk.money()
  const columns = [
    { title: 'limit' },
    { title: 'span' },
    { title: `most (${label})`, right: true as const },
    { title: 'used', right: true as const },
    { title: 'anew' },
    { title: 'wish' },
  ]
  const rows = limits
    .filter(({ cap, increase }) => cap !== null || increase)
    .map(({ kind, span, cap, used, resetsAt, increase }) => {
      const text = (amount: string | null) => {
        if (amount === null) return 'none'
        return kind === 'time' ? `${amount} min` : plain(amount)
      }
      const wish = increase ? `${text(increase.cap)}, from ${localTime(increase.confirmFrom)}` : ''
      return [kind, span, text(cap), used === null ? '' : text(used), localTime(resetsAt), wish]
    })
  if (rows.length > 0) desk.lines(['', ...table(columns, rows, desk.style)])
  else desk.out('There are no limits.')
}

const find = calling({
  name: 'member find',
  group: 'Members',
  about: 'A member by whole phone number, user name or id',
  endpoint: 'memberFind',
  parameters: [{ name: 'query', about: 'like +8801712345678' }],
  input: (given) => ({ query: given.text('query') }),
  print({ items }, desk) {
    const columns = ['id', 'nickname', 'phone', 'status', 'member since'].map((title) => ({ title }))
    const rows = items.map(({ id, nickname, phone, status, memberSince }) => [
      id,
      nickname,
      phone ?? '',
      status,
      localTime(memberSince),
    ])
    if (rows.length === 0) desk.out('Nobody was found.')
    else desk.lines(table(columns, rows, desk.style))
  },
})

const show = calling({
  name: 'member show',
  group: 'Members',
  about: 'How a member is protected',
  endpoint: 'memberShow',
  parameters: [ID],
  input: (given) => ({ id: given.text('id') }),
  async print({ id, status, guard }, desk) {
    desk.lines(
      facts([
        ['member', id],
        ['status', status],
      ]),
    )
    await printGuard(guard, desk)
  },
})

const tighten = calling({
  name: 'member tighten',
  group: 'Members',
  about: "Make a member's limit stricter; looser is the member's alone",
  endpoint: 'memberTighten',
  parameters: [
    ID,
    { name: 'kind', about: 'deposit, spend, loss or time' },
    { name: 'span', about: 'day, week or month' },
    { name: 'cap', about: 'an amount of money; of time, whole minutes' },
  ],
  options: [REASON],
  input: (given) => ({
    id: given.text('id'),
    kind: given.text('kind'),
    span: given.text('span'),
    cap: given.text('cap'),
    reason: given.text('reason'),
  }),
  print: printGuard,
})

const pause = calling({
  name: 'member pause',
  group: 'Members',
  about: 'Stop a member for a while; nobody can shorten it',
  endpoint: 'memberPause',
  parameters: [ID, { name: 'period', about: '24h, 7d or 30d' }],
  options: [REASON],
  input: (given) => ({
    id: given.text('id'),
    period: given.text('period'),
    reason: given.text('reason'),
  }),
  print: printGuard,
})

export const MEMBERS: readonly Command[] = [find, show, tighten, pause]
