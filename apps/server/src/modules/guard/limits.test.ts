import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS as DAY, HOUR_MS as HOUR } from '../../platform/durations.ts'
import { makeOperator } from '../../testing/operators.ts'
import { planted } from '../../testing/planted.ts'
import { guardWorld, limitOf, refusalOf, type GuardWorld } from './guard.fixture.ts'
import { CONFIRM_DAYS, INCREASE_HOURS } from './guard.settings.ts'

const { limits, limitSave, limitConfirm, limitCancel } = ENDPOINTS
const spend = { kind: 'spend', period: 'day' } as const
let world: GuardWorld

beforeAll(async () => {
  world = await guardWorld()
})
afterEach(async () => {
  await world.database.setClockOffset(0)
  expect(await world.breaches()).toEqual([])
})
afterAll(() => world.close())

/** The history of a member's limits: event, limit before and after. */
async function history(memberId: string) {
  const rows = await world.db.query<{ event: string; before: bigint | null; after: bigint | null }>(
    'select event, before, after from limit_change where member_id = $1 order by change_id',
    [memberId],
  )
  const units = (value: bigint | null) => (value === null ? null : Number(value / 10_000n))
  return rows.map(({ event, before, after }) => [event, units(before), units(after)])
}

describe('limits', () => {
  test('lists every kind and period without a limit for a new member, with the end of each period', async () => {
    const { client } = await world.member()
    const state = await client.call(limits, {})
    expect(state.limits).toHaveLength(12)
    expect(new Set(state.limits.map(({ kind, period }) => `${kind} ${period}`)).size).toBe(12)
    for (const { cap, used, pendingIncrease } of state.limits)
      expect([cap, used, pendingIncrease]).toEqual([null, null, null])
    const { resetsAt } = limitOf(state, 'spend', 'day')
    expect(resetsAt % DAY).toBe(0)
    expect(resetsAt - Date.now()).toBeLessThanOrEqual(DAY)
    expect(new Date(limitOf(state, 'loss', 'week').resetsAt).getUTCDay()).toBe(1)
    expect(new Date(limitOf(state, 'time', 'month').resetsAt).getUTCDate()).toBe(1)
    expect(state).toMatchObject({
      exclusion: null,
      closing: false,
      realityCheckMinutes: 30,
      increaseHours: 24,
    })
    expect(state.declaredAge).toBe(18)
  })

  test('the first limit and a stricter one take effect at once', async () => {
    const { client, memberId } = await world.member()
    const number = await world.issue()
    const set = await client.call(limitSave, { ...spend, cap: '50' })
    expect(limitOf(set, 'spend', 'day')).toMatchObject({ cap: '50.00', used: '0.00', pendingIncrease: null })
    await world.buy(client, number, 8)
    const lowered = await client.call(limitSave, { ...spend, cap: '10.50' })
    expect(limitOf(lowered, 'spend', 'day')).toMatchObject({ cap: '10.50', used: '8.00' })
    expect(await refusalOf(world.buy(client, number, 3))).toMatchObject({
      code: 'SPEND_LIMIT',
      message: expect.stringContaining('2.50'),
    })
    expect(await history(memberId)).toEqual([
      ['set', null, 50],
      ['set', 50, 10],
    ])
  })

  test('a looser limit takes effect when the member confirms it after the wait', async () => {
    const member = await world.member()
    const { client } = member
    const number = await world.issue()
    await client.call(limitSave, { ...spend, cap: '10' })
    const before = Date.now()
    const asked = limitOf(await client.call(limitSave, { ...spend, cap: '20' }), 'spend', 'day')
    expect(asked).toMatchObject({ cap: '10.00', pendingIncrease: { cap: '20.00' } })
    const { confirmFrom, confirmUntil } = asked.pendingIncrease!
    expect(confirmFrom).toBeGreaterThanOrEqual(before + DAY)
    expect(confirmUntil - confirmFrom).toBe(7 * DAY)
    expect(await refusalOf(world.buy(client, number, 11))).toMatchObject({ code: 'SPEND_LIMIT' })
    const early = await refusalOf(client.call(limitConfirm, spend))
    expect(early).toMatchObject({ code: 'TOO_EARLY' })
    expect(early.retryAfter).toBeGreaterThan((confirmFrom - Date.now()) / 1_000 - 1)

    await world.database.advanceClock(DAY + 1_000)
    await world.session(member)
    // the end of the wait alone changes nothing
    expect(await refusalOf(world.buy(client, number, 11))).toMatchObject({ code: 'SPEND_LIMIT' })
    const confirmed = limitOf(await client.call(limitConfirm, spend), 'spend', 'day')
    expect(confirmed).toMatchObject({ cap: '20.00', pendingIncrease: null })
    // a repeated confirmation changes nothing
    expect(limitOf(await client.call(limitConfirm, spend), 'spend', 'day')).toEqual(confirmed)
    await world.buy(client, number, 11)
    expect(await history(member.memberId)).toEqual([
      ['set', null, 10],
      ['requested', 10, 20],
      ['confirmed', 10, 20],
    ])
  })

  test('the removal of a limit waits for its confirmation like a looser limit', async () => {
    const member = await world.member()
    await member.client.call(limitSave, { ...spend, cap: '10' })
    const asked = limitOf(await member.client.call(limitSave, spend), 'spend', 'day')
    expect(asked).toMatchObject({ cap: '10.00', pendingIncrease: { cap: null } })
    await world.database.advanceClock(DAY + 1_000)
    await world.session(member)
    const gone = limitOf(await member.client.call(limitConfirm, spend), 'spend', 'day')
    expect(gone).toMatchObject({ cap: null, used: null, pendingIncrease: null })
    await world.buy(member.client, await world.issue(), 500)
  })

  test('a pending increase that is not confirmed in time expires', async () => {
    const member = await world.member()
    await member.client.call(limitSave, { ...spend, cap: '10' })
    await member.client.call(limitSave, { ...spend, cap: '20' })
    await world.database.advanceClock(8 * DAY + 1_000)
    await world.session(member)
    expect(limitOf(await member.client.call(limits, {}), 'spend', 'day').pendingIncrease).toBeNull()
    expect(await refusalOf(member.client.call(limitConfirm, spend))).toMatchObject({ code: 'NO_SUCH_DATA' })
    const again = limitOf(await member.client.call(limitSave, { ...spend, cap: '20' }), 'spend', 'day')
    expect(again).toMatchObject({ cap: '10.00', pendingIncrease: { cap: '20.00' } })
  })

  test('a stricter limit cancels a pending increase; the same request keeps its wait, another one restarts it', async () => {
    const member = await world.member()
    const { client } = member
    await client.call(limitSave, { ...spend, cap: '10' })
    const first = limitOf(
      await client.call(limitSave, { ...spend, cap: '20' }),
      'spend',
      'day',
    ).pendingIncrease!
    await world.database.advanceClock(HOUR)
    const same = limitOf(
      await client.call(limitSave, { ...spend, cap: '20.00' }),
      'spend',
      'day',
    ).pendingIncrease!
    expect(same).toEqual(first)
    const other = limitOf(
      await client.call(limitSave, { ...spend, cap: '21' }),
      'spend',
      'day',
    ).pendingIncrease!
    expect(other.confirmFrom - first.confirmFrom).toBeGreaterThanOrEqual(HOUR)
    const stricter = limitOf(await client.call(limitSave, { ...spend, cap: '9' }), 'spend', 'day')
    expect(stricter).toMatchObject({ cap: '9.00', pendingIncrease: null })
    expect(await refusalOf(client.call(limitConfirm, spend))).toMatchObject({ code: 'NO_SUCH_DATA' })
    await client.call(limitSave, { ...spend, cap: '30' })
    expect(
      limitOf(await client.call(limitSave, { ...spend, cap: '9' }), 'spend', 'day').pendingIncrease,
    ).toBeNull()
    await client.call(limitSave, { ...spend, cap: '30' })
    expect(limitOf(await client.call(limitCancel, spend), 'spend', 'day').pendingIncrease).toBeNull()
    await client.call(limitCancel, spend)
    expect((await history(member.memberId)).map(([event]) => event)).toEqual([
      'set',
      'requested',
      'requested',
      'cancelled',
      'set',
      'requested',
      'cancelled',
      'requested',
      'cancelled',
    ])
  })

  test('a pending increase of one period leaves the other periods alone', async () => {
    const { client } = await world.member()
    await client.call(limitSave, { ...spend, cap: '10' })
    await client.call(limitSave, { ...spend, cap: '20' })
    const state = await client.call(limitSave, { kind: 'spend', period: 'week', cap: '5' })
    expect(limitOf(state, 'spend', 'day').pendingIncrease).not.toBeNull()
    expect(limitOf(state, 'spend', 'week')).toMatchObject({ cap: '5.00', pendingIncrease: null })
  })

  test.each([
    ['time', 'day', '0', 'LIMIT_MINUTES'],
    ['time', 'day', '1441', 'LIMIT_MINUTES'],
    ['time', 'week', '10081', 'LIMIT_MINUTES'],
    ['time', 'month', '12.50', 'LIMIT_MINUTES'],
    ['spend', 'day', '10.005', 'AMOUNT_FORMAT'],
    ['loss', 'day', '-1', 'AMOUNT_FORMAT'],
    ['deposit', 'day', '1000000000000', 'AMOUNT_FORMAT'],
    ['spend', 'day', '', 'REQUIRED'],
  ] as const)('refuses a %s limit per %s of «%s» (%s)', async (kind, period, cap, rule) => {
    const { client } = await world.member()
    const refused = await refusalOf(client.call(limitSave, { kind, period, cap }))
    expect(refused.code).toBe('INPUT_INVALID')
    expect(refused.fields?.['cap'], rule).toEqual(expect.any(String))
  })

  test('accepts whole minutes with decimals, and zero', async () => {
    const { client } = await world.member()
    const number = await world.issue()
    const state = await client.call(limitSave, { kind: 'time', period: 'month', cap: '44640.00' })
    expect(limitOf(state, 'time', 'month')).toMatchObject({ cap: '44640', used: '0' })
    await client.call(limitSave, { kind: 'loss', period: 'week', cap: '0' })
    expect(await refusalOf(world.buy(client, number))).toMatchObject({ code: 'LOSS_LIMIT' })
    await client.call(limitSave, { kind: 'deposit', period: 'day', cap: '999999999999.99' })
  })

  test('a changed setting applies to later requests only', async () => {
    const { client } = await world.member()
    const save = async (name: string, value: string, version: number) => {
      const change = { name, value, version, reason: 'test', operatorId: null, approvalId: null }
      await world.db.tx((tx) => world.context.settings.save(tx, change))
      await world.context.settings.refresh()
    }
    await client.call(limitSave, { ...spend, cap: '10' })
    const before = limitOf(
      await client.call(limitSave, { ...spend, cap: '20' }),
      'spend',
      'day',
    ).pendingIncrease!
    await save(INCREASE_HOURS.name, '48', 0)
    await save(CONFIRM_DAYS.name, '2', 0)
    const state = await client.call(limits, {})
    expect(state.increaseHours).toBe(48)
    expect(limitOf(state, 'spend', 'day').pendingIncrease).toEqual(before)
    const after = limitOf(
      await client.call(limitSave, { ...spend, cap: '30' }),
      'spend',
      'day',
    ).pendingIncrease!
    expect(after.confirmFrom - before.confirmFrom).toBeGreaterThanOrEqual(DAY)
    expect(after.confirmUntil - after.confirmFrom).toBe(2 * DAY)
    await save(INCREASE_HOURS.name, '24', 1)
    await save(CONFIRM_DAYS.name, '7', 1)
  })

  test('simultaneous changes and confirmations run one after the other', async () => {
    const member = await world.member()
    const { client } = member
    await client.call(limitSave, { ...spend, cap: '10' })
    await client.call(limitSave, { ...spend, cap: '20' })
    await world.database.advanceClock(DAY + 1_000)
    await world.session(member)
    // either a confirmation comes first and 5 is stricter than it, or 5 cancels the pending increase
    const results = await Promise.all([
      ...Array.from({ length: 10 }, () => refusalOf(client.call(limitConfirm, spend))),
      refusalOf(client.call(limitSave, { ...spend, cap: '5' })),
    ])
    expect(results.filter(({ code }) => code !== 'answered' && code !== 'NO_SUCH_DATA')).toEqual([])
    expect(limitOf(await client.call(limits, {}), 'spend', 'day')).toMatchObject({
      cap: '5.00',
      pendingIncrease: null,
    })
  })
})

