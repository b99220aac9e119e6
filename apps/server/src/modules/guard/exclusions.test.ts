import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { BreakDuration, ExclusionDuration } from '@fairlot/contract/kinds/guard-kinds'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS as DAY, HOUR_MS as HOUR } from '../../platform/durations.ts'
import { makeOperator } from '../../testing/operators.ts'
import { lockWallets, markWalletClosing } from '../ledger/index.ts'
import { createExclusions } from './exclusions.ts'
import { guardWorld, refusalOf, type GuardWorld } from './guard.fixture.ts'

const { limits, limitSave, selfExclude, openRecharge, rechargeStatus } = ENDPOINTS
let world: GuardWorld

beforeAll(async () => {
  world = await guardWorld()
})
afterEach(async () => {
  expect(await world.breaches()).toEqual([])
  await world.database.setClockOffset(0)
})
afterAll(() => world.close())

const recharge = { method: 'sandbox', amount: '100' }

describe('an exclusion', () => {
  test.each([
    ['24h', 'break', DAY],
    ['7d', 'break', 7 * DAY],
    ['30d', 'break', 30 * DAY],
  ] as const)('of %s blocks purchases and recharges until its end', async (duration, kind, length) => {
    const member = await world.member()
    const { client } = member
    const number = await world.issue()
    const { exclusion } = await client.call(selfExclude, { duration })
    expect(exclusion).toMatchObject({ kind })
    expect(exclusion!.until - exclusion!.since).toBe(length)
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'EXCLUDED' })
    const pay = await refusalOf(client.call(openRecharge, { ...recharge, requestId: randomUUID() }))
    expect(pay).toMatchObject({ code: 'EXCLUDED' })
    await world.database.advanceClock(length - 60_000)
    await world.session(member)
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'EXCLUDED' })
    await world.database.advanceClock(61_000)
    expect((await client.call(limits, {})).exclusion).toBeNull()
    await world.buy(client, number)
    await client.call(openRecharge, { ...recharge, requestId: randomUUID() })
  })

  test('hides the payment link of a recharge that was opened before', async () => {
    const { client } = await world.member()
    const { id, payUrl } = await client.call(openRecharge, { ...recharge, requestId: randomUUID() })
    expect(payUrl).not.toBeNull()
    await client.call(selfExclude, { duration: '24h' })
    expect(await client.call(rechargeStatus, { id })).toMatchObject({ status: 'processing', payUrl: null })
  })

  test.each([
    ['6m', '2031-08-31T10:00:00Z', '2032-02-29T10:00:00.000Z'],
    ['6m', '2031-03-15T23:59:00Z', '2031-09-15T23:59:00.000Z'],
    ['1y', '2032-02-29T00:00:30Z', '2033-02-28T00:00:30.000Z'],
    ['2y', '2031-05-05T05:00:00Z', '2033-05-05T05:00:00.000Z'],
    ['3y', '2031-05-05T05:00:00Z', '2034-05-05T05:00:00.000Z'],
    ['5y', '2031-05-05T05:00:00Z', '2036-05-05T05:00:00.000Z'],
  ] as const)('of %s from %s ends at %s', async (duration, from, until) => {
    await world.database.setClockOffset(Date.parse(from) - Date.now())
    const { client, phone } = await world.member()
    const { exclusion } = await client.call(selfExclude, { duration })
    expect(exclusion!.kind).toBe('self_exclusion')
    // The test needs some time from setting the clock to the call.
    const lateMs = exclusion!.since - Date.parse(from)
    expect(Math.abs(lateMs)).toBeLessThan(HOUR)
    expect(exclusion!.until).toBe(Date.parse(until) + lateMs)
    const { identity } = world.context
    expect(await identity.exclusions.isExcluded(world.db, phone)).toBe(true)
    await world.database.setClockOffset(exclusion!.until + 1_000 - Date.now())
    expect(await identity.exclusions.isExcluded(world.db, phone)).toBe(false)
  })

  test('counts months by business time', async () => {
    // the 31st in business time and the 30th in UTC; the month half a year later is shorter than both
    await world.database.setClockOffset(Date.parse('2031-08-30T20:00:00Z') - Date.now())
    const { memberId } = await world.member()
    const { identity, clock, random } = world.context
    const exclusions = createExclusions({
      clock,
      random,
      utcOffsetMinutes: 360,
      excludePhone: (tx, id, until) => identity.exclusions.exclude(tx, id, until),
      releaseSavings: () => Promise.resolve(),
    })
    const until = await world.db.tx((tx) => exclusions.excludeSelf(tx, memberId, '6m'))
    expect(Math.abs(until.getTime() - Date.parse('2032-02-28T20:00:00Z'))).toBeLessThan(HOUR)
  })

  test('leaves repeated purchase calls, orders, limits, log in and the settlement of open orders untouched', async () => {
    const member = await world.member()
    const { client, memberId } = member
    const number = await world.issue(3)
    const requestId = randomUUID()
    const bought = await client.call(ENDPOINTS.buy, { issue: number, quantity: 2, requestId })
    await client.call(selfExclude, { duration: '1y' })
    await world.session(member)
    // the repeated call gets the first answer
    expect(await client.call(ENDPOINTS.buy, { issue: number, quantity: 2, requestId })).toEqual(bought)
    expect((await client.call(ENDPOINTS.orderList, { tab: 'all' })).items).toHaveLength(1)
    await client.call(limitSave, { kind: 'spend', period: 'day', cap: '1' })
    const other = await world.member()
    await world.buy(other.client, number)
    await world.context.mall.draws.runDue()
    await world.database.advanceClock(40_000)
    await world.context.mall.draws.runDue()
    const [wallet] = await world.db.query('select open_orders from wallet where member_id = $1', [memberId])
    expect(wallet).toEqual({ open_orders: 0 })
  })

  test('cannot be shortened: a longer one extends it, a shorter one is refused', async () => {
    const { client, memberId } = await world.member()
    const exclude = (duration: ExclusionDuration) => refusalOf(client.call(selfExclude, { duration }))
    await exclude('7d')
    expect(await exclude('24h')).toMatchObject({ code: 'ALREADY_LONGER' })
    expect(await exclude('30d')).toMatchObject({ code: 'answered' })
    expect(await exclude('6m')).toMatchObject({ code: 'answered' })
    for (const duration of ['24h', '7d', '30d'] as const)
      expect(await exclude(duration)).toMatchObject({ code: 'ALREADY_LONGER' })
    expect(await exclude('5y')).toMatchObject({ code: 'answered' })
    expect(await exclude('3y')).toMatchObject({ code: 'ALREADY_LONGER' })
    const rows = await world.db.query<{ kind: string }>(
      'select kind from exclusion where member_id = $1 order by exclusion_id',
      [memberId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['break', 'break', 'self_exclusion', 'self_exclusion'])
    const { exclusion } = await client.call(limits, {})
    expect(exclusion!.until - exclusion!.since).toBeGreaterThan(5 * 365 * DAY - 1)
  })

  test('that begins while the account is being closed holds when the member keeps the account', async () => {
    const { client, memberId } = await world.member()
    const number = await world.issue()
    await world.owner.tx(async (tx) => {
      await lockWallets(tx, [memberId])
      await tx.query(`update member set status = 'closing' where member_id = $1`, [memberId])
      await tx.query('insert into closure (member_id, requested_at) values ($1, business_now())', [memberId])
      await markWalletClosing(tx, memberId, true)
    })
    const state = await client.call(selfExclude, { duration: '7d' })
    expect(state).toMatchObject({ closing: true, exclusion: { kind: 'break' } })
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'ACCOUNT_CLOSING' })
    await client.call(ENDPOINTS.closeKeep, {})
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'EXCLUDED' })
  })

  test('by an operator is a break, is audited, and cannot be shorter than the running one', async () => {
    const { client, memberId: id } = await world.member()
    const { operatorId, client: operator } = await makeOperator(world.server, ['support'])
    const putOnBreak = (duration: BreakDuration) =>
      operator.call(ENDPOINTS.memberBreak, { id, duration, reason: 'worried family' })
    expect((await putOnBreak('7d')).exclusion).toMatchObject({ kind: 'break' })
    expect(await refusalOf(putOnBreak('24h'))).toMatchObject({ code: 'ALREADY_LONGER' })
    expect(await refusalOf(world.buy(client, await world.issue()))).toMatchObject({
      code: 'EXCLUDED',
    })
    const audit = await world.db.query(
      'select action, operator_id, reason, before, after from audit where subject = $1',
      [`member:${id}`],
    )
    expect(audit).toEqual([
      {
        action: 'member.break',
        operator_id: operatorId,
        reason: 'worried family',
        before: { excludedUntil: null },
        after: { duration: '7d', excludedUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
      },
    ])
    await expect(
      world.db.query(
        `insert into exclusion (member_id, exclusion_id, kind, starts_at, ends_at, operator_id)
         values ($1, gen_random_uuid(), 'self_exclusion', now(), now() + interval '200 days', $2)`,
        [id, operatorId],
      ),
    ).rejects.toThrow('exclusion_operator')
  })
})

