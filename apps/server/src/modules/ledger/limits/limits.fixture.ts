/** A mall with draws and recharges for tests of the members' limits, on a clock that the test moves. */
import { randomUUID } from 'node:crypto'
import type { LimitKind, LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import { systemRandom } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { createSealing } from '../../../platform/sealing.ts'
import { createSettings } from '../../../platform/settings/settings.ts'
import { testMembers } from '../../../testing/mall.ts'
import { buyShares, drawMall, openTestIssue, type DrawMall } from '../../mall/draws/draws.fixture.ts'
import type { NewProduct } from '../../mall/catalogue/products.ts'
import { takeNotice, type NoticeResult } from '../../wallet/recharge/credits.ts'
import { expireRecharges, openRecharge, type RechargeDeps } from '../../wallet/recharge/recharge.ts'
import { countedDeposits } from '../../wallet/recharge/counted-deposits.ts'
import { WALLET_SETTING_RULES, WALLET_SETTINGS } from '../../wallet/index.ts'
import type { PaymentProvider } from '../../wallet/recharge/provider.ts'
import { lockWallets } from '../wallets.ts'
import { limitsOf, setLimit } from './limit-counters.ts'

export const UNIT = 10_000n
export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000

export type SoldIssue = { issueId: string; number: string; shares: number }

export type LimitWorld = DrawMall & {
  /** Moves business time to a moment. */
  goTo(moment: string | number): Promise<void>
  member(balance?: bigint): Promise<string>
  /** An issue on sale; shares cost one unit. */
  issue(shares: number, product?: Partial<NewProduct>): Promise<SoldIssue>
  /** Sets a limit under the wallet's lock, or removes it; money in whole units, time in minutes. */
  limit(member: string, kind: LimitKind, period: LimitPeriod, cap: number | null): Promise<void>
  /** Used amounts by `kind.period`; money in whole units, time in minutes. */
  used(member: string): Promise<Record<string, number>>
  /** 'bought', or the refusal's code, with the room of an exceeded limit. */
  buy(member: string, issue: SoldIssue, quantity: number): Promise<string>
  /** Other members buy the remaining shares, and the issue is drawn. */
  draw(issue: SoldIssue): Promise<void>
  /** Opens a recharge of whole units: its id, or the refusal's code. */
  recharge(member: string, amount: number): Promise<{ id: string } | { code: string }>
  /** The company's notice on a recharge. */
  notice(id: string, type: 'succeeded' | 'failed'): Promise<NoticeResult>
  /** Moves the clock past the expiry of unpaid recharges, and expires them. */
  expireRecharges(): Promise<void>
}

/** A counter's value in whole units, or minutes. */
const said = (kind: string, value: bigint) => Number(kind === 'time' ? value : value / UNIT)

const provider: PaymentProvider = {
  name: 'sandbox',
  openPayment: ({ reference }) =>
    Promise.resolve({ paymentId: `pay-${reference}`, payUrl: `/pay/${reference}` }),
  pageUrl: (payUrl) => payUrl,
  readNotice() {
    throw new Error('notices are handed in')
  },
}

export async function limitWorld(): Promise<LimitWorld> {
  const world = await drawMall()
  const { mall } = world
  const { db } = mall
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const deps: RechargeDeps = {
    db,
    random: systemRandom,
    settings: createSettings({ db, definitions: WALLET_SETTINGS, rules: WALLET_SETTING_RULES }),
    log: quiet,
    currency: { symbol: '₫', code: 'VND' },
    providers: new Map([['sandbox', provider]]),
    direct: new Map(),
    sealing: createSealing([{ id: 'test', key: systemRandom.bytes(32) }], systemRandom),
    codes: {
      phoneOf: () => Promise.reject(new Error('no method needs a code')),
      check: () => Promise.resolve(),
      use: () => Promise.resolve(),
    },
  }

  return {
    ...world,
    goTo: (moment) => mall.database.setClockOffset(new Date(moment).getTime() - Date.now()),
    async member(balance = 100_000n * UNIT) {
      const [member = ''] = await testMembers(mall, 1, balance)
      return member
    },
    async issue(shares, product = {}) {
      const opened = await openTestIssue(world, {
        shares,
        grade: 'salt',
        maxIssues: 1,
        saleDays: 60,
        ...product,
      })
      return { issueId: opened.issueId, number: opened.number, shares }
    },
    limit: (member, kind, period, cap) =>
      db.tx(async (tx) => {
        await lockWallets(tx, [member])
        const minor = cap === null ? null : kind === 'time' ? BigInt(cap) : BigInt(cap) * UNIT
        const counted = kind === 'deposit' ? await countedDeposits(tx, member, period, 0) : undefined
        await setLimit(tx, { member, kind, period }, minor, 0, counted)
      }),
    async used(member) {
      const rows = await limitsOf(db, member)
      return Object.fromEntries(rows.map(({ kind, period, used }) => [`${kind}.${period}`, said(kind, used)]))
    },
    async buy(member, issue, quantity) {
      try {
        await mall.sales.buy({ member, issue: issue.number, quantity, requestId: randomUUID() })
        return 'bought'
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const left = error.code.endsWith('_LIMIT') ? ` ${String(error.details.values?.['left'])}` : ''
        return error.code + left
      }
    },
    async draw({ issueId, number, shares }) {
      const [row] = await db.query<{ sold: number }>('select sold from issue where issue_id = $1', [issueId])
      const left = shares - row!.sold
      if (left > 0) await buyShares(world, number, await testMembers(mall, 1, BigInt(shares) * UNIT), left)
      await world.draws.runDue()
      await mall.database.advanceClock(40_000)
      await world.draws.runDue()
    },
    async recharge(member, amount) {
      try {
        const input = { method: 'sandbox', amount: String(amount), requestId: randomUUID() }
        return { id: (await openRecharge(deps, member, input)).recharge_id }
      } catch (error) {
        if (error instanceof Refusal) return { code: error.code }
        throw error
      }
    },
    async notice(id, type) {
      const [row] = await db.query<{ amount: bigint }>('select amount from recharge where recharge_id = $1', [
        id,
      ])
      const eventId = `evt_${randomUUID()}`
      return takeNotice(deps, provider, {
        eventId,
        paymentId: `pay-${id}`,
        type,
        amount: row!.amount,
        currency: 'VND',
        body: eventId,
      })
    },
    async expireRecharges() {
      await mall.database.advanceClock(31 * MINUTE)
      await expireRecharges(db)
    },
  }
}
