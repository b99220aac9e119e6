import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beside } from '../../../testing/beside.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { excludeWallet } from '../protection/wallet-exclusion.ts'
import { lockWallets } from '../wallets.ts'
import { DAY, HOUR, limitWorld, MINUTE, UNIT, type LimitWorld } from './limits.fixture.ts'
import { countedDeposits } from '../../wallet/recharge/counted-deposits.ts'
import { setLimit } from './limit-counters.ts'
import { periodsNow } from './limit-periods.ts'
import { countMinutes, timeLimited } from './time-limit.ts'

let world: LimitWorld
/** Each test uses another year, so that it reaches no deadline of another test. */
let year = 2030

beforeAll(async () => {
  world = await limitWorld()
})
afterEach(async () => {
  expect(await breaches(world.mall.db)).toEqual([])
  expect(world.errors).toEqual([])
})
afterAll(() => world.mall.close())

/**
 * Moves the clock to a Monday in March of the next year, with no end of a month near it.
 * @param from where the clock stands, in milliseconds after the start of that day; by default an hour before
 */
async function aMonday(from = -HOUR): Promise<number> {
  year++
  const march = Date.UTC(year, 2, 8)
  const monday = march + ((8 - new Date(march).getUTCDay()) % 7) * DAY
  await world.goTo(monday + from)
  return monday
}

async function inParallel(count: number, work: (n: number) => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => work(n)))
}

const times = (results: readonly string[], wanted: string) =>
  results.filter((result) => result === wanted).length

describe('two hundred purchases at once', () => {
  test.each([
    [1, 50, 50],
    [3, 50, 16],
    [7, 100, 14],
    [50, 49, 0],
    [1, 0, 0],
    [1, 500, 200],
  ])('of %i units against a limit of %i a day: exactly %i go through', async (quantity, cap, through) => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(20_000)
    await world.limit(member, 'spend', 'day', cap)
    const results = await inParallel(200, () => world.buy(member, issue, quantity))
    const left = cap - through * quantity
    expect(times(results, 'bought')).toBe(through)
    expect(results.filter((result) => result !== 'bought' && !result.startsWith('SPEND_LIMIT'))).toEqual([])
    if (through < 200) expect(results).toContain(`SPEND_LIMIT ${left}.00`)
    expect(await world.used(member)).toEqual({ 'spend.day': through * quantity })
  })

  test('of mixed amounts fill a limit and never exceed it', async () => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(20_000)
    await world.limit(member, 'spend', 'week', 100)
    await world.limit(member, 'loss', 'month', 120)
    await inParallel(200, (n) => world.buy(member, issue, 1 + (n % 9)))
    const { 'spend.week': used, 'loss.month': lost } = await world.used(member)
    expect(used).toBe(lost)
    expect(used).toBe(100)
  })

  test.each([
    [{ day: 20, week: 30, month: 40 }, 20],
    [{ day: 40, week: 20, month: 30 }, 20],
    [{ day: 40, week: 30, month: 20 }, 20],
  ])('the lowest of %o wins', async (caps, through) => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(1_000)
    await world.limit(member, 'spend', 'day', caps.day)
    await world.limit(member, 'loss', 'week', caps.week)
    await world.limit(member, 'spend', 'month', caps.month)
    const results = await inParallel(200, () => world.buy(member, issue, 1))
    expect(times(results, 'bought')).toBe(through)
    expect(Object.values(await world.used(member))).toEqual([through, through, through])
  })

  test('of several members are each judged by the limits of their own member', async () => {
    await aMonday()
    const members = await testMembers(world.mall, 20, 1_000n * UNIT)
    const issue = await world.issue(1_000)
    for (const [n, member] of members.entries())
      if (n % 2 === 0) await world.limit(member, n % 4 === 0 ? 'spend' : 'loss', 'day', 3)
    const bought = new Map<string, number>()
    await inParallel(200, async (n) => {
      const member = members[n % 20]!
      const result = await world.buy(member, issue, 1)
      if (result === 'bought') bought.set(member, (bought.get(member) ?? 0) + 1)
      return result
    })
    expect(members.map((member) => bought.get(member))).toEqual(members.map((_, n) => (n % 2 === 0 ? 3 : 10)))
  })
})

