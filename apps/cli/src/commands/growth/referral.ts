/** Rebates and teams of members. */
import { calling, type Command } from '../../command.ts'
import { facts, localTime } from '../../print.ts'

const GROUP = 'House'

const state = calling({
  name: 'referral state',
  group: GROUP,
  about: 'Show whether rebates are on, what waits for money, and their sums',
  details:
    'Rebates that the account marketing cannot pay wait in the order in which they became due, and are paid when it is funded. Until then new orders earn none.',
  endpoint: 'referralState',
  input: () => ({}),
  async print({ on, pausedSince, marketing, queued, paid, sums }, desk) {
    const { label, full, plain } = await desk.money()
    const right = (title: string) => ({ title, right: true as const })
    const paused =
      pausedSince === null ? null : `paused since ${localTime(pausedSince)}: new orders earn none`
    desk.lines(
      facts([
        ['rebates', on ? (paused ?? 'on') : 'the module referral is off: new orders earn none'],
        ['paused', on ? null : paused],
        ['marketing can pay', full(marketing)],
        ['paid today', full(paid.today)],
        ['paid this month', full(paid.month)],
      ]),
    )
    desk.table(
      ['kind', 'state', right('rebates'), right(`amount (${label})`)],
      sums.map((row) => [row.kind, row.state, String(row.rebates), plain(row.amount)]),
      'There are no rebates.',
    )
    if (queued.since !== null)
      desk.out(
        `${queued.rebates} rebates of ${full(queued.amount)} wait for the account marketing, the oldest since ${localTime(queued.since)}. See: ${desk.hint('fund marketing')}`,
      )
  },
})

const team = calling({
  name: 'referral team',
  group: GROUP,
  about: "Show a member's inviter, team, rebates and 20 latest friends",
  details: 'The audit log records the call.',
  endpoint: 'memberTeam',
  parameters: [{ name: 'id', about: 'member id from `member find`' }],
  input: (given) => ({ id: given.text('id') }),
  async print(shown, desk) {
    const { label, full, plain } = await desk.money()
    const right = (title: string) => ({ title, right: true as const })
    const { rebates } = shown
    desk.lines(
      facts([
        ['member', shown.id],
        ['invited by', shown.inviter ?? 'nobody'],
        ['direct friends', `${shown.direct}, spent ${full(shown.directSpend)}`],
        ['indirect friends', `${shown.indirect}, spent ${full(shown.indirectSpend)}`],
        ['spent by the member', full(shown.ownSpend)],
        ['rebates paid', full(rebates.paid)],
        ['pending', full(rebates.pending)],
        ['queued', full(rebates.queued)],
        ['in review', full(rebates.held)],
      ]),
    )
    desk.table(
      [
        'friend',
        right('level'),
        'joined',
        'state',
        'standing',
        right(`spent (${label})`),
        right('rebates paid'),
      ],
      shown.friends.map((friend) => [
        friend.id,
        String(friend.level),
        localTime(friend.joinedAt),
        friend.state,
        friend.standing.replaceAll('_', ' '),
        plain(friend.spend),
        plain(friend.earned),
      ]),
      'The member has no friends in a team.',
    )
  },
})

export const REFERRAL: readonly Command[] = [state, team]
