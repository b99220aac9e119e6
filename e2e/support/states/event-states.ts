/** The prize-share event. Friends, prizes and times are made, so that every state is there. */
import { all, answerWith, at, refused, silent, type Data, type State } from './state.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PRIZE = '#/pages/prize/prize'
const EVENT = 'SHARE-0002'

const event = (more: Data = {}): Data => ({
  event: EVENT,
  title: 'Winter pool',
  status: 'open',
  pool: '10000.00',
  winners: 5,
  prize: '2000.00',
  friends: 3,
  topUp: '100.00',
  opensAt: Date.now() - 4 * DAY_MS,
  deadline: Date.now() + 2 * DAY_MS + 5 * HOUR_MS,
  drawAt: null,
  drawnAt: null,
  grade: 'beacon',
  localBeacon: true,
  commitment: 'ab'.repeat(32),
  recheck: true,
  participants: 128,
  leftOut: 0,
  attempt: 0,
  share: null,
  demo: false,
  results: [],
  version: 128,
  ...more,
})
const joined = (more: Data = {}): Data => ({
  id: '018f0000-0000-7000-8000-0000000000e1',
  seq: 97,
  at: Date.now() - DAY_MS,
  tag: 'ab12cd34ef56ab78',
  prize: null,
  share: null,
  paid: false,
  leftOut: null,
  ...more,
})
const counting = (count: number): Data[] => [
  ...['Tanvir ***', 'Nabila ***', 'রহিমা ***'].slice(0, count).map((name) => ({
    name,
    state: 'recharged',
    counts: true,
  })),
  { name: 'Jui ***', state: 'registered', counts: false },
]
const own = (count: number, more: Data = {}): Data => ({
  friends: counting(count),
  counted: count,
  joined: null,
  ...more,
})
const PAST = [
  {
    event: 'SHARE-0001',
    status: 'drawn',
    pool: '5000.00',
    participants: 84,
    endedAt: Date.now() - 20 * DAY_MS,
  },
  {
    event: 'SHARE-0000',
    status: 'void',
    pool: '1000.00',
    participants: 0,
    endedAt: Date.now() - 50 * DAY_MS,
  },
]
/** The answer for the page of the event. */
export const prize = (more: Data | null = {}, rest: Data = {}): NonNullable<State['before']> =>
  answerWith('/prize/detail', {
    now: Date.now(),
    on: true,
    event: more === null ? null : event(more),
    own: own(1),
    past: PAST,
    ...rest,
  })
const RESULTS = Array.from({ length: 5 }, (_, index) => ({
  place: index + 1,
  seq: [97, 3, 121, 44, 60][index],
  name: ['Rahima ***', 'Tanvir ***', 'Jui ***', 'Nabila ***', 'Abdul-Rahman ***'][index],
  prize: '2000.00',
  mine: index === 0,
}))
const NO_PROOF = refused('/prize/proof')

export const EVENT_STATES: State[] = [
  at('event', 'member', PRIZE, { before: prize() }),
  at('event-nobody', 'nobody', PRIZE, { before: prize({}, { own: null }) }),
  at('event-ready', 'member', PRIZE, { before: prize({}, { own: own(3) }) }),
  at('event-joined', 'member', PRIZE, { before: prize({}, { own: own(3, { joined: joined() }) }) }),
  at('event-soon', 'member', PRIZE, {
    before: prize(
      { status: 'scheduled', opensAt: Date.now() + 30 * HOUR_MS, participants: 0 },
      { own: own(0) },
    ),
  }),
  at('event-closed', 'member', PRIZE, {
    before: prize({ status: 'closed' }, { own: own(3, { joined: joined() }) }),
  }),
  at('event-sealed', 'member', PRIZE, {
    before: all(
      prize(
        { status: 'sealed', drawAt: Date.now() + 600_000, attempt: 1 },
        { own: own(3, { joined: joined() }) },
      ),
      NO_PROOF,
    ),
  }),
  at('event-won', 'member', PRIZE, {
    before: all(
      prize(
        { status: 'drawn', drawnAt: Date.now() - HOUR_MS, results: RESULTS },
        { own: own(3, { joined: joined({ prize: '2000.00', paid: true }) }) },
      ),
      NO_PROOF,
    ),
  }),
  at('event-lost', 'member', PRIZE, {
    before: all(
      prize(
        {
          status: 'drawn',
          drawnAt: Date.now() - HOUR_MS,
          results: RESULTS.map((one) => ({ ...one, mine: false })),
        },
        { own: own(3, { joined: joined({ seq: 98 }) }) },
      ),
      NO_PROOF,
    ),
  }),
  at('event-left-out', 'member', PRIZE, {
    before: all(
      prize(
        { status: 'sealed', drawAt: Date.now() + 600_000, attempt: 1, leftOut: 1 },
        { own: own(1, { joined: joined({ leftOut: { counted: 1 } }) }) },
      ),
      NO_PROOF,
    ),
  }),
  at('event-void', 'member', PRIZE, { before: all(prize({ status: 'void', participants: 0 }), NO_PROOF) }),
  at('event-none', 'member', PRIZE, { before: prize(null) }),
  at('event-off', 'nobody', PRIZE, { before: prize(null, { on: false, own: null, past: [] }) }),
  at('event-failed', 'member', PRIZE, { before: refused('/prize/detail') }),
  at('event-loading', 'member', PRIZE, { before: silent('/prize/detail'), busy: true }),
]
