/** Signs that a friend is the same person as the inviter: list, clear, confirm. */
import { randomUUID } from 'node:crypto'
import {
  RELATION_SIGNALS,
  type RelationDecision,
  type RelationSignal,
} from '@fairlot/contract/life/growth-life'
import { calling, PAGE, pageOf, REASON, type Command } from '../../command.ts'
import { localTime } from '../../print.ts'
import { UsageProblem } from '../../problem.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'

const GROUP = 'Members'

const list = calling({
  name: 'flags list',
  group: GROUP,
  about: 'List signs that a friend is the same person as the inviter, the oldest first',
  details:
    'The friend shares a device, a payout account or a sender of USDT with the member, or with an earlier friend of the member. Rebates of the relation wait until two operators decide.',
  endpoint: 'relationFlags',
  parameters: [],
  options: [{ name: 'all', about: 'also those that are decided, the newest first' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), all: given.has('all') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'member',
        'name',
        'friend',
        'name',
        { title: 'level', right: true },
        'signal',
        'shared with',
        { title: `held (${label})`, right: true },
        { title: 'pending', right: true },
        { title: 'paid', right: true },
        'found',
        'state',
        'reason',
      ],
      items.map((row) => [
        row.member.id,
        row.member.name,
        row.friend.id,
        row.friend.name,
        String(row.level),
        row.signal,
        row.other.id === row.member.id ? 'the member' : row.other.id,
        plain(row.held),
        plain(row.pending),
        plain(row.paid),
        localTime(row.foundAt),
        row.state,
        row.reason ?? '',
      ]),
      'There are no such signs.',
    )
    printNext(next, desk)
  },
})

function signalOf(text: string): RelationSignal {
  const signal = RELATION_SIGNALS.find((one) => one === text)
  if (!signal) throw new UsageProblem(`The signal is one of ${RELATION_SIGNALS.join(', ')}.`)
  return signal
}

const deciding = (decision: RelationDecision, about: string, details: string) =>
  calling({
    name: `flags ${decision}`,
    group: GROUP,
    about,
    details,
    endpoint: 'relationDecide',
    parameters: [
      { name: 'member', about: 'member id of the inviter, from `flags list`' },
      { name: 'friend', about: 'member id of the friend' },
      { name: 'signal', about: 'device, payout or payer' },
    ],
    options: [REASON],
    input: (given) => ({
      member: given.text('member'),
      friend: given.text('friend'),
      signal: signalOf(given.text('signal')),
      decision,
      reason: given.text('reason'),
      requestId: randomUUID(),
    }),
    print: (change, desk) => printChange(change, desk, 'Decided.'),
  })

const clear = deciding(
  'clear',
  'Request to clear a sign: both accounts are different persons; another operator must approve it',
  'When no other sign of the relation is open, its held rebates are paid. The same kind of signal does not hold the relation again.',
)

const confirm = deciding(
  'confirm',
  'Request to confirm a sign: both accounts are one person; another operator must approve it',
  'Rebates of the relation that are not paid yet are void, and it earns nothing any more. Nobody can undo this. The member keeps what was paid.',
)

export const RELATION_FLAGS: readonly Command[] = [list, clear, confirm]
