/** Members and their protection. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MemberPlace } from '@fairlot/contract/operator/member-places'
import { calling, REASON, type Command } from '../../command.ts'
import { YES } from '../../confirm.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { ACCESS } from './access.ts'
import { FREEZES } from './freezes.ts'
import { confirmFor, ID, printGuard } from './member-parts.ts'
import { LISTS } from './lists.ts'
import { PROFILE } from './profile.ts'

const CONFIRMED = 'Shows the member and asks for confirmation on a terminal.'

const PLACES = {
  id: 'id',
  phone: 'phone number',
  nickname: 'nickname',
  username: 'user name',
  order: 'number of an order',
  recharge: 'number of a recharge',
  withdrawal: 'number of a withdrawal',
} as const satisfies Record<MemberPlace, string>

/** `phone number of BD`; of many countries only how many they are. */
function readAs({ as, countries }: Output<Endpoints['memberFind']>['read'][number]): string {
  if (countries.length === 0) return PLACES[as]
  return `${PLACES[as]} of ${countries.length > 4 ? `${countries.length} countries` : countries.join(', ')}`
}

const find = calling({
  name: 'member find',
  group: 'Members',
  about: 'Find members by a whole value: phone number, nickname, user name, id, or number of a record',
  details:
    'A phone number is dialled as in the country of the house, or has its country code; an order is M1-0014-37, a recharge R…, a withdrawal W…. ' +
    'Nothing is found by a part of a value. The exit status is 1 when no member matches, or more than 20.',
  endpoint: 'memberFind',
  parameters: [
    {
      name: 'query',
      about:
        'phone number (01712345678, +8801712345678), nickname ("Hoopoe 8734"), user name, id, or number of an order, recharge or withdrawal',
    },
  ],
  input: (given) => ({ query: given.text('query') }),
  print({ read, items }, desk) {
    if (items.length === 0) return
    desk.table(
      ['id', { title: 'nickname', wraps: true }, 'phone', 'status', 'member since', 'found by'],
      items.map(({ id, nickname, phone, status, memberSince, foundBy }) => [
        id,
        nickname,
        phone ?? '',
        status,
        localTime(memberSince),
        foundBy.map((place) => PLACES[place]).join(', '),
      ]),
    )
    desk.note(`Read as ${read.map(readAs).join('; ')}.`)
  },
  verify({ read, tooMany, items }, given) {
    const query = given.text('query')
    if (tooMany) throw new Problem(`More than 20 members match "${query}". Enter a value that fewer have.`)
    if (items.length > 0) return
    const looked = read.length === 0 ? '' : ` It was read as ${read.map(readAs).join('; ')}.`
    throw new Problem(
      `No member matches "${query}".${looked} Enter a whole value: the phone number (01712345678, +8801712345678), ` +
        'nickname, user name or id, or the number of an order, recharge or withdrawal.',
    )
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

export const MEMBERS: readonly Command[] = [
  find,
  ...LISTS,
  ...PROFILE,
  ...FREEZES,
  ...ACCESS,
  order,
  tighten,
  startBreak,
]
