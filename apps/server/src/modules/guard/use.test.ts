/** Net position, reality check and time limits. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/db.ts'
import { DAY_MS as DAY, MINUTE_MS as MINUTE } from '../../platform/durations.ts'
import { testClock } from '../../testing/clock.ts'
import { giveMoney } from '../../testing/factories.ts'
import { guardWorld, limitOf, refusalOf, type GuardWorld } from './guard.fixture.ts'
import { createMinutes } from './minutes.ts'
import { netPosition } from './net-position.ts'
import { REALITY_CHECK_MINUTES } from './guard.settings.ts'

const UNIT = 10_000n
const { limits, limitSave, realityCheck } = ENDPOINTS
let world: GuardWorld

beforeAll(async () => {
  world = await guardWorld()
})
afterEach(async () => {
  expect(await world.breaches()).toEqual([])
  await world.database.setClockOffset(0)
})
afterAll(() => world.close())

describe('net position', () => {
  const position = (client: Parameters<typeof world.buy>[0]) => client.call(ENDPOINTS.netPosition, {})
  const nothing = {
    deposited: '0.00',
    withdrawn: '0.00',
    spent: '0.00',
    returned: '0.00',
    won: '0.00',
    rewarded: '0.00',
    result: '0.00',
  }

  test('of a member who only paid in equals the deposits, and of an unknown member is zero', async () => {
    const { client, memberId } = await world.member('0.01')
    const paidIn = { ...nothing, deposited: '0.01' }
    expect(await position(client)).toMatchObject({ day: paidIn, all: paidIn, balance: '0.01', net: '0.00' })
    await giveMoney(world.context, memberId, '5.00')
    expect(await position(client)).toMatchObject({ balance: '5.01', net: '0.00' })
    const stranger = await netPosition(world.db, randomUUID(), 0)
    expect(stranger).toMatchObject({ all: { deposited: 0n, spent: 0n }, balance: 0n })
  })

  test('sums deposits, spending and refunds by day, week and month', async () => {
    // a Wednesday, so that the next day lies in the same week and month
    await world.database.setClockOffset(Date.UTC(2031, 4, 14, 12) - Date.now())
    const member = await world.member('100.00')
    const { client, memberId } = member
    const [number, short] = [await world.issue(100), await world.issue(5)]
    await world.buy(client, number, 30)
    // a purchase that was refused is not counted as spent
    expect(await refusalOf(world.buy(client, short, 6))).toMatchObject({ code: 'NOT_ENOUGH_SHARES' })
    const first = { ...nothing, deposited: '100.00', spent: '30.00', result: '-30.00' }
    expect(await position(client)).toMatchObject({
      day: first,
      week: first,
      month: first,
      all: first,
      balance: '70.00',
      net: '-30.00',
    })

    await world.database.advanceClock(DAY)
    await giveMoney(world.context, memberId, '50.00')
    await world.buy(client, number, 5)
    const second = { ...nothing, deposited: '50.00', spent: '5.00', result: '-5.00' }
    const both = { ...nothing, deposited: '150.00', spent: '35.00', result: '-35.00' }
    const wednesday = await position(client)
    expect(wednesday).toMatchObject({ day: second, week: both, month: both, all: both })

    // the issue expires in another month, and everything is refunded
    await world.database.advanceClock(300 * DAY)
    await world.context.mall.draws.runDue()
    await world.session(member)
    const refunded = await position(client)
    const back = { ...nothing, returned: '35.00', result: '35.00' }
    expect(refunded).toMatchObject({ day: back, month: back, balance: '150.00', net: '0.00' })
    expect(refunded.all).toEqual({
      ...nothing,
      deposited: '150.00',
      spent: '35.00',
      returned: '35.00',
      result: '0.00',
    })
  })

  test('sums each month with a posting, newest first, and the changes of the months are the balance', async () => {
    await world.database.setClockOffset(Date.UTC(2031, 4, 31, 12) - Date.now())
    const { client, memberId } = await world.member('100.00')
    await world.buy(client, await world.issue(100), 30)
    // a month without a posting lies between
    await world.database.advanceClock(40 * DAY)
    await giveMoney(world.context, memberId, '5.00')
    const { items } = await client.call(ENDPOINTS.netMonths, {})
    expect(items).toEqual([
      { month: '2031-07', flow: { ...nothing, deposited: '5.00' }, change: '5.00' },
      {
        month: '2031-05',
        flow: { ...nothing, deposited: '100.00', spent: '30.00', result: '-30.00' },
        change: '70.00',
      },
    ])
    expect((await position(client)).balance).toBe('75.00')
  })

  test('is exact under concurrent purchases and concurrent reads with any chunk size', async () => {
    const { client, memberId } = await world.member('500.00')
    const [number, short] = [await world.issue(1_000), await world.issue(2)]
    for (let wave = 0; wave < 10; wave++) {
      const buying = Array.from({ length: 12 }, (_, n) =>
        refusalOf(world.buy(client, n % 4 === 0 ? short : number)),
      )
      const reads = [1, 2, 3, 7].map(async (chunk) => {
        const { all, balance } = await netPosition(world.db, memberId, 0, chunk)
        expect(all.deposited - all.spent + all.returned).toBe(balance)
      })
      await Promise.all([...buying, ...reads])
    }
    const { all, balance } = await netPosition(world.db, memberId, 0)
    expect(all).toEqual({
      deposited: 500n * UNIT,
      withdrawn: 0n,
      spent: 92n * UNIT,
      returned: 0n,
      won: 0n,
      saved: 0n,
      rewarded: 0n,
    })
    expect(balance).toBe(408n * UNIT)
  })

  test('throws on an unknown kind of ledger line', async () => {
    const { memberId } = await world.member('1.00')
    await world.owner.query(
      `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
       values ($1, $2, 'novelty', 'clearing', 'wallet', 1, 2, 10001, business_now())`,
      [memberId, randomUUID()],
    )
    await expect(netPosition(world.db, memberId, 0)).rejects.toThrow(
      'does not know ledger lines of the kind novelty',
    )
    await world.owner.query(`delete from ledger where kind = 'novelty'`)
  })
})

describe('reality check', () => {
  /** Puts the beginning of the uninterrupted use so many minutes into the past. */
  async function usedFor(memberId: string, minutes: number) {
    const rows = await world.owner.query<{ session_id: string }>(
      `update session set active_since = now() - $2 * interval '1 minute' where member_id = $1 returning session_id`,
      [memberId, minutes],
    )
    world.context.sessions.forget(rows.map(({ session_id }) => session_id))
  }

  test('is required before a purchase after 30 minutes of use, and again 30 minutes after it is acknowledged', async () => {
    const { client, memberId } = await world.member()
    const number = await world.issue()
    await usedFor(memberId, 29)
    await world.buy(client, number)
    const before = Date.now()
    await usedFor(memberId, 31)
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'REALITY_CHECK' })
    const { activeSince } = await client.call(ENDPOINTS.netPosition, {})
    expect(activeSince).toBeGreaterThanOrEqual(before - 31 * MINUTE)
    expect(activeSince).toBeLessThanOrEqual(Date.now() - 31 * MINUTE)
    const { nextAt } = await client.call(realityCheck, {})
    expect(nextAt).toBeGreaterThanOrEqual(before + 30 * MINUTE)
    expect(nextAt).toBeLessThanOrEqual(Date.now() + 30 * MINUTE)
    await world.buy(client, number)
    // the acknowledgement does not restart the uninterrupted use
    expect((await client.call(ENDPOINTS.netPosition, {})).activeSince).toBe(activeSince)
  })

  test('a pause ends the uninterrupted use before a call after it is recorded', async () => {
    const { memberId } = await world.member()
    const began = Date.now()
    const [session] = await world.owner.query<{ session_id: string }>(
      `update session set active_since = now() - interval '1 day', seen_at = now() - interval '16 minutes'
       where member_id = $1 returning session_id`,
      [memberId],
    )
    expect(await world.context.identity.activeSince(session!.session_id)).toBeGreaterThanOrEqual(
      began - 1_000,
    )
  })

  test('counts per member, also after a new log in, and follows the setting', async () => {
    const member = await world.member()
    const number = await world.issue()
    await usedFor(member.memberId, 40)
    const change = {
      name: REALITY_CHECK_MINUTES.name,
      value: '60',
      version: 0,
      reason: 'test',
      operatorId: null,
      approvalId: null,
    }
    await world.db.tx((tx) => world.context.settings.save(tx, change))
    await world.context.settings.refresh()
    await usedFor(member.memberId, 40)
    await world.buy(member.client, number)
    expect((await member.client.call(limits, {})).realityCheckMinutes).toBe(60)
    await usedFor(member.memberId, 61)
    expect(await refusalOf(world.buy(member.client, number))).toMatchObject({ code: 'REALITY_CHECK' })
    await world.session(member)
    expect(await refusalOf(world.buy(member.client, number))).toMatchObject({ code: 'REALITY_CHECK' })
    await member.client.call(realityCheck, {})
    await world.buy(member.client, number)
  })
})