describe('periods', () => {
  test('spend restarts at midnight, on Monday and on the first of the month', async () => {
    const monday = await aMonday(-DAY - HOUR)
    const member = await world.member()
    const issue = await world.issue(1_000)
    await world.limit(member, 'spend', 'day', 10)
    await world.limit(member, 'spend', 'week', 15)
    await world.limit(member, 'spend', 'month', 22)
    expect(await world.buy(member, issue, 10)).toBe('bought')
    expect(await world.buy(member, issue, 1)).toBe('SPEND_LIMIT 0.00')
    await world.goTo(monday - HOUR)
    expect(await world.used(member)).toEqual({ 'spend.day': 0, 'spend.week': 10, 'spend.month': 10 })
    expect(await world.buy(member, issue, 6)).toBe('SPEND_LIMIT 5.00')
    expect(await world.buy(member, issue, 5)).toBe('bought')
    await world.goTo(monday + HOUR)
    expect(await world.used(member)).toEqual({ 'spend.day': 0, 'spend.week': 0, 'spend.month': 15 })
    expect(await world.buy(member, issue, 8)).toBe('SPEND_LIMIT 7.00')
    expect(await world.buy(member, issue, 7)).toBe('bought')
    await world.goTo(Date.UTC(year, 3, 1) + 1_000)
    expect(await world.used(member)).toEqual({ 'spend.day': 0, 'spend.week': 0, 'spend.month': 0 })
    expect(await world.buy(member, issue, 10)).toBe('bought')
  })

  test.each([
    ['east', 330, 18.5],
    ['west', -180, 3],
  ])('begin at midnight of business time, also %s of UTC', async (_, offset, hour) => {
    // that midnight, as it is in UTC; Monday by business time
    const midnight = (await aMonday()) - offset * MINUTE
    expect(new Date(midnight).getUTCHours() + new Date(midnight).getUTCMinutes() / 60).toBe(hour)
    const member = await world.member()
    const issue = await world.issue(100)
    await world.goTo(midnight - MINUTE)
    await world.mall.db.tx(async (tx) => {
      await lockWallets(tx, [member])
      for (const period of ['day', 'week', 'month'] as const)
        await setLimit(tx, { member, kind: 'spend', period }, 5n * UNIT, offset)
    })
    expect(await periodsNow(world.mall.db, offset)).toMatchObject({
      day: { from: midnight - DAY, until: midnight },
      week: { from: midnight - 7 * DAY, until: midnight },
    })
    expect(await world.buy(member, issue, 3)).toBe('bought')
    await world.goTo(midnight + MINUTE)
    expect(await world.used(member)).toEqual({ 'spend.day': 0, 'spend.week': 0, 'spend.month': 3 })
    expect(await periodsNow(world.mall.db, offset)).toMatchObject({ day: { from: midnight } })
    expect(await world.buy(member, issue, 3)).toBe('SPEND_LIMIT 2.00')
    expect(await world.buy(member, issue, 2)).toBe('bought')
    expect(await world.used(member)).toEqual({ 'spend.day': 2, 'spend.week': 2, 'spend.month': 5 })
  })

  test.each([
    ['east', 420],
    ['west', -480],
  ])(
    'a limit set again after business time moved %s counts the purchases of the new period',
    async (_, offset) => {
      // an hour after a midnight of the new business time, in the middle of a day of the old one
      const midnight = (await aMonday()) - offset * MINUTE + DAY
      const member = await world.member()
      const issue = await world.issue(100)
      const set = (cap: bigint, utcOffset: number) =>
        world.mall.db.tx(async (tx) => {
          await lockWallets(tx, [member])
          for (const kind of ['spend', 'loss', 'time'] as const)
            await setLimit(tx, { member, kind, period: 'day' }, cap * UNIT, utcOffset)
        })
      await world.goTo(midnight - MINUTE)
      await set(30n, 0)
      expect(await world.buy(member, issue, 2)).toBe('bought')
      await world.goTo(midnight + MINUTE)
      expect(await world.buy(member, issue, 3)).toBe('bought')
      await world.mall.db.query(
        `update limit_counter set used = 7, ceiling = greatest(cap, 7) where member_id = $1 and kind = 'time'`,
        [member],
      )
      await world.goTo(midnight + HOUR)
      await set(8n, offset)
      // both orders wait for their draw, so both may still be lost
      expect(await world.used(member)).toMatchObject({ 'spend.day': 3, 'loss.day': 5, 'time.day': 7 })
      expect(await world.buy(member, issue, 4)).toBe('LOSS_LIMIT 3.00')
      expect(await world.buy(member, issue, 3)).toBe('bought')
      expect(await breaches(world.mall.db)).toEqual([])
    },
  )

  test('a clock that goes back over midnight and returns does not reset a limit', async () => {
    const monday = await aMonday()
    const member = await world.member()
    const issue = await world.issue(1_000)
    await world.limit(member, 'spend', 'day', 10)
    await world.limit(member, 'deposit', 'day', 400)
    await world.goTo(monday + HOUR)
    expect(await world.buy(member, issue, 6)).toBe('bought')
    expect(await world.recharge(member, 300)).toHaveProperty('id')
    await world.goTo(monday - HOUR)
    expect(await world.used(member)).toEqual({ 'deposit.day': 300, 'spend.day': 6 })
    expect(await world.recharge(member, 101)).toEqual({ code: 'DEPOSIT_LIMIT' })
    expect(await world.recharge(member, 100)).toHaveProperty('id')
    expect(await world.buy(member, issue, 5)).toBe('SPEND_LIMIT 4.00')
    expect(await world.buy(member, issue, 4)).toBe('bought')
    await world.goTo(monday + 2 * HOUR)
    expect(await world.buy(member, issue, 1)).toBe('SPEND_LIMIT 0.00')
    expect(await world.used(member)).toEqual({ 'deposit.day': 400, 'spend.day': 10 })
  })

  test('an order counts as loss in every period up to the one of its draw', async () => {
    const monday = await aMonday()
    const member = await world.member()
    const [issue, other] = [await world.issue(20), await world.issue(20)]
    for (const period of ['day', 'week', 'month'] as const) await world.limit(member, 'loss', period, 10)
    expect(await world.buy(member, issue, 6)).toBe('bought')
    // a day and a week later the order may still be lost, so it still counts
    await world.goTo(monday + 8 * DAY)
    expect(await world.used(member)).toEqual({ 'loss.day': 6, 'loss.week': 6, 'loss.month': 6 })
    expect(await world.buy(member, other, 5)).toBe('LOSS_LIMIT 4.00')
    expect(await world.buy(member, other, 4)).toBe('bought')
    await world.draw(issue)
    expect(await world.used(member)).toEqual({ 'loss.day': 10, 'loss.week': 10, 'loss.month': 10 })
    // the drawn order stays in the period of its draw, the open one carries over
    await world.goTo(monday + 9 * DAY)
    expect(await world.used(member)).toEqual({ 'loss.day': 4, 'loss.week': 10, 'loss.month': 10 })
    await world.goTo(Date.UTC(year, 3, 1) + HOUR)
    expect(await world.used(member)).toEqual({ 'loss.day': 4, 'loss.week': 4, 'loss.month': 4 })
    await world.draw(other)
    expect(await world.used(member)).toEqual({ 'loss.day': 4, 'loss.week': 4, 'loss.month': 4 })
  })
})

