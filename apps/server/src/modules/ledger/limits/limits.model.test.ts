/**
 * Random sequences of everything that touches a member's limits, against a model that knows no counters: it keeps what the
 * member did, and adds up what lies in a period.
 */
import { LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaches } from '../../../testing/mall.ts'
import { lockWallets } from '../wallets.ts'
import { DAY, HOUR, limitWorld, MINUTE, type LimitWorld, type SoldIssue } from './limits.fixture.ts'
import { countMinutes } from './time-limit.ts'

let world: LimitWorld
/** Start of the next sequence. The clock only moves forward, so that no deadline of an earlier sequence matters. */
let base = Date.UTC(2031, 0, 15, 12)

beforeAll(async () => {
  world = await limitWorld()
})
afterAll(() => world.mall.close())

type Order = {
  issue: number
  amount: number
  at: number
  state: 'open' | 'drawn' | 'refunded'
  ended: number
}
type Recharge = { id: string; amount: number; state: 'open' | 'paid' | 'failed'; ended: number }

class Model {
  readonly caps = new Map<string, { cap: number; minutes: number[] }>()
  readonly orders: Order[] = []
  readonly recharges: Recharge[] = []
  now = 0

  /** The first day of the period that contains a moment. */
  periodOf(period: LimitPeriod, at: number): number {
    const date = new Date(at)
    const day = Math.floor(at / DAY) * DAY
    if (period === 'day') return day
    if (period === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }

  used(kind: LimitKind, period: LimitPeriod): number {
    const since = this.periodOf(period, this.now)
    const sum = (amounts: readonly { amount: number }[]) =>
      amounts.reduce((total, { amount }) => total + amount, 0)
    switch (kind) {
      case 'spend':
        return sum(this.orders.filter(({ state, at }) => state !== 'refunded' && at >= since))
      case 'loss':
        return sum(
          this.orders.filter(({ state, ended }) => state === 'open' || (state === 'drawn' && ended >= since)),
        )
      case 'deposit':
        return sum(
          this.recharges.filter(
            ({ state, ended }) => state === 'open' || (state === 'paid' && ended >= since),
          ),
        )
      case 'time':
        return this.caps.get(`time.${period}`)!.minutes.filter((at) => at >= since).length
    }
  }

  /** What the limits of a kind still allow: the lowest value. */
  room(kind: LimitKind): number {
    const periods = LIMIT_PERIODS.filter((period) => this.caps.has(`${kind}.${period}`))
    return Math.min(
      ...periods.map((period) => this.caps.get(`${kind}.${period}`)!.cap - this.used(kind, period)),
      Infinity,
    )
  }

  answer(amount: number): string {
    if (this.room('time') <= 0) return 'TIME_LIMIT'
    const [spend, loss] = [this.room('spend'), this.room('loss')]
    if (Math.min(spend, loss) >= amount) return 'bought'
    const left = `${Math.max(0, Math.min(spend, loss))}.00`
    // of two limits with the same room, the answer names loss
    return `${spend < loss ? 'SPEND' : 'LOSS'}_LIMIT ${left}`
  }

  counters(): Record<string, number> {
    const entries = [...this.caps.keys()].map((key) => {
      const [kind, period] = key.split('.') as [LimitKind, LimitPeriod]
      return [key, this.used(kind, period)] as const
    })
    return Object.fromEntries(entries)
  }
}

type Command =
  | { do: 'limit'; kind: LimitKind; period: LimitPeriod; cap: number | null }
  | { do: 'buy'; issue: number; quantity: number }
  | { do: 'draw' | 'expire'; issue: number }
  | { do: 'recharge'; amount: number }
  | { do: 'notice'; recharge: number; type: 'succeeded' | 'failed' }
  | { do: 'expireRecharges' }
  | { do: 'minute' }
  | { do: 'wait'; hours: number }

const cap = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      kind: fc.constantFrom('spend' as const, 'loss' as const),
      period: fc.constantFrom(...LIMIT_PERIODS),
      cap,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      kind: fc.constant('deposit' as const),
      period: fc.constantFrom(...LIMIT_PERIODS),
      cap: cap.map((value) => (value === null ? null : value * 20)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      kind: fc.constant('time' as const),
      period: fc.constantFrom(...LIMIT_PERIODS),
      cap: cap.map((value) => (value === null ? null : value % 5)),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      issue: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('draw' as const, 'expire' as const), issue: fc.nat(2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('recharge' as const),
      amount: fc.integer({ min: 100, max: 300 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('notice' as const),
      recharge: fc.nat(9),
      type: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expireRecharges' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('minute' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 100, max: 700 })),
    }),
  },
)

/** One member with three issues at a time, and the model of them. */
class Run {
  readonly model = new Model()
  member = ''
  issues: SoldIssue[] = []

  async begin() {
    base += 400 * DAY
    await this.goTo(base)
    this.member = await world.member()
    this.issues = [await this.newIssue(), await this.newIssue(), await this.newIssue()]
  }

  newIssue() {
    return world.issue(15, { saleDays: 365 })
  }

  async goTo(ms: number) {
    // not so close to midnight that midnight passes while a command runs
    const hour = new Date(ms)
    this.model.now = hour.getUTCHours() === 23 ? ms - HOUR : ms
    await world.goTo(this.model.now)
  }

