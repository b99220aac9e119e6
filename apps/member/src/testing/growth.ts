/** Answers of invitations, team, tasks, VIP and the prize-share event for component tests. */
import type { prizeDetail } from '@fairlot/contract/endpoints/growth/prize'
import type { taskList, taskMember } from '@fairlot/contract/endpoints/growth/tasks'
import type {
  teamBonus,
  teamSummary,
  userInviteList,
  userInviteTop,
  userRebateList,
  userShare,
} from '@fairlot/contract/endpoints/growth/team'
import type { Output } from '../api/api.ts'

const DAY_MS = 86_400_000
export const EVENT = 'SHARE-0001'

export const tasksWith = (more: Partial<Output<typeof taskList>> = {}): Output<typeof taskList> => ({
  day: '2026-11-23',
  endsAt: Date.now() + DAY_MS / 2,
  on: true,
  paused: false,
  checkIn: {
    streak: 2,
    doneToday: false,
    rewards: ['0.10', '0.10', '0.20', '0.20', '0.30', '0.30', '1.00'],
  },
  daily: [
    { task: 'purchase', reward: '0.50', state: 'ready' },
    { task: 'share', reward: '0.20', state: 'open' },
    { task: 'review', reward: '1.00', state: 'open' },
    { task: 'invite', reward: '2.00', state: 'claimed' },
  ],
  qualified: 1,
  minimum: '100.00',
  margin: '40.00',
  left: '6.20',
  ladder: [
    { claim: 'ladder1', friends: 1, reward: '25.00', state: 'ready' },
    { claim: 'ladder2', friends: 3, reward: '75.00', state: 'open' },
  ],
  gifts: [
    { claim: 'gift_register', amount: '2.00', minSpend: '10.00', days: 30, state: 'ready' },
    { claim: 'gift_recharge', amount: '5.00', minSpend: '20.00', days: 30, state: 'open' },
  ],
  version: 1,
  ...more,
})

const LEVELS = [
  [0, '0.00', 500, 0, 0],
  [1, '500.00', 450, 10, 50],
  [2, '2000.00', 400, 20, 100],
] as const

export const vipWith = (more: Partial<Output<typeof taskMember>> = {}): Output<typeof taskMember> => ({
  level: 1,
  spend: '1250.00',
  next: { level: 2, missing: '750.00' },
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
      orders: 3,
      basis: '75.00',
      rate: 50,
      amount: '0.375',
      state: 'paid',
      paidAt: Date.now(),
    },
  ],
  ...more,
})

const OFFER = { on: true, pausedSince: null, directRate: 100, extraRate: 10, indirectRate: 50 }

export const invitationWith = (more: Partial<Output<typeof userShare>> = {}): Output<typeof userShare> => ({
  code: 'K7P2XQ',
  link: 'https://fairlot.example/#/pages/login/regist?code=K7P2XQ',
  ...OFFER,
  friends: 4,
  qualified: 1,
  minimum: '100.00',
  margin: '40.00',
  financeDays: 7,
  ...more,
})

type Friend = Output<typeof userInviteList>['items'][number]

export const friendWith = (more: Partial<Friend> = {}): Friend => ({
  id: 'friend-1',
  name: 'Tanvir ***',
  phone: '+88017***111',
  joinedAt: Date.now() - DAY_MS,
  state: 'qualified',
  progress: 100,
  spend: '120.00',
  earned: '1.32',
  held: false,
  samePerson: false,
  ...more,
})

const SUMS = { paid: '12.50', pending: '3.25', queued: '0.00', held: '0.00' }

export const teamWith = (more: Partial<Output<typeof teamSummary>> = {}): Output<typeof teamSummary> => ({
  direct: 4,
  indirect: 9,
  personalSpend: '1250.00',
  directSpend: '900.00',
  indirectSpend: '700.00',
  rebates: SUMS,
  ...OFFER,
  version: 1,
  ...more,
})

export const bonusWith = (more: Partial<Output<typeof teamBonus>> = {}): Output<typeof teamBonus> => ({
  ...SUMS,
  kinds: [
    { kind: 'shares', ...SUMS },
    { kind: 'bets', paid: '0.00', pending: '0.00', queued: '0.00', held: '0.00' },
    { kind: 'units', paid: '0.00', pending: '0.00', queued: '0.00', held: '0.00' },
  ],
  pausedSince: null,
  ...more,
})

type Rebate = Output<typeof userRebateList>['items'][number]

export const rebateWith = (more: Partial<Rebate> = {}): Rebate => ({
  id: 'rebate-1',
  kind: 'shares',
  level: 1,
  name: 'Tanvir ***',
  basis: '25.00',
  rate: 110,
  amount: '0.275',
  capped: false,
  state: 'pending',
  reason: null,
  at: Date.now(),
  endedAt: null,
  ...more,
})

export const rankingWith = (
  more: Partial<Output<typeof userInviteTop>> = {},
): Output<typeof userInviteTop> => ({
  period: 'week',
  from: Date.now() - DAY_MS,
  items: [1, 2, 3, 4].map((place) => ({
    place,
    phone: `+88017***00${place}`,
    spend: `${5000 - place * 1000}.00`,
    mine: place === 4,
  })),
  own: { place: 4, spend: '1000.00' },
  ...more,
})

type Prize = Output<typeof prizeDetail>
type PrizeEvent = NonNullable<Prize['event']>

export const eventWith = (more: Partial<PrizeEvent> = {}): PrizeEvent => ({
  event: EVENT,
  title: 'Autumn pool',
  status: 'open',
  pool: '1000.00',
  winners: 4,
  prize: '250.00',
  friends: 3,
  topUp: '100.00',
  opensAt: Date.now() - DAY_MS,
  deadline: Date.now() + DAY_MS,
  drawAt: null,
  drawnAt: null,
  grade: 'beacon',
  localBeacon: true,
  commitment: 'ab'.repeat(32),
  content: 'ef'.repeat(32),
  recheck: true,
  participants: 12,
  leftOut: 0,
  attempt: 0,
  demo: false,
  results: [],
  share: null,
  version: 1,
  ...more,
})

export const prizeWith = (more: Partial<PrizeEvent> = {}, rest: Partial<Prize> = {}): Prize => ({
  now: Date.now(),
  on: true,
  event: eventWith(more),
  own: {
    friends: [
      { name: 'Tanvir ***', state: 'recharged', counts: true },
      { name: 'Nabila ***', state: 'registered', counts: false },
    ],
    counted: 1,
    joined: null,
  },
  past: [],
  ...rest,
})