describe('refunds', () => {
  test('a purchase that the issue refuses counts nothing', async () => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(5)
    await world.limit(member, 'spend', 'day', 100)
    await world.limit(member, 'loss', 'day', 100)
    const results = await inParallel(50, () => world.buy(member, issue, 2))
    expect(times(results, 'bought')).toBe(2)
    expect(await world.used(member)).toEqual({ 'spend.day': 4, 'loss.day': 4 })
  })

  test('orders of an expired issue leave the loss, and the spend of the current period', async () => {
    const monday = await aMonday()
    const member = await world.member()
    const issue = await world.issue(50, { saleDays: 1 })
    await world.limit(member, 'spend', 'day', 20)
    await world.limit(member, 'spend', 'month', 20)
    await world.limit(member, 'loss', 'day', 20)
    expect(await world.buy(member, issue, 12)).toBe('bought')
    await world.goTo(monday + HOUR)
    expect(await world.buy(member, issue, 5)).toBe('bought')
    expect(await world.used(member)).toEqual({ 'spend.day': 5, 'spend.month': 17, 'loss.day': 17 })
    await world.goTo(monday + DAY - MINUTE)
    await world.draws.runDue()
    expect(await world.used(member)).toEqual({ 'spend.day': 0, 'spend.month': 0, 'loss.day': 0 })
  })

  test('below a lowered limit make room up to the limit only', async () => {
    const monday = await aMonday()
    const member = await world.member()
    const [short, long] = [await world.issue(50, { saleDays: 1 }), await world.issue(50)]
    await world.limit(member, 'spend', 'month', 30)
    await world.limit(member, 'loss', 'month', 30)
    expect(await world.buy(member, short, 20)).toBe('bought')
    await world.limit(member, 'spend', 'month', 8)
    await world.limit(member, 'loss', 'month', 8)
    expect(await world.buy(member, long, 1)).toBe('LOSS_LIMIT 0.00')
    await world.goTo(monday + DAY)
    await world.draws.runDue()
    expect(await world.buy(member, long, 9)).toBe('LOSS_LIMIT 8.00')
    expect(await world.buy(member, long, 8)).toBe('bought')
    expect(await world.buy(member, long, 1)).toBe('LOSS_LIMIT 0.00')
  })
})