describe('an operator', () => {
  const reason = 'asked for by phone'

  test('can make a limit stricter, never looser, and the change is audited', async () => {
    const { client, memberId: id } = await world.member()
    const { operatorId, client: operator } = await makeOperator(world.server, ['support'])
    const tighten = (cap: string) => operator.call(ENDPOINTS.memberTighten, { id, ...spend, cap, reason })
    expect(limitOf(await tighten('40'), 'spend', 'day')).toMatchObject({ cap: '40.00' })
    await client.call(limitSave, { ...spend, cap: '90' })
    for (const cap of ['40', '41', '1000'])
      expect(await refusalOf(tighten(cap))).toMatchObject({ code: 'ONLY_STRICTER' })
    expect(limitOf(await tighten('30'), 'spend', 'day')).toMatchObject({
      cap: '30.00',
      pendingIncrease: null,
    })
    const unknown = operator.call(ENDPOINTS.memberTighten, { ...spend, id: operatorId, cap: '1', reason })
    expect(await refusalOf(unknown)).toMatchObject({ code: 'NO_SUCH_DATA' })
    const noTime = operator.call(ENDPOINTS.memberTighten, {
      id,
      kind: 'time',
      period: 'day',
      cap: '0',
      reason,
    })
    expect(await refusalOf(noTime)).toMatchObject({ code: 'INPUT_INVALID' })

    const audit = await world.db.query(
      `select operator_id, action, reason, before, after, address from audit where subject = $1 order by audit_id`,
      [`member:${id}`],
    )
    const entry = { operator_id: operatorId, action: 'member.tighten', reason, address: '127.0.0.1' }
    expect(audit).toEqual([
      { ...entry, before: { ...spend, cap: null }, after: { ...spend, cap: '40.00' } },
      { ...entry, before: { ...spend, cap: '40.00' }, after: { ...spend, cap: '30.00' } },
    ])
    expect((await history(id)).map(([event]) => event)).toEqual(['set', 'requested', 'cancelled', 'set'])
    // the member requested the increase, the operator cancelled it
    const actors = await world.db.query<{ operator_id: string | null }>(
      'select operator_id from limit_change where member_id = $1 order by change_id',
      [id],
    )
    expect(actors.map((row) => row.operator_id)).toEqual([operatorId, null, operatorId, operatorId])
    // the member can still set a stricter limit at once
    expect(limitOf(await client.call(limitSave, { ...spend, cap: '20' }), 'spend', 'day')).toMatchObject({
      cap: '20.00',
    })
  })

  test('the schema refuses a looser limit by an operator, and any change of the history', async () => {
    const { memberId } = await world.member()
    const { operatorId } = await makeOperator(world.server, ['support'])
    const insert = (before: number | null, after: number | null, event = 'set') =>
      planted(
        world.db,
        [],
        `insert into limit_change (member_id, change_id, kind, period, event, before, after, operator_id, at)
         values ($1, gen_random_uuid(), 'spend', 'day', $4, $2, $3, $5, business_now())`,
        [memberId, before, after, event, operatorId],
      )
    const refused = ['refused: limit_change_operator']
    expect(await insert(2, 1)).toEqual([])
    expect(await insert(1, 2)).toEqual(refused)
    expect(await insert(1, 1)).toEqual(refused)
    expect(await insert(1, null)).toEqual(refused)
    expect(await insert(2, 1, 'confirmed')).toEqual(refused)
    expect(await insert(1, 2, 'cancelled')).toEqual([])
    expect(await insert(1, null, 'cancelled')).toEqual([])
    expect(await insert(2, 1, 'cancelled')).toEqual(refused)
    expect(await insert(null, 1, 'cancelled')).toEqual(refused)
    expect(await insert(1, 2, 'requested')).toEqual(refused)
    for (const table of ['limit_change', 'exclusion'])
      for (const what of [`delete from ${table}`, `update ${table} set member_id = member_id`])
        await expect(world.db.query(what)).rejects.toThrow('permission denied')
  })
})
