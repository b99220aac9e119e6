import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { StopPeriod } from '@fairlot/contract/guard-kinds'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeOperator } from '../../testing/operators.ts'
import { lockWallets, stopWallet } from '../ledger/index.ts'
import { createExclusions } from './exclusions.ts'
import { guardWorld, refusalOf, type GuardWorld } from './guard.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
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

describe('stopping', () => {
  test.each([
    ['24h', 'cooling_off', DAY],
    ['7d', 'cooling_off', 7 * DAY],
    ['30d', 'cooling_off', 30 * DAY],
  ] as const)('%s ends by itself', async (period, kind, length) => {
    const member = await world.member()
    const { client } = member
    const number = await world.issue()
    const { stopped } = await client.call(selfExclude, { period })
    expect(stopped).toMatchObject({ kind })
    expect(stopped!.until - stopped!.since).toBe(length)
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'SPENDING_STOPPED' })
    const pay = await refusalOf(client.call(openRecharge, { ...recharge, requestId: randomUUID() }))
    expect(pay).toMatchObject({ code: 'SPENDING_STOPPED' })
    await world.database.advanceClock(length - 60_000)
    await world.session(member)
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'SPENDING_STOPPED' })
    await world.database.advanceClock(61_000)
    expect((await client.call(limits, {})).stopped).toBeNull()
    await world.buy(client, number)
    await client.call(openRecharge, { ...recharge, requestId: randomUUID() })
  })

  test('a recharge that was opened before is offered for payment no more, until it ends', async () => {
    const { client } = await world.member()
    const { id, payUrl } = await client.call(openRecharge, { ...recharge, requestId: randomUUID() })
    expect(payUrl).not.toBeNull()
    await client.call(selfExclude, { period: '24h' })
    expect(await client.call(rechargeStatus, { id })).toMatchObject({ status: 'processing', payUrl: null })
  })

  test.each([
    ['6m', '2031-08-31T10:00:00Z', '2032-02-29T10:00:00.000Z'],
    ['6m', '2031-03-15T23:59:00Z', '2031-09-15T23:59:00.000Z'],
    ['1y', '2032-02-29T00:00:30Z', '2033-02-28T00:00:30.000Z'],
    ['2y', '2031-05-05T05:00:00Z', '2033-05-05T05:00:00.000Z'],
    ['3y', '2031-05-05T05:00:00Z', '2034-05-05T05:00:00.000Z'],
    ['5y', '2031-05-05T05:00:00Z', '2036-05-05T05:00:00.000Z'],
  ] as const)('a self-exclusion of %s from %s ends at %s', async (period, from, until) => {
    await world.database.setClockOffset(Date.parse(from) - Date.now())
    const { client, phone } = await world.member()
    const { stopped } = await client.call(selfExclude, { period })
    expect(stopped!.kind).toBe('self_exclusion')
    // The test needs some time from setting the clock to the call.
    const lateMs = stopped!.since - Date.parse(from)
    expect(Math.abs(lateMs)).toBeLessThan(HOUR)
    expect(stopped!.until).toBe(Date.parse(until) + lateMs)
    const { identity } = world.context
    expect(await identity.exclusions.isExcluded(world.db, phone)).toBe(true)
    await world.database.setClockOffset(stopped!.until + 1_000 - Date.now())
    expect(await identity.exclusions.isExcluded(world.db, phone)).toBe(false)
  })

  test('a self-exclusion counts months by business time', async () => {
    // the 31st there, the 30th in UTC: half a year later both months are shorter
    await world.database.setClockOffset(Date.parse('2031-08-30T20:00:00Z') - Date.now())
    const { memberId } = await world.member()
    const { identity, clock, random } = world.context
    const exclusions = createExclusions({
      clock,
      random,
      utcOffsetMinutes: 360,
      excludePhone: (tx, id, until) => identity.exclusions.exclude(tx, id, until),
    })
    const until = await world.db.tx((tx) => exclusions.stop(tx, memberId, '6m'))
    expect(Math.abs(until.getTime() - Date.parse('2032-02-28T20:00:00Z'))).toBeLessThan(HOUR)
  })

  test('everything else goes on: orders, limits, logging in, taking part in what was bought', async () => {
    const member = await world.member()
    const { client, memberId } = member
    const number = await world.issue(3)
    const requestId = randomUUID()
    const bought = await client.call(ENDPOINTS.buy, { issue: number, quantity: 2, requestId })
    await client.call(selfExclude, { period: '1y' })
    await world.session(member)
    // what was answered before is answered the same
    expect(await client.call(ENDPOINTS.buy, { issue: number, quantity: 2, requestId })).toEqual(bought)
    expect((await client.call(ENDPOINTS.orderList, { tab: 'all' })).items).toHaveLength(1)
    await client.call(limitSave, { kind: 'spend', span: 'day', cap: '1' })
    const other = await world.member()
    await world.buy(other.client, number)
    await world.context.mall.draws.runDue()
    await world.database.advanceClock(40_000)
    await world.context.mall.draws.runDue()
    const [wallet] = await world.db.query('select open_orders from wallet where member_id = $1', [memberId])
    expect(wallet).toEqual({ open_orders: 0 })
  })

  test('nobody shortens it: the longer one holds, a shorter one is refused', async () => {
    const { client, memberId } = await world.member()
    const stop = (period: StopPeriod) => refusalOf(client.call(selfExclude, { period }))
    await stop('7d')
    expect(await stop('24h')).toMatchObject({ code: 'ALREADY_LONGER' })
    expect(await stop('30d')).toMatchObject({ code: 'answered' })
    expect(await stop('6m')).toMatchObject({ code: 'answered' })
    for (const period of ['24h', '7d', '30d'] as const)
      expect(await stop(period)).toMatchObject({ code: 'ALREADY_LONGER' })
    expect(await stop('5y')).toMatchObject({ code: 'answered' })
    expect(await stop('3y')).toMatchObject({ code: 'ALREADY_LONGER' })
    const rows = await world.db.query<{ kind: string }>(
      'select kind from exclusion where member_id = $1 order by exclusion_id',
      [memberId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      'cooling_off',
      'cooling_off',
      'self_exclusion',
      'self_exclusion',
    ])
    const { stopped } = await client.call(limits, {})
    expect(stopped!.until - stopped!.since).toBeGreaterThan(5 * 365 * DAY - 1)
  })

  test('while the account is being closed it stays stopped without an end', async () => {
    const { client, memberId } = await world.member()
    const number = await world.issue()
    await world.owner.tx(async (tx) => {
      await lockWallets(tx, [memberId])
      await tx.query(`update member set status = 'closing' where member_id = $1`, [memberId])
      await tx.query('insert into closure (member_id, asked_at) values ($1, business_now())', [memberId])
      await stopWallet(tx, memberId, 'infinity')
    })
    const state = await client.call(selfExclude, { period: '7d' })
    expect(state).toMatchObject({ closing: true, stopped: { kind: 'cooling_off' } })
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'ACCOUNT_CLOSING' })
    await client.call(ENDPOINTS.closeKeep, {})
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'SPENDING_STOPPED' })
  })

  test('by an operator: only breaks, written down, and no shorter than the member’s own', async () => {
    const { client, memberId: id } = await world.member()
    const { operatorId, client: desk } = await makeOperator(world.server, ['support'])
    const pause = (period: '24h' | '7d' | '30d') =>
      desk.call(ENDPOINTS.memberPause, { id, period, reason: 'worried family' })
    expect((await pause('7d')).stopped).toMatchObject({ kind: 'cooling_off' })
    expect(await refusalOf(pause('24h'))).toMatchObject({ code: 'ALREADY_LONGER' })
    expect(await refusalOf(world.buy(client, await world.issue()))).toMatchObject({
      code: 'SPENDING_STOPPED',
    })
    const audit = await world.db.query(
      'select action, operator_id, reason, before, after from audit where subject = $1',
      [`member:${id}`],
    )
    expect(audit).toEqual([
      {
        action: 'member.pause',
        operator_id: operatorId,
        reason: 'worried family',
        before: { stopped: null },
        after: { period: '7d', stopped: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
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

describe('while purchases run', () => {
  test('after the answer not one succeeds, from any session', async () => {
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
      /** Buys one after the other, and goes on for a while after the exclusion. */
      async function keepBuying(client: (typeof clients)[number]) {
        for (let after = 0; after < 3;) {
          const begun = answered
          const { code } = await refusalOf(world.buy(client, number))
          if (begun) after++
          if (begun && code === 'answered') tooLate.push(code)
          if (code === 'SPENDING_STOPPED') refused++
        }
      }
      const buyers = clients.flatMap((client) => Array.from({ length: 4 }, () => keepBuying(client)))
      await world.buy(member.client, number)
      await member.client
        .call(selfExclude, { period: round % 2 === 0 ? '24h' : '6m' })
        .finally(() => (answered = true))
      await Promise.all(buyers)
      expect(tooLate).toEqual([])
      expect(refused).toBeGreaterThanOrEqual(4 * 4 * 3)
    }
  })

  test('of two at once the longer one holds', async () => {
    const { client } = await world.member()
    await Promise.all(
      (['24h', '6m', '7d', '30d', '1y'] as const).map((period) =>
        refusalOf(client.call(selfExclude, { period })),
      ),
    )
    const { stopped } = await client.call(limits, {})
    expect(stopped).toMatchObject({ kind: 'self_exclusion' })
    expect(stopped!.until - stopped!.since).toBeGreaterThanOrEqual(365 * DAY)
  })
})