describe('a limit set while a period runs', () => {
  test('counts earlier purchases, open orders and draws of the period', async () => {
    const monday = await aMonday()
    const member = await world.member()
    const [drawn, open] = [await world.issue(20), await world.issue(40, { saleDays: 20 })]
    expect(await world.buy(member, drawn, 3)).toBe('bought')
    expect(await world.buy(member, open, 4)).toBe('bought')
    await world.goTo(monday + HOUR)
    await world.draw(drawn)
    expect(await world.buy(member, open, 5)).toBe('bought')
    for (const kind of ['spend', 'loss'] as const)
      for (const period of ['day', 'week', 'month'] as const) await world.limit(member, kind, period, 20)
    const expected = {
      'loss.day': 12,
      'loss.month': 12,
      'loss.week': 12,
      'spend.day': 5,
      'spend.month': 12,
      'spend.week': 5,
    }
    expect(await world.used(member)).toEqual(expected)
    expect(await world.buy(member, open, 9)).toBe('LOSS_LIMIT 8.00')
    // the next day: earlier draws are no loss of this day, open orders are
    await world.goTo(monday + DAY + HOUR)
    await world.limit(member, 'loss', 'day', null)
    await world.limit(member, 'loss', 'day', 20)
    expect(await world.used(member)).toMatchObject({ 'loss.day': 9, 'spend.day': 0 })
  })

  test('below the amount used refuses everything until it is raised or removed', async () => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(100)
    await world.limit(member, 'spend', 'day', 10)
    expect(await world.buy(member, issue, 8)).toBe('bought')
    await world.limit(member, 'spend', 'day', 5)
    expect(await world.buy(member, issue, 1)).toBe('SPEND_LIMIT 0.00')
    await world.limit(member, 'spend', 'day', 0)
    expect(await world.used(member)).toEqual({ 'spend.day': 8 })
    await world.limit(member, 'spend', 'day', 12)
    expect(await world.buy(member, issue, 5)).toBe('SPEND_LIMIT 4.00')
    expect(await world.buy(member, issue, 4)).toBe('bought')
    await world.limit(member, 'spend', 'day', null)
    expect(await world.buy(member, issue, 50)).toBe('bought')
    expect(await world.used(member)).toEqual({})
    await world.limit(member, 'spend', 'day', 70)
    expect(await world.used(member)).toEqual({ 'spend.day': 62 })
  })

  test('the schema refuses an addition beyond the limit by any statement', async () => {
    await aMonday()
    const member = await world.member()
    await world.limit(member, 'spend', 'day', 10)
    await expect(
      world.mall.db.query('update limit_counter set used = used + 100001 where member_id = $1', [member]),
    ).rejects.toThrow('limit_counter_within')
  })
})

