/** Teams and rebates for tests: a mall that draws, games, finance products, members who invite each other, and a clock that moves. */
import { randomUUID } from 'node:crypto'
import { createSettings, type Values } from '../../../platform/settings/settings.ts'
import { sellUnits, type SellOptions } from '../../../testing/made/finance.ts'
import { testMembers } from '../../../testing/mall.ts'
import { failing } from '../../../testing/planted.ts'
import { EARLY_EXIT, financeChecks, reserveBook } from '../../finance/index.ts'
import { exitOrder } from '../../finance/interest/exit.ts'
import { payDue } from '../../finance/interest/interest.jobs.ts'
import { productOf } from '../../finance/products/products.queries.ts'
import { unitSeller } from '../../finance/sale/unit-seller.ts'
import { testGames, type TestGames } from '../../games/bets/bets.fixture.ts'
import { moduleTable } from '../../guard/index.ts'
import { VIP_SETTINGS } from '../../identity/index.ts'
import { betChecks, betSeller } from '../../games/index.ts'
import { createBetHooks } from '../../games/bets/bet-hooks.ts'
import {
  createSeller,
  fundHouse,
  ledgerChecks,
  purchaseKeys,
  sellersChecks,
  transfer,
} from '../../ledger/index.ts'
import { drawAll, drawMall, openTestIssue, type DrawMall } from '../../mall/draws/draws.fixture.ts'
import { mallChecks, shareMoneyChecks, shareSeller } from '../../mall/index.ts'
import { mallSettings } from '../../mall/mall.settings.fixture.ts'
import { feedSubject } from './feed/feed.queries.ts'
import { endExited } from './feed/feed-units.ts'
import { runRebates, type RebateDeps } from './feed/rebates.jobs.ts'
import { offerOf, type Gate } from './rebates/offer.ts'
import { FRIEND_MARGIN, FRIEND_TOP_UP } from './referral.settings.ts'
import { referralChecks } from './referral.checks.ts'
import { joinTeams, refreshFriends } from './teams/relations.ts'

export const UNIT = 10_000n
export const DAY_MS = 86_400_000

/** The checks of everything that these tests write. */
const REFERRAL_CHECKS = [
  ...ledgerChecks,
  ...mallChecks,
  ...shareMoneyChecks,
  ...sellersChecks([shareSeller, betSeller, unitSeller], [reserveBook]),
  ...betChecks,
  ...financeChecks,
  ...referralChecks,
]

export type TestRebate = {
  level: number
  kind: string
  friend: string
  basis: bigint
  rate: number
  amount: bigint
  capped: boolean
  state: string
  reason: string | null
}

export type TestReferral = {
  world: DrawMall
  games: TestGames
  /** what referral promises; a test changes it */
  gate: Gate
  /** changes a setting in the database, as operators do: sales of units read it there */
  set(name: string, value: string): Promise<void>
  deps: RebateDeps
  members(count: number, balance?: bigint): Promise<string[]>
  /** a new member whom another one invited */
  friend(inviter: string, balance?: bigint): Promise<string>
  /** money of the marketing account: an amount that is added */
  fund(amount: bigint): Promise<void>
  /** empties the marketing account */
  drain(): Promise<void>
  marketing(): Promise<bigint>
  /** opens an issue of shares of 1.00 */
  issue(shares: number): Promise<{ issueId: string; number: string }>
  buy(member: string, issue: string, quantity: number): Promise<string>
  /** draws or refunds what is due, to the last order */
  draw(): Promise<void>
  product(options?: SellOptions): Promise<string>
  buyUnits(member: string, code: string, units: number): Promise<string>
  exit(member: string, order: string): Promise<void>
  mature(): Promise<void>
  /** settles a round with this outcome: all its bets */
  settle(round: Awaited<ReturnType<TestGames['round']>>, outcome: number): Promise<void>
  run(): Promise<void>
  rebates(member: string): Promise<TestRebate[]>
  balance(member: string): Promise<bigint>
  advance(ms: number): Promise<void>
  broken(): Promise<string[]>
  close(): Promise<void>
}

let fundings = 0
let codes = 0

/** The settings of tests: those of the mall, and others by name. */
function valuesOf(base: Values, changed: Readonly<Record<string, string>>): Values {
  return {
    get: (setting) => {
      const text = changed[setting.name]
      return text === undefined && setting.name.startsWith('growth.')
        ? setting.kind.read(setting.initial)
        : text === undefined
          ? base.get(setting)
          : setting.kind.read(text)
    },
  }
}