describe('under concurrent calls', () => {
  test('no purchase of any session succeeds after the answer to the exclusion', async () => {
    const number = await world.issue(50_000)
    for (let round = 0; round < 3; round++) {
      const member = await world.member()
      const clients = [member.client]
      for (let n = 0; n < 3; n++) {
        const other = { ...member, client: world.server.anonymous() }
        await world.session(other)
        clients.push(other.client)
      }
      let answered = false
      const tooLate: string[] = []
      let refused = 0
      /** Buys again and again, until three calls have begun after the answer. */
      async function keepBuying(client: (typeof clients)[number]) {
        for (let after = 0; after < 3;) {
          const begun = answered
          const { code } = await refusalOf(world.buy(client, number))
          if (begun) after++
          if (begun && code === 'answered') tooLate.push(code)
          if (code === 'EXCLUDED') refused++
        }
      }
      const buyers = clients.flatMap((client) => Array.from({ length: 4 }, () => keepBuying(client)))
      await world.buy(member.client, number)
      await member.client
        .call(selfExclude, { duration: round % 2 === 0 ? '24h' : '6m' })
        .finally(() => (answered = true))
      await Promise.all(buyers)
      expect(tooLate).toEqual([])
      expect(refused).toBeGreaterThanOrEqual(4 * 4 * 3)
    }
  })

  test('the longest of several simultaneous exclusions holds', async () => {
    const { client } = await world.member()
    await Promise.all(
      (['24h', '6m', '7d', '30d', '1y'] as const).map((duration) =>
        refusalOf(client.call(selfExclude, { duration })),
      ),
    )
    const { exclusion } = await client.call(limits, {})
    expect(exclusion).toMatchObject({ kind: 'self_exclusion' })
    expect(exclusion!.until - exclusion!.since).toBeGreaterThanOrEqual(365 * DAY)
  })
})