describe('deposits', () => {
  test('count from their opening; failed and expired ones leave the counter, paid ones stay', async () => {
    const monday = await aMonday()
    const member = await world.member(0n)
    await world.limit(member, 'deposit', 'day', 500)
    await world.limit(member, 'deposit', 'week', 900)
    const opened = await Promise.all(Array.from({ length: 4 }, () => world.recharge(member, 200)))
    expect(opened.filter((one) => 'code' in one)).toEqual([
      { code: 'DEPOSIT_LIMIT' },
      { code: 'DEPOSIT_LIMIT' },
    ])
    const [first, second] = opened.flatMap((one) => ('id' in one ? [one.id] : []))
    expect(await world.used(member)).toEqual({ 'deposit.day': 400, 'deposit.week': 400 })
    expect(await world.notice(first!, 'failed')).toBe('failed')
    expect(await world.used(member)).toEqual({ 'deposit.day': 200, 'deposit.week': 200 })
    // opened before midnight and paid after it: it counts in the period of the payment
    await world.goTo(monday + 2 * HOUR)
    expect(await world.used(member)).toEqual({ 'deposit.day': 200, 'deposit.week': 200 })
    expect(await world.notice(second!, 'succeeded')).toBe('credited')
    expect(await world.used(member)).toEqual({ 'deposit.day': 200, 'deposit.week': 200 })
    expect(await world.recharge(member, 300)).toHaveProperty('id')
    expect(await world.recharge(member, 100)).toEqual({ code: 'DEPOSIT_LIMIT' })
    await world.expireRecharges()
    expect(await world.used(member)).toEqual({ 'deposit.day': 200, 'deposit.week': 200 })
    await world.goTo(monday + DAY + HOUR)
    expect(await world.used(member)).toEqual({ 'deposit.day': 0, 'deposit.week': 200 })
  })

  test('a late payment is credited above the limit, and counts', async () => {
    await aMonday(HOUR)
    const member = await world.member(0n)
    await world.limit(member, 'deposit', 'day', 300)
    const opened = await world.recharge(member, 300)
    if (!('id' in opened)) throw new Error(opened.code)
    await world.expireRecharges()
    const again = await world.recharge(member, 200)
    expect(again).toHaveProperty('id')
    expect(await world.notice(opened.id, 'succeeded')).toBe('credited_late')
    expect(await world.used(member)).toEqual({ 'deposit.day': 500 })
    expect(await world.recharge(member, 100)).toEqual({ code: 'DEPOSIT_LIMIT' })
    await world.expireRecharges()
    // the excess stays counted, and a refund makes no room beyond the limit
    expect(await world.used(member)).toEqual({ 'deposit.day': 300 })
    expect(await world.recharge(member, 100)).toEqual({ code: 'DEPOSIT_LIMIT' })
  })

  test('a limit set while a period runs counts unpaid and paid recharges', async () => {
    const monday = await aMonday()
    const member = await world.member(0n)
    const before = await world.recharge(member, 100)
    if ('id' in before) await world.notice(before.id, 'succeeded')
    await world.goTo(monday + HOUR)
    await world.recharge(member, 200)
    const paid = await world.recharge(member, 300)
    if ('id' in paid) await world.notice(paid.id, 'succeeded')
    for (const period of ['day', 'week', 'month'] as const) await world.limit(member, 'deposit', period, 700)
    expect(await world.used(member)).toEqual({
      'deposit.day': 500,
      'deposit.week': 500,
      'deposit.month': 600,
    })
    expect(await world.recharge(member, 200)).toEqual({ code: 'DEPOSIT_LIMIT' })
    expect(await world.recharge(member, 100)).toHaveProperty('id')
  })
})

describe('time', () => {
  const count = (minutes: { member: string; at: number }[]) =>
    world.mall.db.tx(async (tx) => {
      await lockWallets(
        tx,
        minutes.map(({ member }) => member),
      )
      await countMinutes(tx, minutes)
    })

  test('each minute counts once, for members with a time limit; at the limit purchases and recharges stop', async () => {
    const monday = await aMonday(HOUR)
    const [member, other] = [await world.member(), await world.member()]
    const issue = await world.issue(100)
    await world.limit(member, 'time', 'day', 3)
    await world.limit(member, 'time', 'week', 100)
    expect(await timeLimited(world.mall.db, [member, other])).toEqual([member])
    const at = (n: number) => monday + HOUR + n * MINUTE
    await count([
      { member, at: at(0) },
      { member: other, at: at(0) },
    ])
    await count([
      { member, at: at(0) },
      { member, at: at(1) },
    ])
    expect(await world.used(member)).toEqual({ 'time.day': 2, 'time.week': 2 })
    expect(await world.buy(member, issue, 1)).toBe('bought')
    await count([{ member, at: at(2) }])
    expect(await world.buy(member, issue, 1)).toBe('TIME_LIMIT 0.00')
    expect(await world.recharge(member, 100)).toEqual({ code: 'TIME_LIMIT' })
    // the app stays open to the member, so minutes keep counting
    await count([{ member, at: at(3) }])
    expect(await world.used(member)).toEqual({ 'time.day': 4, 'time.week': 4 })
    await world.goTo(monday + DAY + HOUR)
    expect(await world.used(member)).toEqual({ 'time.day': 0, 'time.week': 4 })
    expect(await world.buy(member, issue, 1)).toBe('bought')
    expect(await world.buy(other, issue, 1)).toBe('bought')
  })
})

