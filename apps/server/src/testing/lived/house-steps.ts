/** What can happen to a house (`lived-house.ts`), at random. */
import { randomUUID } from 'node:crypto'
import type { SoldMode } from '@fairlot/contract/kinds/issue-kinds'
import type { Grade } from '@fairlot/fairness/draw'
import fc from 'fast-check'
import type { NewProduct } from '../../modules/mall/index.ts'
import { makeWell, type PlayedWitness } from '../../modules/fair/witnesses/played-witnesses.fixture.ts'
import { latestCheckpoint } from '../../modules/fair/index.ts'
import { leaveSeat } from '../../modules/mall/sales/seats.ts'
import { openRecharge } from '../../modules/wallet/index.ts'
import { MS } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { makeMember } from '../factories.ts'
import { openSomeEvent } from '../made/events.ts'
import { adjust } from '../server.ts'
import type { LivedHouse } from './lived-house.ts'

const SECONDS = [1, 5, 26, 61, 130, 1_000, 4_000, 90_000, 8 * 86_400, -2, -40, -900] as const
const GRADES = ['plain', 'salt', 'beacon', 'witnessed', 'witnessed', 'witnessed'] as const
const MODES = ['goods', 'goods', 'subsidised', 'cash', 'pk'] as const
const GAMES = ['lucky-1m', 'king-2m'] as const
const ROUND_MS = { 'lucky-1m': 60_000, 'king-2m': 120_000 } as const
type Game = (typeof GAMES)[number]
/** `stuck`: signs what it has seen and nothing new; `cut`: signs until there is another seal; `late`: its lines state a later time */
const MOODS = ['well', 'well', 'down', 'deaf', 'slow', 'forgetful', 'stuck', 'cut', 'cut', 'late'] as const
const SETTINGS = {
  'mall.witnessedDelaySeconds': ['30', '60', '120'],
  'growth.witnessedDelaySeconds': ['30', '90'],
  'mall.witnessPatienceMinutes': ['1', '15'],
  'growth.witnessPatienceMinutes': ['1', '15'],
  'games.chainRounds': ['100', '10000'],
  'games.lucky1m.cutoffSeconds': ['10', '15'],
} as const
type SettingName = keyof typeof SETTINGS

type Mode = (typeof MODES)[number]
type Mood = (typeof MOODS)[number]

export type Step =
  | { do: 'go'; seconds: number }
  | { do: 'issue'; mode: Mode; grade: Grade; shares: number; sold: 'none' | 'some' | 'all' }
  | { do: 'buy'; issue: number; member: number; quantity: number; all: boolean }
  | { do: 'leave'; member: number }
  | { do: 'bet'; game: Game; member: number; picks: number }
  | { do: 'event'; grade: Exclude<Grade, 'plain'>; winners: number }
  | { do: 'join'; event: number; members: number }
  | { do: 'setting'; name: SettingName; value: number }
  | { do: 'mood'; witness: number; mood: Mood }
  | { do: 'restart'; witnesses: number; processes: number }
  | { do: 'release' }
  | { do: 'solvency' }
  | { do: 'backup' }
  | { do: 'restore' }

const kind = <Do extends Step['do']>(
  weight: number,
  name: Do,
  fields: { [field in keyof Omit<Extract<Step, { do: Do }>, 'do'>]: fc.Arbitrary<unknown> },
) => ({ weight, arbitrary: fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Step> })

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  kind(14, 'go', { seconds: fc.constantFrom(...SECONDS) }),
  kind(8, 'issue', {
    mode: fc.constantFrom(...MODES),
    grade: fc.constantFrom(...GRADES),
    shares: fc.constantFrom(4, 6, 10),
    sold: fc.constantFrom('none', 'some', 'all', 'all'),
  }),
  kind(8, 'buy', {
    issue: fc.nat(5),
    member: fc.nat(3),
    quantity: fc.integer({ min: 1, max: 4 }),
    all: fc.boolean(),
  }),
  kind(1, 'leave', { member: fc.nat(3) }),
  kind(5, 'bet', {
    game: fc.constantFrom(...GAMES),
    member: fc.nat(3),
    picks: fc.integer({ min: 1, max: 2 }),
  }),
  kind(2, 'event', {
    grade: fc.constantFrom('salt', 'beacon', 'witnessed', 'witnessed'),
    winners: fc.integer({ min: 1, max: 3 }),
  }),
  kind(3, 'join', { event: fc.nat(2), members: fc.integer({ min: 1, max: 3 }) }),
  kind(1, 'setting', {
    name: fc.constantFrom(...(Object.keys(SETTINGS) as SettingName[])),
    value: fc.nat(2),
  }),
  kind(6, 'mood', { witness: fc.nat(3), mood: fc.constantFrom(...MOODS) }),
  kind(3, 'restart', {
    witnesses: fc.constantFrom(15, 15, 15, 7, 11, 13, 3, 8, 0),
    processes: fc.integer({ min: 1, max: 2 }),
  }),
  kind(2, 'release', {}),
  kind(1, 'solvency', {}),
  kind(2, 'backup', {}),
  kind(2, 'restore', {}),
)