export async function testReferral(settings: Readonly<Record<string, string>> = {}): Promise<TestReferral> {
  const world = await drawMall({ onEnded: (tx, issueId) => feedSubject(tx, issueId, 'shares') })
  const { mall } = world
  const { db, owner, database } = mall
  const games = await testGames('one', 1_000_000n * UNIT, mall)
  const hooks = createBetHooks(
    () => undefined,
    (tx, roundId) => feedSubject(tx, roundId, 'bets'),
  )
  const units = createSeller({ url: database.appUrl, definition: unitSeller })
  const values = valuesOf(mallSettings(db), settings)
  const stored = createSettings({
    db,
    definitions: [...VIP_SETTINGS, moduleTable('sandbox').referral.enabled],
  })
  const gate: Gate = { isOn: true, countries: null }
  const deps: RebateDeps = {
    db,
    utcOffsetMinutes: 0,
    offer: () => offerOf(values, gate),
    async look(tx, friends) {
      const rule = { topUp: values.get(FRIEND_TOP_UP), margin: values.get(FRIEND_MARGIN) }
      await refreshFriends(tx, friends, rule)
    },
    onTeams: () => undefined,
    onPaid: () => undefined,
  }
  const marketing = async () => {
    const [row] = await db.query<{ balance: bigint }>(
      `select balance from house_account where name = 'marketing'`,
    )
    return row!.balance
  }
  const test: TestReferral = {
    world,
    games,
    gate,
    async set(name, value) {
      await stored.refresh()
      const { version } = stored.stored(name)
      const change = { name, value, version, reason: 'test', operatorId: null, approvalId: null }
      await db.tx((tx) => stored.save(tx, change))
    },
    deps,
    members: (count, balance = 10_000n * UNIT) => testMembers(mall, count, balance),
    async friend(inviter, balance) {
      const [friend = ''] = await test.members(1, balance)
      await owner.query('update member set inviter_id = $2 where member_id = $1', [friend, inviter])
      await db.tx((tx) => joinTeams(tx, { memberId: friend, inviterId: inviter }))
      return friend
    },
    fund: (amount) =>
      db.tx(async (tx) => {
        await fundHouse(tx, { account: 'marketing', amount, reference: `rebates ${++fundings}` })
      }),
    async drain() {
      const amount = await marketing()
      if (amount > 0n)
        await db.tx(async (tx) => {
          const [from, to] = [{ house: 'marketing' as const }, { house: 'cash' as const }]
          await transfer(tx, { ref: randomUUID(), kind: 'test', from, to, amount })
        })
    },
    marketing,
    issue: (shares) => openTestIssue(world, { shares, maxIssues: 1 }),
    async buy(member, issue, quantity) {
      const { order } = await mall.sales.buy({ member, issue, quantity, requestId: randomUUID() })
      return order
    },
    draw: () => drawAll(world),
    async product(options) {
      const code = `R${++codes}`
      await sellUnits({ db }, code, { earlyExit: EARLY_EXIT.kind.read(EARLY_EXIT.initial), ...options })
      return code
    },
    async buyUnits(member, code, quantity) {
      const product = await productOf(db, code)
      const answer = await units.buy({
        ...purchaseKeys(member, randomUUID()),
        subject: product!.productId,
        quantity,
        amount: product!.unitPrice * BigInt(quantity),
        maxPerMember: product!.maxUnits,
      })
      if (answer.outcome !== 'done') throw new Error(`the order was ${answer.outcome}`)
      return answer.id
    },
    async exit(member, order) {
      await exitOrder(db, member, order, endExited)
    },
    mature: () => payDue({ db, newId: randomUUID, onPaid: () => undefined }),
    async settle(round, outcome) {
      await games.decide(round, outcome)
      for (let chunk = await games.nextChunk(round); chunk !== null; chunk = await games.nextChunk(round))
        await hooks.settle(db, chunk)
    },
    run: () => runRebates(deps),
    rebates: (member) =>
      db.query<TestRebate>(
        `select level, kind, friend_id as friend, basis, rate, amount, capped, state, reason from rebate
         where member_id = $1 order by created_at, source_id, level`,
        [member],
      ),
    async balance(member) {
      const [row] = await db.query<{ balance: bigint }>('select balance from wallet where member_id = $1', [
        member,
      ])
      return row!.balance
    },
    advance: (ms) => database.advanceClock(ms),
    broken: () => failing(db, REFERRAL_CHECKS),
    async close() {
      await units.close()
      await games.seller.close()
      await mall.close()
    },
  }
  return test
}