describe('a time limit', () => {
  const log = { warn: () => undefined }
  const used = async (client: Parameters<typeof world.buy>[0]) =>
    limitOf(await client.call(limits, {}), 'time', 'day').used

  test('counts a minute with calls once, and blocks purchases and recharges when it is used up', async () => {
    const [member, other] = [await world.member(), await world.member()]
    const number = await world.issue()
    await member.client.call(limitSave, { kind: 'time', period: 'day', cap: '2' })
    const clock = testClock(Date.now())
    const minutes = createMinutes({ db: world.db, clock, log })
    const [first, second] = [minutes, createMinutes({ db: world.db, clock, log })]
    for (let n = 0; n < 50; n++) {
      first.noteUse(member.memberId)
      // another process notes the same minute
      second.noteUse(member.memberId)
      first.noteUse(other.memberId)
    }
    await Promise.all([first.flush(), second.flush(), first.flush()])
    expect(await used(member.client)).toBe('1')
    await world.buy(member.client, number)
    clock.advance(MINUTE)
    second.noteUse(member.memberId)
    await second.flush()
    expect(await used(member.client)).toBe('2')
    expect(await refusalOf(world.buy(member.client, number))).toMatchObject({ code: 'TIME_LIMIT' })
    const pay = { method: 'sandbox', amount: '100', requestId: randomUUID() }
    expect(await refusalOf(member.client.call(ENDPOINTS.openRecharge, pay))).toMatchObject({
      code: 'TIME_LIMIT',
    })
    await world.buy(other.client, number)
    expect(await used(other.client)).toBeNull()
  })

  test('counts the calls of the member', async () => {
    const { client } = await world.member()
    await client.call(limitSave, { kind: 'time', period: 'week', cap: '600' })
    await client.call(limits, {})
    await world.context.guard.flush()
    const counted = limitOf(await client.call(limits, {}), 'time', 'week')
    expect(counted.cap).toBe('600')
    // a minute may have ended in between
    expect(['1', '2']).toContain(counted.used)
  })

  test('loses no minute and counts none twice while the database is unavailable', async () => {
    const { client, memberId } = await world.member()
    await client.call(limitSave, { kind: 'time', period: 'day', cap: '60' })
    const clock = testClock(Date.now())
    const faults = ['not written', 'written, and the answer lost']
    const flaky: Db = {
      ...world.db,
      async tx(work) {
        const fault = faults.shift()
        if (fault === undefined) return world.db.tx(work)
        if (fault.startsWith('written')) await world.db.tx(work)
        throw new Error(fault)
      },
    }
    const minutes = createMinutes({ db: flaky, clock, log })
    minutes.noteUse(memberId)
    await expect(minutes.flush()).rejects.toThrow('not written')
    await expect(minutes.flush()).rejects.toThrow('answer lost')
    clock.advance(MINUTE)
    minutes.noteUse(memberId)
    await minutes.flush()
    expect(await used(client)).toBe('2')
  })

  test('writes the last minutes when the server stops', async () => {
    const { client, memberId } = await world.member()
    await client.call(limitSave, { kind: 'time', period: 'day', cap: '60' })
    const minutes = createMinutes({ db: world.db, clock: testClock(Date.now()), log })
    await minutes.flush()
    minutes.start()
    minutes.noteUse(memberId)
    await minutes.stop()
    expect(await used(client)).toBe('1')
  })
})
