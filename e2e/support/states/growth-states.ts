/** Invitations, team, tasks, VIP levels. Friends, rewards and times are made, so that every state is there. */
import type { Page } from 'playwright-core'
import { prize } from './event-states.ts'
import { all, answerWith, at, press, refused, silent, type Data, type State } from './state.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TASK = '#/pages/task/task'
const VIP = '#/pages/task/member'
const INVITATION = '#/pages/invitation/invitation'
const FRIENDS = '#/pages/invitation/idetail'
const TEAM = '#/pages/account/team'
const MEMBERS = '#/pages/account/teamDetail?level=1'
const BONUS = '#/pages/account/bonus'

const checkIn = (streak: number, doneToday: boolean): Data => ({
  streak,
  doneToday,
  rewards: ['0.10', '0.10', '0.20', '0.20', '0.30', '0.50', '2.00'],
})
const ladder = (states: readonly string[]): Data[] =>
  [1, 3, 10, 30, 60].map((friends, index) => ({
    claim: `ladder${index + 1}`,
    friends,
    reward: ['25.00', '75.00', '250.00', '600.00', '1250.00'][index],
    state: states[index] ?? 'open',
  }))
const gifts = (first: string, second: string): Data[] => [
  { claim: 'gift_register', amount: '2.00', minSpend: '10.00', days: 30, state: first },
  { claim: 'gift_recharge', amount: '5.00', minSpend: '20.00', days: 30, state: second },
]
const tasks = (more: Data = {}): NonNullable<State['before']> =>
  answerWith('/task/list', {
    day: '2026-11-23',
    endsAt: Date.now() + 7 * HOUR_MS,
    on: true,
    paused: false,
    checkIn: checkIn(3, false),
    daily: [
      { task: 'purchase', reward: '0.50', state: 'ready' },
      { task: 'share', reward: '0.20', state: 'open' },
      { task: 'review', reward: '1.00', state: 'open' },
      { task: 'invite', reward: '2.00', state: 'claimed' },
    ],
    qualified: 4,
    minimum: '100.00',
    margin: '40.00',
    left: '6.20',
    ladder: ladder(['claimed', 'ready']),
    gifts: gifts('ready', 'open'),
    version: 3,
    ...more,
  })

const LEVELS = [
  [0, '0.00', 500, 0, 0],
  [1, '500.00', 450, 10, 50],
  [2, '2000.00', 400, 20, 100],
  [3, '10000.00', 350, 30, 150],
  [4, '50000.00', 300, 40, 200],
  [5, '100000.00', 200, 50, 250],
] as const
const vip = (more: Data = {}): NonNullable<State['before']> =>
  answerWith('/task/member', {
    level: 2,
    spend: '6800.00',
    next: { level: 3, missing: '3200.00' },
    levels: LEVELS.map(([level, spend, withdrawalFee, extraReward, refund]) => ({
      level,
      spend,
      withdrawalFee,
      extraReward,
      refund,
    })),
    refunds: [
      {
        day: '2026-11-22',
        orders: 4,
        basis: '120.00',
        rate: 100,
        amount: '1.20',
        state: 'queued',
        paidAt: null,
      },
      {
        day: '2026-11-21',
        orders: 1,
        basis: '25.50',
        rate: 100,
        amount: '0.255',
        state: 'paid',
        paidAt: Date.now() - DAY_MS,
      },
      {
        day: '2026-11-18',
        orders: 9,
        basis: '310.00',
        rate: 50,
        amount: '1.55',
        state: 'void',
        paidAt: null,
      },
    ],
    ...more,
  })

const OFFER = { on: true, pausedSince: null, directRate: 100, extraRate: 20, indirectRate: 50 }
const invitation = (more: Data = {}): NonNullable<State['before']> =>
  answerWith('/index/usershare', {
    code: 'K7P2XQ',
    link: 'https://fairlot.example/#/pages/login/regist?code=K7P2XQ',
    ...OFFER,
    friends: 12,
    qualified: 4,
    minimum: '100.00',
    margin: '40.00',
    financeDays: 7,
    ...more,
  })