/** Takes one step. What the house refuses to do does not happen. */
export async function take(house: LivedHouse, step: Step): Promise<void> {
  switch (step.do) {
    case 'go':
      return house.pass(step.seconds * 1_000)
    case 'issue':
      return openIssue(house, step)
    case 'buy':
      return buy(house, step)
    case 'leave':
      return leave(house, step)
    case 'bet':
      return bet(house, step)
    case 'event':
      return openEvent(house, step)
    case 'join':
      return join(house, step)
    case 'setting':
      return setTo(house, step)
    case 'mood':
      return change(house, house.witnesses[step.witness % house.witnesses.length]!, step.mood)
    case 'restart':
      return house.restart(
        house.witnesses.filter((_, bit) => (step.witnesses >> bit) % 2 === 1),
        step.processes,
      )
    case 'release':
      return house.release()
    case 'solvency':
      return void (await house.server.context.fairLog.stateSolvency())
    case 'backup':
      return house.backup()
    case 'restore':
      return void (await house.restore())
  }
}

/** Refusals are answers: an issue is full, a round is closed, an account of the house is empty. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

type Of<Do extends Step['do']> = Extract<Step, { do: Do }>

const PRICE = 10_000n
let products = 0

async function openIssue(house: LivedHouse, { mode, grade, shares, sold }: Of<'issue'>): Promise<void> {
  if (grade === 'witnessed' && house.named.length === 0) return
  if (grade === 'plain' && (mode === 'cash' || mode === 'pk')) return
  const code = `L${++products}`
  const { mall } = house.server.context
  const sales = PRICE * BigInt(shares)
  const ofMode: Record<Mode, Partial<NewProduct> & { mode: SoldMode }> = {
    goods: { mode: 'goods', marketPrice: sales },
    // the house adds to the prize: who pays back everybody pays more than it sold
    subsidised: { mode: 'goods', marketPrice: 2n * sales, maxSubsidy: 2n * sales, maxPerMember: shares - 1 },
    cash: {
      mode: 'cash',
      tiers: [
        { from: 0, to: 0, prize: sales / 2n },
        { from: 1, to: 1, prize: PRICE },
      ],
    },
    pk: { mode: 'pk', marketPrice: sales },
  }
  const product = {
    code,
    category: 'trial',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: `Product ${code}`, description: 'For tests.' } },
    sharePrice: PRICE,
    shares,
    grade,
    maxIssues: 2,
    saleDays: 1,
    ...(grade === 'plain' && { plainAcknowledged: true }),
    ...ofMode[mode],
  } as const
  await unlessRefused(mall.createProduct(product).then(() => mall.openIssue(code)))
  // the newest issue
  if (sold !== 'none')
    await buy(house, { do: 'buy', issue: -1, member: products, quantity: 1, all: sold === 'all' })
}

const SELLING = `
  select t.number, t.mode, i.shares, i.shares - i.sold as left from issue i join issue_terms t using (issue_id)
  where i.status = 'selling' order by i.opened_at, t.number`

/** Buys once, with a call that is repeated at the same time. */
async function buy(house: LivedHouse, { issue, member, quantity, all }: Of<'buy'>): Promise<void> {
  const selling = await house.db.query<{ number: string; mode: string; shares: number; left: number }>(
    SELLING,
  )
  const chosen = selling.at(issue % Math.max(1, selling.length))
  if (!chosen) return
  const { sales } = house.server.context.mall
  const seat = chosen.mode === 'pk' ? chosen.shares / 2 : null
  const request = (by: number, amount: number) => ({
    member: house.members[by % house.members.length]!,
    issue: chosen.number,
    quantity: seat ?? amount,
    requestId: randomUUID(),
  })
  if (!all) {
    const once = request(member, Math.min(quantity, chosen.left))
    await Promise.all([unlessRefused(sales.buy(once)), unlessRefused(sales.buy(once))])
    return
  }
  // two members at once take what is left
  const half = Math.ceil(chosen.left / 2)
  await Promise.all(
    [request(member, half), request(member + 1, Math.max(1, chosen.left - half))].map((one) =>
      unlessRefused(sales.buy(one)),
    ),
  )
}

