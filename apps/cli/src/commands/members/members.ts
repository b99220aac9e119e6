/** Members and their protection. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command, type Given, type Parameter } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'

type GuardState = Output<Endpoints['memberShow']>['guard']

const ID: Parameter = { name: 'id', about: 'member id from `member find`' }

const EXCLUSIONS = { break: 'break', self_exclusion: 'self-exclusion' } as const

async function printGuard({ limits, exclusion, ...rest }: GuardState, desk: Desk): Promise<void> {
  const { closing, adultDeclaredAt, declaredAge, realityCheckMinutes } = rest
  desk.lines(
    facts([
      ['exclusion', exclusion ? `${EXCLUSIONS[exclusion.kind]} until ${localTime(exclusion.until)}` : 'none'],
      ['closing', closing ? 'yes' : 'no'],
      ['reality check', `every ${realityCheckMinutes} min of use`],
      ['declared age', `${declaredAge} or older, declared ${localTime(adultDeclaredAt)}`],
    ]),
  )
  const { label, plain } = await desk.money()
  const rows = limits
    .filter(({ cap, pendingIncrease }) => cap !== null || pendingIncrease)
    .map(({ kind, period, cap, used, resetsAt, pendingIncrease }) => {
      const text = (amount: string | null) => {
        if (amount === null) return 'none'
        return kind === 'time' ? `${amount} min` : plain(amount)
      }
      const pending = pendingIncrease
        ? `${text(pendingIncrease.cap)}, from ${localTime(pendingIncrease.confirmFrom)}`
        : ''
      return [kind, period, text(cap), used === null ? '' : text(used), localTime(resetsAt), pending]
    })
  if (rows.length === 0) {
    desk.out('The member has no limits.')
    return
  }
  desk.out('')
  desk.table(
    [
      'limit',
      'period',
      { title: `cap (${label})`, right: true },
      { title: 'used', right: true },
      'resets',
      { title: 'pending increase', wraps: true },
    ],
    rows,
  )
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Shows who the member is, and asks the operator to confirm a change that only time or the member can undo.
 * @throws Problem when there is no such member, or the operator does not confirm
 */
async function confirmFor(desk: Desk, given: Given, question: (nickname: string) => string): Promise<void> {
  if (desk.json) return
  const id = given.text('id')
  const { items } = UUID.test(id) ? await desk.call('memberFind', { query: id }) : { items: [] }
  const member = items.find((one) => one.id === id.toLowerCase())
  if (!member)
    throw new Problem(
      `There is no member with the id ${id}. Find the id: ${desk.hint('member find <phone>')}`,
    )
  const { nickname, phone, status, memberSince } = member
  desk.lines(
    facts([
      ['nickname', nickname],
      ['phone', phone],
      ['status', status],
      ['member since', localTime(memberSince)],
    ]),
  )
  await confirm(desk, given, question(clean(nickname)), 'The member is unchanged.')
}

const CONFIRMED = 'Shows the member and asks for confirmation on a terminal.'

const find = calling({
  name: 'member find',
  group: 'Members',
  about: 'Find a member by phone number, user name or id',
  details: 'The exit status is 1 when no member matches.',
  endpoint: 'memberFind',
  parameters: [
    { name: 'query', about: 'complete phone number with country code (+8801712345678), user name or id' },
  ],
  input: (given) => ({ query: given.text('query') }),
  print({ items }, desk) {
    if (items.length === 0) return
    desk.table(
      ['id', { title: 'nickname', wraps: true }, 'phone', 'status', 'member since'],
      items.map(({ id, nickname, phone, status, memberSince }) => [
        id,
        nickname,
        phone ?? '',
        status,
        localTime(memberSince),
      ]),
    )
  },
  verify({ items }, given) {
    if (items.length > 0) return
    throw new Problem(
      `No member matches "${given.text('query')}". Enter the complete phone number with its country code ` +
        '(+8801712345678), the user name or the member id.',
    )
  },
})

const show = calling({
  name: 'member show',
  group: 'Members',
  about: 'Show the status, limits and exclusion of a member',
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

const order = calling({
  name: 'order show',
  group: 'Members',
  about: 'Show an order and its member by its number',
  endpoint: 'orderShow',
  parameters: [
    { name: 'number', about: 'number that the member reads on the page of the order, such as M1-0014-37' },
  ],
  input: (given) => ({ number: given.text('number') }),
  async print({ number, order: id, member, status, first, quantity, amount, at }, desk) {
    const { label, plain } = await desk.money()
    const codes = quantity === 1 ? `${first}` : `${first} to ${first + quantity - 1}`
    desk.lines(
      facts([
        ['order', number],
        ['id', id],
        ['member', member],
        ['state', status.replaceAll('_', ' ')],
        ['codes', codes],
        [`amount (${label})`, plain(amount)],
        ['at', localTime(at)],
      ]),
    )
    desk.note(`The member: ${desk.hint(`member show ${member}`)}`)
  },
})

const tighten = calling({
  name: 'member tighten',
  group: 'Members',
  about: 'Lower a limit of a member; only the member can raise it',
  details: CONFIRMED,
  endpoint: 'memberTighten',
  parameters: [
    ID,
    { name: 'kind', about: 'kind of limit' },
    { name: 'period', about: 'period of the limit' },
    { name: 'cap', about: 'amount of money; whole minutes for time' },
  ],
  options: [REASON, YES],
  async input(given, desk) {
    const [kind, period, cap] = [given.text('kind'), given.text('period'), given.text('cap')]
    await confirmFor(
      desk,
      given,
      (nickname) =>
        `Lower the ${kind} limit per ${period} of ${nickname} to ${clean(cap)}? Only the member can raise it.`,
    )
    return { id: given.text('id'), kind, period, cap, reason: given.text('reason') }
  },
  print: printGuard,
})

const startBreak = calling({
  name: 'member break',
  aliases: ['member pause'],
  group: 'Members',
  about: 'Start a break for a member; no one can shorten it',
  details: CONFIRMED,
  endpoint: 'memberBreak',
  parameters: [ID, { name: 'duration', about: 'length of the break' }],
  options: [REASON, YES],
  async input(given, desk) {
    const duration = given.text('duration')
    await confirmFor(
      desk,
      given,
      (nickname) => `Start a break of ${duration} for ${nickname}? No one can shorten it.`,
    )
    return { id: given.text('id'), duration, reason: given.text('reason') }
  },
  print: printGuard,
})

export const MEMBERS: readonly Command[] = [find, show, order, tighten, startBreak]