const friend = (index: number, more: Data = {}): Data => ({
  id: `friend-${index}`,
  name: `${['Tanvir', 'Nabila', 'রহিমা', 'Abdul-Rahman', 'Jui'][index % 5]} ***`,
  phone: `+88017***${String(100 + index)}`,
  joinedAt: Date.now() - (index + 1) * 5 * HOUR_MS,
  state: ['qualified', 'recharged', 'registered'][index % 3],
  spend: `${index * 120}.00`,
  earned: `${index}.3205`,
  held: false,
  samePerson: false,
  progress: 45,
  ...more,
})
const friends = (path: string, items?: Data[]): NonNullable<State['before']> =>
  answerWith(path, {
    items: items ?? [
      friend(0),
      friend(1, { held: true }),
      friend(2),
      friend(3, { samePerson: true }),
      ...[4, 5, 6, 7].map((index) => friend(index)),
    ],
    next: null,
  })

const SUMS = { paid: '1284.5032', pending: '36.20', queued: '12.00', held: '3.10' }
const NONE = { paid: '0.00', pending: '0.00', queued: '0.00', held: '0.00' }
const team = (more: Data = {}): NonNullable<State['before']> =>
  answerWith('/team/summary', {
    direct: 12,
    indirect: 34,
    personalSpend: '6800.00',
    directSpend: '12480.50',
    indirectSpend: '8120.00',
    rebates: SUMS,
    ...OFFER,
    version: 5,
    ...more,
  })
const ranking = (own = 5): NonNullable<State['before']> =>
  answerWith('/index/userinvitetop', {
    period: 'week',
    from: Date.now() - 3 * DAY_MS,
    items: Array.from({ length: 9 }, (_, index) => ({
      place: index + 1,
      phone: `+88017***${String(310 + index * 7)}`,
      spend: `${24_800 - index * 2310}.00`,
      mine: index + 1 === own,
    })),
    own: { place: own, spend: '15560.00' },
  })
const NO_RANKING = answerWith('/index/userinvitetop', {
  period: 'week',
  from: Date.now() - 3 * DAY_MS,
  items: [],
  own: { place: null, spend: '0.00' },
})
const bonus = (more: Data = {}): NonNullable<State['before']> =>
  answerWith('/team/bonus', {
    ...SUMS,
    kinds: [
      { kind: 'shares', ...SUMS },
      { kind: 'bets', ...NONE, paid: '4.10' },
      { kind: 'units', ...NONE },
    ],
    pausedSince: null,
    ...more,
  })
const rebate = (index: number, more: Data = {}): Data => ({
  id: `rebate-${index}`,
  kind: ['shares', 'bets', 'units'][index % 3],
  level: index % 2 === 0 ? 1 : 2,
  name: `${['Tanvir', 'Nabila', 'রহিমা'][index % 3]} ***`,
  basis: '25.00',
  rate: index % 2 === 0 ? 120 : 50,
  amount: index % 2 === 0 ? '0.30' : '0.125',
  capped: false,
  state: 'paid',
  reason: null,
  at: Date.now() - index * 9 * HOUR_MS,
  endedAt: Date.now() - index * 8 * HOUR_MS,
  ...more,
})
const rebates = (): NonNullable<State['before']> =>
  answerWith('/index/userrebatelist', {
    items: [
      rebate(0, { state: 'pending', endedAt: null }),
      rebate(1, { capped: true, amount: '0.05', state: 'queued', endedAt: null }),
      rebate(2, { state: 'held', endedAt: null }),
      rebate(3, { state: 'void', reason: 'refunded' }),
      ...[4, 5, 6].map((index) => rebate(index)),
    ],
    next: null,
  })
const NO_REBATES = answerWith('/index/userrebatelist', { items: [], next: null })

const hub = (...first: NonNullable<State['before']>[]) => all(tasks(), vip(), team(), prize(), ...first)