const SEAT = `
  select p.purchase_id as order from purchase p join issue_terms t on t.issue_id = p.subject_id
  where p.member_id = $1 and t.mode = 'pk' and p.state = 'done' and not p.settled order by p.created_at limit 1`

async function leave(house: LivedHouse, { member }: Of<'leave'>): Promise<void> {
  const memberId = house.members[member % house.members.length]!
  const [seat] = await house.db.query<{ order: string }>(SEAT, [memberId])
  if (!seat) return
  const { settings, mall } = house.server.context
  await unlessRefused(
    leaveSeat({ db: house.db, settings, onLeft: () => mall.draws.wake() }, memberId, seat.order),
  )
}

async function bet(house: LivedHouse, { game, member, picks }: Of<'bet'>): Promise<void> {
  const round = (await openRound(house, game)) ?? (await nextRound(house, game))
  if (!round) return
  const request = {
    member: house.members[member % house.members.length]!,
    requestId: randomUUID(),
    game,
    period: round.period,
    picks: ['big', 'small'].slice(0, picks),
    contract: '10.00',
    multiple: 1,
    barred: null,
  }
  const { betting } = house.server.context
  await Promise.all([unlessRefused(betting.place(request)), unlessRefused(betting.place(request))])
}

const OPEN_ROUND = `
  select period from round where game = $1 and status = 'open' and closes_ms > ${MS('business_now()')} order by opens_ms desc limit 1`

const openRound = async ({ db }: LivedHouse, game: Game) =>
  (await db.query<{ period: string }>(OPEN_ROUND, [game]))[0]

/** Goes to the next round. */
async function nextRound(house: LivedHouse, game: Game) {
  await house.run(1)
  await house.pass(ROUND_MS[game])
  await house.run(1)
  return openRound(house, game)
}

async function openEvent(house: LivedHouse, { grade, winners }: Of<'event'>): Promise<void> {
  if (grade === 'witnessed' && house.named.length === 0) return
  const terms = { grade, winners, friends: 1, topUp: PRICE, deadlineMs: (await house.now()) + DAY_MS }
  await openSomeEvent(house.server, terms)
}

/** Members who bring a friend each join an event. */
async function join(house: LivedHouse, { event, members }: Of<'join'>): Promise<void> {
  const all = () =>
    house.db.query<{ number: string }>(`select number from event where status = 'open' order by number`)
  if ((await all()).length === 0)
    await openEvent(house, { do: 'event', grade: 'witnessed', winners: members })
  const open = await all()
  const chosen = open[event % Math.max(1, open.length)]
  if (!chosen) return
  const { context } = house.server
  for (const memberId of house.members.slice(0, members)) {
    const friend = await makeMember(house.server, { inviterId: memberId })
    await payIn(house, friend.memberId)
    await unlessRefused(
      context.growth.events.join({ memberId, number: chosen.number, requestId: randomUUID() }),
    )
  }
}

export async function payIn({ server, db }: LivedHouse, memberId: string): Promise<void> {
  const { wallet, jobs } = server.context
  const input = { method: 'sandbox', amount: '100.00', requestId: randomUUID() }
  const { recharge_id } = await openRecharge(wallet.recharges, memberId, input)
  const [payment] = await db.query<{ payment_id: string }>(
    'select payment_id from provider_payment where recharge_id = $1',
    [recharge_id],
  )
  await wallet.company?.choose(payment!.payment_id, 'pay')
  await jobs.drain()
}

async function setTo({ server }: LivedHouse, { name, value }: Of<'setting'>): Promise<void> {
  const values = SETTINGS[name]
  await adjust(server.context, { [name]: values[value % values.length]! })
}

const SEALED = `
  select from log_entry where log = (select max(log) from log_entry) and kind in ('issue-seal', 'event-seal')
    and index >= $1 and index < $2 limit 1`

async function change(house: LivedHouse, witness: PlayedWitness, mood: Mood): Promise<void> {
  makeWell(witness)
  const size = (await latestCheckpoint(house.db))?.size ?? 0
  const isSealed = async (shown: number) => (await house.db.query(SEALED, [size, shown])).length > 0
  if (mood === 'late') witness.dates = (seconds) => seconds + 100
  else if (mood === 'stuck') witness.refuses = (shown) => (shown > size ? 'it is asked to' : null)
  else if (mood === 'cut')
    witness.refuses = async (shown) => ((await isSealed(shown)) ? 'it is asked to' : null)
  else witness.mode = mood
}