describe('changes while purchases run', () => {
  test('no purchase after a lowering exceeds the lowered limit', async () => {
    await aMonday()
    for (let round = 0; round < 5; round++) {
      const member = await world.member()
      const issue = await world.issue(5_000)
      await world.limit(member, 'spend', 'day', 100)
      const running = inParallel(100, () => world.buy(member, issue, 1))
      await Promise.race([running, world.limit(member, 'spend', 'day', 10 + round * 10)])
      await world.limit(member, 'spend', 'day', 10 + round * 10)
      const { 'spend.day': before = 0 } = await world.used(member)
      const later = await inParallel(60, () => world.buy(member, issue, 1))
      await running
      const { 'spend.day': after = 0 } = await world.used(member)
      expect(after).toBe(Math.max(before, 10 + round * 10))
      expect(times(later, 'bought')).toBeLessThanOrEqual(Math.max(0, 10 + round * 10 - before))
    }
  })

  test('of two concurrent changes one holds, with a correct counter', async () => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(5_000)
    const running = inParallel(50, () => world.buy(member, issue, 1))
    await Promise.all([
      world.limit(member, 'spend', 'day', 80),
      world.limit(member, 'spend', 'day', 70),
      world.limit(member, 'loss', 'day', 75),
      world.limit(member, 'spend', 'week', null),
    ])
    await running
    await inParallel(50, () => world.buy(member, issue, 1))
    const used = await world.used(member)
    expect([70, 75]).toContain(used['spend.day'])
    expect(used['loss.day']).toBe(used['spend.day'])
  })

  test('concurrent removals and changes leave has_limits correct', async () => {
    await aMonday()
    const member = await world.member()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.limit(member, n % 2 === 0 ? 'spend' : 'time', 'day', n < 18 ? n : null),
      ),
    )
    const [row] = await world.mall.db.query<{ has_limits: boolean; limits: bigint }>(
      `select has_limits, (select count(*) from limit_counter c where c.member_id = w.member_id) as limits
       from wallet w where member_id = $1`,
      [member],
    )
    expect(row!.has_limits).toBe(row!.limits > 0n)
  })

  test('after an exclusion is written no purchase begins and no recharge opens', async () => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(5_000)
    const running = inParallel(100, () => world.buy(member, issue, 1))
    const until = new Date((await world.now()) + DAY)
    await world.mall.db.tx(async (tx) => {
      await lockWallets(tx, [member])
      await excludeWallet(tx, member, until)
    })
    const [before] = await world.mall.db.query('select lines from wallet where member_id = $1', [member])
    const later = await inParallel(50, () => world.buy(member, issue, 1))
    expect(times(later, 'EXCLUDED')).toBe(50)
    expect(await world.recharge(member, 100)).toEqual({ code: 'EXCLUDED' })
    await running
    expect((await world.mall.db.query('select lines from wallet where member_id = $1', [member]))[0]).toEqual(
      before,
    )
    await world.goTo((await world.now()) + DAY + MINUTE)
    expect(await world.buy(member, issue, 1)).toBe('bought')
  })

  test('purchases and recharges wait for a change that holds the lock', async () => {
    await aMonday()
    const member = await world.member()
    const issue = await world.issue(100)
    let buying: Promise<string> | undefined
    await world.mall.db.tx(async (tx) => {
      await lockWallets(tx, [member])
      buying ??= beside(() => world.buy(member, issue, 5))
      await setLimit(tx, { member, kind: 'spend', period: 'day' }, 4n * UNIT, 0)
    })
    expect(await buying).toBe('SPEND_LIMIT 4.00')
    let paying: ReturnType<typeof world.recharge> | undefined
    let answered = false
    await world.mall.db.tx(async (tx) => {
      await lockWallets(tx, [member])
      paying ??= beside(() => world.recharge(member, 100)).finally(() => (answered = true))
      // wait until the purchase waits for the lock: without the lock it would have read the limits already
      for (let waiting = 0n; waiting === 0n && !answered;) {
        const [row] = await beside(() =>
          world.mall.db.query<{ count: bigint }>(
            `select count(*) as count from pg_stat_activity
             where wait_event_type = 'Lock' and datname = current_database()`,
          ),
        )
        waiting = row!.count
      }
      await setLimit(
        tx,
        { member, kind: 'deposit', period: 'day' },
        99n * UNIT,
        0,
        await countedDeposits(tx, member, 'day', 0),
      )
    })
    expect(await paying).toEqual({ code: 'DEPOSIT_LIMIT' })
  })
})
