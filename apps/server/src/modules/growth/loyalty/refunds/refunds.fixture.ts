/** Lost orders for tests: a mall whose issues are drawn, low VIP levels, and a clock that moves over midnight. */
import type { Values } from '../../../../platform/settings/settings.ts'
import { breaches, testMembers } from '../../../../testing/mall.ts'
import { failing } from '../../../../testing/planted.ts'
import { drawAll, drawMall, openTestIssue, type DrawMall } from '../../../mall/draws/draws.fixture.ts'
import { mallSettings } from '../../../mall/mall.settings.fixture.ts'
import { fundHouse, type Funding } from '../../../ledger/index.ts'
import { refundDue } from './refunds.jobs.ts'
import { loyaltyChecks } from '../loyalty.checks.ts'

export const UNIT = 10_000n
export const DAY_MS = 86_400_000

/** The settings of the mall with other spends and rates of the VIP levels. */
export function vipValues(world: DrawMall, spends: string, refunds?: string): Values {
  const settings = mallSettings(world.mall.db)
  const changed: Record<string, string | undefined> = {
    'identity.vipSpends': spends,
    'identity.vipRefunds': refunds,
  }
  return {
    get: (setting) => {
      const text = changed[setting.name]
      return text === undefined ? settings.get(setting) : setting.kind.read(text)
    },
  }
}

export type TestRefunds = {
  world: DrawMall
  members(count: number, balance?: bigint): Promise<string[]>
  fund(amount: bigint): Promise<void>
  /** opens an issue of `shares` shares of 1.00, and sells `quantities[n]` of them to `members[n]`; draws it when it is sold out */
  lose(
    members: readonly string[],
    quantities: readonly number[],
  ): Promise<{ issueId: string; winner: string }>
  run(settings?: Values, utcOffsetMinutes?: number): Promise<void>
  /** Makes members as if the house kept an amount of their drawn orders on average. */
  leave(members: readonly string[], amount: bigint): Promise<void>
  /** moves business time on to some minutes after the next midnight */
  nextDay(): Promise<void>
  refunds(member: string): Promise<Refund[]>
  balance(member: string): Promise<bigint>
  /** titles of the checks of ledger, mall and loyalty that find a breach */
  broken(): Promise<string[]>
  close(): Promise<void>
}

export type Refund = {
  day: string
  orders: number
  basis: bigint
  rate: number
  amount: bigint
  state: string
}

/** Levels from 2.00 on. */
export const LOW_LEVELS = '2,4,8,16,32'

let fundings = 0

export async function testRefunds(): Promise<TestRefunds> {
  const world = await drawMall()
  const { db, database } = world.mall
  const low = vipValues(world, LOW_LEVELS)
  return {
    world,
    members: (count, balance = 1_000n * UNIT) => testMembers(world.mall, count, balance),
    fund: async (amount) => {
      const funding: Funding = { account: 'marketing', amount, reference: `refunds ${++fundings}` }
      await db.tx((tx) => fundHouse(tx, funding))
    },
    async lose(members, quantities) {
      const shares = quantities.reduce((sum, quantity) => sum + quantity, 0)
      const { issueId, number } = await openTestIssue(world, { shares, maxIssues: 1 })
      for (const [n, quantity] of quantities.entries())
        await world.mall.sales.buy({
          member: members[n]!,
          issue: number,
          quantity,
          requestId: crypto.randomUUID(),
        })
      await drawAll(world)
      const [draw] = await db.query<{ winner: string }>(
        'select member_id as winner from issue_draw where issue_id = $1',
        [issueId],
      )
      return { issueId, winner: draw!.winner }
    },
    run: (settings = low, utcOffsetMinutes = 0) => refundDue({ db, settings, utcOffsetMinutes }),
    async leave(members, amount) {
      await world.mall.owner.query(
        `insert into member_vip (member_id, spend, kept) select member, $2, $2 from unnest($1::uuid[]) member
         on conflict (member_id) do update set spend = member_vip.spend + $2, kept = member_vip.kept + $2`,
        [members, amount],
      )
    },
    async nextDay() {
      const now = await world.now()
      await database.advanceClock(DAY_MS - (now % DAY_MS) + 15 * 60_000)
    },
    refunds: (member) =>
      db.query<Refund>(
        `select day::text as day, orders, basis, rate, amount, state from vip_refund where member_id = $1 order by day`,
        [member],
      ),
    async balance(member) {
      const [row] = await db.query<{ balance: bigint }>('select balance from wallet where member_id = $1', [
        member,
      ])
      return row!.balance
    },
    broken: async () => [...(await breaches(db)), ...(await failing(db, loyaltyChecks))],
    close: () => world.mall.close(),
  }
}