  /**
   * Moves the issue's deadline to the present instead of moving the clock, which would end other things. The deadline cannot
   * precede the last order, whose time may lie slightly ahead of a clock that was set back.
   */
  async deadline(issueId: string): Promise<void> {
    const [row] = await world.mall.owner.query<{ closes: bigint; now: bigint }>(
      `with d as (
         select greatest(floor(extract(epoch from at) * 1000)::bigint, last_ms + 1) as closes,
           floor(extract(epoch from at) * 1000)::bigint as now
         from business_clock, issue where issue_id = $1),
       t as (update issue_terms set closes_at = timestamptz 'epoch' + closes * interval '1 millisecond' from d where issue_id = $1)
       update issue set closes_ms = closes from d where issue_id = $1 returning closes, now`,
      [issueId],
    )
    if (row!.closes > row!.now) await world.goTo(Number(row!.closes))
  }

  async do(one: Command): Promise<void> {
    const { model, member } = this
    switch (one.do) {
      case 'limit':
        return this.limit(one.kind, one.period, one.cap)
      case 'buy':
        return this.buy(one.issue, one.quantity)
      case 'draw':
        await world.draw(this.issues[one.issue]!)
        return this.end(one.issue, 'drawn')
      case 'expire':
        await this.deadline(this.issues[one.issue]!.issueId)
        await world.draws.runDue()
        return this.end(one.issue, 'refunded')
      case 'recharge':
        return this.recharge(one.amount)
      case 'notice': {
        const recharge = model.recharges[one.recharge]
        if (!recharge) return
        await world.notice(recharge.id, one.type)
        if (one.type === 'failed' && recharge.state !== 'open') return
        if (recharge.state === 'paid') return
        recharge.state = one.type === 'failed' ? 'failed' : 'paid'
        recharge.ended = model.now
        return
      }
      case 'expireRecharges':
        await world.expireRecharges()
        model.now += 31 * MINUTE
        for (const recharge of model.recharges)
          if (recharge.state === 'open') Object.assign(recharge, { state: 'failed', ended: model.now })
        return
      case 'minute':
        await world.mall.db.tx(async (tx) => {
          await lockWallets(tx, [member])
          await countMinutes(tx, [{ member, at: model.now }])
        })
        for (const [key, limit] of model.caps)
          if (key.startsWith('time') && (limit.minutes.at(-1) ?? 0) < model.now) limit.minutes.push(model.now)
        return
      case 'wait':
        return this.goTo(model.now + one.hours * HOUR)
    }
  }

  async limit(kind: LimitKind, period: LimitPeriod, value: number | null) {
    const { caps } = this.model
    const key = `${kind}.${period}`
    await world.limit(this.member, kind, period, value)
    if (value === null) caps.delete(key)
    else caps.set(key, { cap: value, minutes: caps.get(key)?.minutes ?? [] })
  }

  async buy(issue: number, quantity: number) {
    const { model } = this
    const taken = model.orders
      .filter((order) => order.issue === issue)
      .reduce((sum, { amount }) => sum + amount, 0)
    const expected = model.answer(quantity)
    const answer = await world.buy(this.member, this.issues[issue]!, quantity)
    // a refusal by the issue comes before the limits and changes nothing
    if (taken + quantity > 15) {
      expect(answer).toBe('NOT_ENOUGH_SHARES')
      return
    }
    if (expected === 'TIME_LIMIT') expect(answer).toMatch(/^TIME_LIMIT/)
    else expect(answer).toBe(expected)
    if (answer !== 'bought') return
    model.orders.push({ issue, amount: quantity, at: model.now, state: 'open', ended: 0 })
    if (taken + quantity === 15) {
      await world.draw(this.issues[issue]!)
      await this.end(issue, 'drawn')
    }
  }

  /** Settles an issue's orders in the model and opens a new issue in its place. */
  async end(issue: number, state: 'drawn' | 'refunded') {
    const { model } = this
    model.now = await world.now()
    for (const order of model.orders.filter((one) => one.issue === issue))
      Object.assign(order, { state, ended: model.now, issue: -1 })
    this.issues[issue] = await this.newIssue()
  }

  async recharge(amount: number) {
    const { model } = this
    const waiting = model.recharges.filter(({ state }) => state === 'open').length
    const expected =
      model.room('time') <= 0
        ? 'TIME_LIMIT'
        : model.room('deposit') < amount
          ? 'DEPOSIT_LIMIT'
          : waiting >= 5
            ? 'TOO_MANY_OPEN'
            : 'opened'
    const opened = await world.recharge(this.member, amount)
    expect('code' in opened ? opened.code : 'opened').toBe(expected)
    if ('id' in opened) model.recharges.push({ id: opened.id, amount, state: 'open', ended: 0 })
  }
}

test('the counters equal the sums of the model after every step', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 60, size: 'max' }), async (commands) => {
      const run = new Run()
      await run.begin()
      for (const one of commands) {
        await run.do(one)
        seen.add(one.do)
        expect(await world.used(run.member)).toEqual(run.model.counters())
      }
      expect(await breaches(world.mall.db)).toEqual([])
    }),
    { numRuns: rounds(60, 20), endOnFailure: true },
  )
  expect(seen.size).toBe(9)
  expect(world.errors).toEqual([])
})