const openRebate = (page: Page) => page.locator('main li button[aria-expanded]').nth(1).click()

export const GROWTH_STATES: State[] = [
  at('task', 'member', TASK, { before: hub() }),
  at('task-done', 'member', TASK, {
    before: hub(
      tasks({
        checkIn: checkIn(7, true),
        gifts: [],
        ladder: ladder(['claimed', 'claimed', 'ready']),
        qualified: 12,
      }),
    ),
  }),
  at('task-paused', 'member', TASK, { before: hub(tasks({ paused: true })) }),
  at('task-off', 'member', TASK, { before: hub(tasks({ on: false })) }),
  at('task-refused', 'member', TASK, {
    before: hub(refused('/task/checkin')),
    act: press('main button.bg-gold'),
    shows: 'main',
  }),
  at('task-failed', 'member', TASK, { before: all(refused('/task/list'), vip(), team(), prize()) }),
  at('task-loading', 'member', TASK, {
    before: all(silent('/task/list'), vip(), team(), prize()),
    busy: true,
  }),
  at('vip', 'member', VIP, { before: vip() }),
  at('rule-invitation', 'nobody', '#/pages/richtext/rule?key=invitation'),
  at('rule-event', 'nobody', '#/pages/richtext/rule?key=event'),
  at('vip-first', 'newcomer', VIP, {
    before: vip({ level: 0, spend: '0.00', next: { level: 1, missing: '500.00' }, refunds: [] }),
  }),
  at('vip-highest', 'member', VIP, { before: vip({ level: 5, spend: '182000.00', next: null }) }),
  at('vip-failed', 'member', VIP, { before: refused('/task/member') }),
  at('vip-loading', 'member', VIP, { before: silent('/task/member'), busy: true }),
  at('invitation', 'member', INVITATION, { before: invitation() }),
  at('invitation-paused', 'member', INVITATION, {
    before: invitation({ pausedSince: Date.now() - DAY_MS, extraRate: 0 }),
  }),
  at('invitation-off', 'newcomer', INVITATION, {
    before: invitation({ on: false, friends: 0, qualified: 0 }),
  }),
  at('invitation-poster', 'member', INVITATION, {
    before: invitation(),
    act: press('main button[aria-haspopup=dialog]'),
    shows: '[role=dialog] img',
  }),
  at('invitation-failed', 'member', INVITATION, { before: refused('/index/usershare') }),
  at('invitation-loading', 'member', INVITATION, { before: silent('/index/usershare'), busy: true }),
  at('friends', 'member', FRIENDS, { before: friends('/index/userinvitelist') }),
  at('friends-empty', 'newcomer', FRIENDS, { before: friends('/index/userinvitelist', []) }),
  at('friends-failed', 'member', FRIENDS, { before: refused('/index/userinvitelist') }),
  at('team', 'member', TEAM, { before: all(team(), ranking()) }),
  at('team-first', 'newcomer', TEAM, {
    before: all(
      team({ direct: 0, indirect: 0, directSpend: '0.00', indirectSpend: '0.00', rebates: NONE }),
      NO_RANKING,
    ),
  }),
  at('team-paused', 'member', TEAM, { before: all(team({ pausedSince: Date.now() - DAY_MS }), ranking(2)) }),
  at('team-failed', 'member', TEAM, {
    before: all(refused('/team/summary'), refused('/index/userinvitetop')),
  }),
  at('team-members', 'member', MEMBERS, { before: friends('/team/detail') }),
  at('team-members-empty', 'newcomer', MEMBERS, { before: friends('/team/detail', []) }),
  at('bonus', 'member', BONUS, { before: all(bonus(), rebates()), act: openRebate }),
  at('bonus-empty', 'newcomer', BONUS, { before: all(bonus({ ...NONE }), NO_REBATES) }),
  at('bonus-failed', 'member', BONUS, {
    before: all(refused('/team/bonus'), refused('/index/userrebatelist')),
  }),
]
