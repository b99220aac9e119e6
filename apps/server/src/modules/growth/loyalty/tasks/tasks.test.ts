/** Tasks: what is claimed once, what it rests on, and that nothing is lost when it is refused. */
import { randomUUID } from 'node:crypto'
import type { Claim } from '@fairlot/contract/life/growth-life'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dyingAt } from '../../../../testing/dying.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import { createSettings } from '../../../../platform/settings/settings.ts'
import { excludeWallet, houseAvailable, lockWallets, markWalletClosing } from '../../../ledger/index.ts'
import { grantVouchers } from '../../../mall/index.ts'
import { openTestIssue } from '../../../mall/draws/draws.fixture.ts'
import { REFERRAL_SETTINGS } from '../../referral/referral.settings.ts'
import { LOYALTY_SETTINGS } from '../loyalty.settings.ts'
import { rewardLines } from '../../reward-lines.fixture.ts'
import { DAY_MS, testRefunds, UNIT, type TestRefunds } from '../refunds/refunds.fixture.ts'
import { checkIn, claimReward, type ClaimDeps } from './claims.ts'
import { listTasks } from './task-list.ts'

let shop: TestRefunds
let deps: ClaimDeps
beforeAll(async () => {
  shop = await testRefunds()
  await shop.fund(100_000n * UNIT)
  const { db } = shop.world.mall
  const settings = createSettings({ db, definitions: [...LOYALTY_SETTINGS, ...REFERRAL_SETTINGS] })
  deps = { db, settings, utcOffsetMinutes: 0 }
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
let addresses = 0
/** By default each call comes from an address of its own. */
const claim = (
  member: string,
  what: Claim,
  requestId = randomUUID(),
  address = `10.0.${++addresses >> 8}.${addresses & 255}`,
) => claimReward(deps, { member, claim: what, requestId, address })
const enter = (member: string, requestId = randomUUID()) => checkIn(deps, member, requestId)
const list = (member: string) => listTasks(deps, member)

async function bought(member: string, options: Parameters<typeof openTestIssue>[1] = {}) {
  const { number } = await openTestIssue(shop.world, { shares: 10, ...options })
  return shop.world.mall.sales.buy({ member, issue: number, quantity: 1, requestId: randomUUID() })
}
async function shared(member: string) {
  await shop.world.mall.db.query(
    `insert into share_day (member_id, day) select $1, at::date from business_clock`,
    [member],
  )
}
/** Friends whom the member invited now. */
async function invited(member: string, count: number, { qualified = false, standing = 'clear' } = {}) {
  const friends = await shop.members(count, 0n)
  await shop.world.mall.owner.query(
    `insert into team_member (member_id, friend_id, level, joined_at, first_recharge_at, qualified_at, set_aside, standing)
     select $1, friend, 1, at, case when $3 then at end, case when $3 then at end, case when $3 then $5::bigint end, $4
     from unnest($2::uuid[]) friend, business_clock`,
    [member, friends, qualified, standing, 40n * UNIT],
  )
  if (qualified) await shop.leave(friends, 40n * UNIT)
  return friends
}
/** Members who log in with one device. */
async function onDevice(members: readonly string[]): Promise<void> {
  await deps.db.query(
    `insert into device_seen (member_id, device_hash, first_at)
     select member, sha256(convert_to($2, 'UTF8')), business_now() from unnest($1::uuid[]) member`,
    [members, randomUUID()],
  )
}

/** Members who left enough with the house for every reward. */
async function players(count: number, balance?: bigint): Promise<string[]> {
  const members = await shop.members(count, balance)
  await shop.leave(members, 100n * UNIT)
  await Promise.all(members.map((member) => onDevice([member])))
  return members
}
const newMember = async () => (await players(1))[0]!

test('a check-in is taken once a day, and parallel and repeated calls pay once', async () => {
  const member = await newMember()
  const before = await shop.balance(member)
  const requestId = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => enter(member, requestId)))
  expect(new Set(answers.map(({ streak, amount }) => `${streak} ${amount}`))).toEqual(new Set(['1 1000']))
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(enter(member))))
  expect(codes).toEqual(['TASK_CLAIMED', 'TASK_CLAIMED', 'TASK_CLAIMED'])
  expect(await codeOf(claim(member, 'share', requestId))).toBe('REQUEST_ID_REUSED')
  expect(await shop.balance(member)).toBe(before + 1_000n)
})

test('a row grows over midnight, begins again after seven days and after a gap', async () => {
  const member = await newMember()
  const streaks: number[] = []
  for (const gap of [1, 1, 1, 1, 1, 1, 1, 1, 2, 1]) {
    const { streak } = await enter(member)
    streaks.push(streak)
    for (let day = 0; day < gap; day++) await shop.nextDay()
  }
  expect(streaks).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 1])
  expect((await list(member)).checkIn).toMatchObject({ streak: 1, doneToday: false })
})

test('the day of a check-in follows the offset of business time', async () => {
  const member = await newMember()
  await shop.nextDay()
  const west = { ...deps, utcOffsetMinutes: -360 }
  expect(await checkIn(west, member, randomUUID())).toMatchObject({ streak: 1 })
  await shop.world.mall.database.advanceClock(5 * 3_600_000)
  expect(await codeOf(checkIn(west, member, randomUUID()))).toBe('TASK_CLAIMED')
  await shop.world.mall.database.advanceClock(3_600_000)
  expect(await checkIn(west, member, randomUUID())).toMatchObject({ streak: 2 })
})

test('a clock that stands ahead for a moment gives no rewards of days to come', async () => {
  const member = await newMember()
  const { owner, database } = shop.world.mall
  await enter(member)
  await owner.query('update clock_watch set driven = false, settled_at = (select at from business_clock)')
  await database.advanceClock(3 * DAY_MS)
  expect(await codeOf(enter(member))).toBe('TASK_CLAIMED')
  await database.advanceClock(-3 * DAY_MS)
  await owner.query('update clock_watch set driven = true, settled_at = null')
})

test('a daily task needs its evidence of the day, and is claimed once a day', async () => {
  const member = await newMember()
  const tasks = ['purchase', 'share', 'review', 'invite'] as const
  for (const task of tasks) expect(await codeOf(claim(member, task))).toBe('TASK_OPEN')
  await bought(member)
  await shared(member)
  await invited(member, 1, { qualified: true })
  const before = await shop.balance(member)
  for (const task of ['purchase', 'share', 'invite'] as const) {
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(claim(member, task))))
    expect(codes.toSorted()).toEqual(['TASK_CLAIMED', 'TASK_CLAIMED', 'done'])
  }
  expect(await shop.balance(member)).toBe(before + 13_000n)
  expect((await list(member)).daily.map(({ state }) => state)).toEqual([
    'claimed',
    'claimed',
    'open',
    'claimed',
  ])
  await shop.nextDay()
  for (const task of tasks) expect(await codeOf(claim(member, task))).toBe('TASK_OPEN')
})

test('a seat that can still be left, and a friend who looks like the same person, are no evidence', async () => {
  const member = await newMember()
  await bought(member, { mode: 'pk', shares: 2, grade: 'salt' })
  await invited(member, 1, { qualified: true, standing: 'held' })
  expect(await codeOf(claim(member, 'purchase'))).toBe('TASK_OPEN')
  expect(await codeOf(claim(member, 'invite'))).toBe('TASK_OPEN')
})

test('a rung of the ladder is claimed once ever, with friends who qualified and are not flagged', async () => {
  const member = await newMember()
  await invited(member, 2, { qualified: true })
  await invited(member, 1, { qualified: true, standing: 'same_person' })
  await invited(member, 4)
  expect(await list(member)).toMatchObject({ qualified: 2 })
  expect(await codeOf(claim(member, 'ladder2'))).toBe('TASK_OPEN')
  await invited(member, 1, { qualified: true })
  const before = await shop.balance(member)
  const codes = await Promise.all(
    (['ladder1', 'ladder2', 'ladder1', 'ladder2'] as const).map((rung) => codeOf(claim(member, rung))),
  )
  expect(codes.toSorted()).toEqual(['TASK_CLAIMED', 'TASK_CLAIMED', 'done', 'done'])
  await shop.nextDay()
  expect(await codeOf(claim(member, 'ladder1'))).toBe('TASK_CLAIMED')
  expect(await shop.balance(member)).toBe(before + 100n * UNIT)
  await enter(member)
  expect(await rewardLines(deps.db, member)).toEqual([
    expect.stringMatching(/^task \d+\.00: Invitation ladder: \d \(ladder[12]\)$/),
    expect.stringMatching(/^task \d+\.00: Invitation ladder: \d \(ladder[12]\)$/),
    'task 0.10: Daily check-in (check_in)',
  ])
})

test('a repeated claim answers the same, and its request id fits no other claim', async () => {
  const member = await newMember()
  await shared(member)
  await bought(member)
  const id = randomUUID()
  const first = await claim(member, 'share', id)
  expect(await claim(member, 'share', id)).toEqual(first)
  expect(await codeOf(claim(member, 'purchase', id))).toBe('REQUEST_ID_REUSED')
  expect(await codeOf(enter(member, id))).toBe('REQUEST_ID_REUSED')
})

test('a claim that dies at any statement leaves nothing, and is then paid once', async () => {
  const member = await newMember()
  await shared(member)
  const before = await shop.balance(member)
  for (const what of [
    (db: ClaimDeps['db'], id: string) =>
      claimReward({ ...deps, db }, { member, claim: 'share', requestId: id, address: '10.1.0.1' }),
    (db: ClaimDeps['db'], id: string) =>
      claimReward({ ...deps, db }, { member, claim: 'gift_register', requestId: id, address: '10.1.0.1' }),
    (db: ClaimDeps['db'], id: string) => checkIn({ ...deps, db }, member, id),
  ]) {
    const id = randomUUID()
    let statement = 1
    while (
      await what(dyingAt(deps.db, statement), id).then(
        () => false,
        () => true,
      )
    ) {
      expect(++statement).toBeLessThan(60)
      expect(await shop.broken()).toEqual([])
    }
    expect(statement).toBeGreaterThan(6)
    await what(deps.db, id)
  }
  expect(await shop.balance(member)).toBe(before + 2_000n)
})

test('a reward that the marketing account cannot pay is refused, and can be claimed when it is funded', async () => {
  const [member, other] = (await players(2)) as [string, string]
  await shared(member)
  const { db } = deps
  const left = await db.tx((tx) => houseAvailable(tx, 'marketing'))
  await db.tx(async (tx) => {
    const terms = { name: 'short', approvalId: null, days: 30, amount: left - 100n, minSpend: left }
    await grantVouchers(tx, { ...terms, members: [other] })
  })
  expect(await codeOf(claim(member, 'share'))).toBe('MARKETING_SHORT')
  expect(await codeOf(enter(member))).toBe('MARKETING_SHORT')
  expect(await codeOf(claim(member, 'gift_register'))).toBe('MARKETING_SHORT')
  expect(await list(member)).toMatchObject({ paused: true })
  await shop.fund(100_000n * UNIT)
  expect(await list(member)).toMatchObject({ paused: false })
  for (const call of [claim(member, 'share'), enter(member), claim(member, 'gift_register')])
    expect(await codeOf(call)).toBe('done')
})

test('members on a break and closing members claim nothing, and nobody does while tasks are off', async () => {
  const [away, closing, member] = (await shop.members(3)) as [string, string, string]
  const until = new Date((await shop.world.now()) + DAY_MS)
  await deps.db.tx(async (tx) => {
    await lockWallets(tx, [away, closing])
    await excludeWallet(tx, away, until)
    await markWalletClosing(tx, closing, true)
  })
  const codes = await Promise.all(
    [away, closing].flatMap((one) => [codeOf(enter(one)), codeOf(claim(one, 'gift_register'))]),
  )
  expect(codes).toEqual(['EXCLUDED', 'EXCLUDED', 'ACCOUNT_CLOSING', 'ACCOUNT_CLOSING'])
  const off: Values = {
    get: (setting) =>
      setting.name === 'growth.tasksOn' ? setting.kind.read('false') : deps.settings.get(setting),
  }
  expect(await codeOf(checkIn({ ...deps, settings: off }, member, randomUUID()))).toBe('TASKS_OFF')
  expect(await listTasks({ ...deps, settings: off }, member)).toMatchObject({ on: false })
})

test('the newcomer gets a voucher once an order counts and covers it, and one once the first top-up is played through', async () => {
  const [member] = (await shop.members(1)) as [string]
  const { owner } = shop.world.mall
  await onDevice([member])
  const gifts = ['gift_register', 'gift_recharge'] as const
  const codes = () => Promise.all(gifts.map((gift) => codeOf(claim(member, gift))))
  expect(await codes()).toEqual(['TASK_OPEN', 'TASK_OPEN'])
  await shop.leave([member], UNIT - 1n)
  expect(await codes()).toEqual(['TASK_OPEN', 'TASK_OPEN'])
  await shop.leave([member], 1n)
  const marketing = () => deps.db.tx((tx) => houseAvailable(tx, 'marketing'))
  const before = await marketing()
  const answers = await Promise.all([1, 2, 3].map(() => codeOf(claim(member, 'gift_register'))))
  expect(answers.toSorted()).toEqual(['TASK_CLAIMED', 'TASK_CLAIMED', 'done'])
  expect(await marketing()).toBe(before - UNIT)
  const vouchers = await deps.db.query('select amount, min_spend, state from voucher where member_id = $1', [
    member,
  ])
  expect(vouchers).toEqual([{ amount: UNIT, min_spend: 10n * UNIT, state: 'open' }])
  expect(await list(member)).toMatchObject({ left: '0.00' })
  await shop.leave([member], 3n * UNIT)
  expect(await codeOf(claim(member, 'gift_recharge'))).toBe('TASK_OPEN')
  await owner.query(`update play_through set played = 0 where member_id = $1`, [member])
  expect(await list(member)).toMatchObject({ left: '3.00' })
})

test('a member who left nothing with the house checks in without a reward, and is given nothing for a share', async () => {
  const [member] = (await shop.members(1)) as [string]
  await shared(member)
  expect(await enter(member)).toMatchObject({ streak: 1, amount: 0n })
  expect(await codeOf(claim(member, 'share'))).toBe('TASK_OPEN')
  await shop.nextDay()
  await shared(member)
  await shop.leave([member], 1_500n)
  expect(await enter(member)).toMatchObject({ streak: 2, amount: 1_000n })
  expect(await codeOf(claim(member, 'share'))).toBe('TASK_OPEN')
  await shop.leave([member], 500n)
  expect(await codeOf(claim(member, 'share'))).toBe('done')
})

test('what is set aside for the inviter is not given to the friend as well', async () => {
  const [inviter] = (await shop.members(1)) as [string]
  const [friend] = (await invited(inviter, 1, { qualified: true })) as [string]
  expect(await list(friend)).toMatchObject({ left: '0.00' })
  expect(await enter(friend)).toMatchObject({ amount: 0n })
  await shop.leave([friend], 1_000n)
  await shop.nextDay()
  expect(await enter(friend)).toMatchObject({ amount: 1_000n })
})

test('a member without a device gets no gift, and an address gets so many a day', async () => {
  const [stranger] = (await shop.members(1)) as [string]
  await shop.leave([stranger], 10n * UNIT)
  expect((await list(stranger)).gifts).toEqual([])
  expect(await codeOf(claim(stranger, 'gift_register'))).toBe('DEVICE_MISSING')
  const members = await players(4)
  const few: Values = {
    get: (setting) =>
      setting.name === 'growth.giftsPerAddress' ? setting.kind.read('2') : deps.settings.get(setting),
  }
  const at = (member: string, address: string) =>
    codeOf(
      claimReward(
        { ...deps, settings: few },
        { member, claim: 'gift_register', requestId: randomUUID(), address },
      ),
    )
  const codes = await Promise.all(members.slice(0, 3).map((member) => at(member, '2001:db8:1:2::1')))
  expect(codes.toSorted()).toEqual(['GIFT_LATER', 'done', 'done'])
  expect(await at(members[3]!, '2001:db8:1:2:ffff::9')).toBe('GIFT_LATER')
  expect(await at(members[3]!, '2001:db8:1:3::1')).toBe('done')
  await shop.nextDay()
  expect(await at(members[codes.indexOf('GIFT_LATER')]!, '2001:db8:1:2::1')).toBe('done')
})

test('members who registered before the gift was introduced have none', async () => {
  const member = await newMember()
  const { owner } = shop.world.mall
  await owner.query(`update loyalty_head set gifts_from = business_now() + interval '1 second'`)
  expect((await list(member)).gifts).toEqual([])
  expect(await codeOf(claim(member, 'gift_register'))).toBe('TASK_OPEN')
  await owner.query(`update loyalty_head set gifts_from = '-infinity'`)
})

test('of accounts that share a device only one gets the gift, also when they claim at once', async () => {
  const anyTimes = fc.record({
    accounts: fc.integer({ min: 2, max: 4 }),
    claims: fc.integer({ min: 1, max: 2 }),
  })
  const property = fc.asyncProperty(anyTimes, async ({ accounts, claims }) => {
    const members = await players(accounts)
    await onDevice(members)
    const codes = await Promise.all(
      members.flatMap((member) =>
        Array.from({ length: claims }, () => codeOf(claim(member, 'gift_register'))),
      ),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(codes.filter((code) => code === 'SAME_PERSON')).toHaveLength((accounts - 1) * claims)
    expect(codes.filter((code) => code === 'TASK_CLAIMED')).toHaveLength(claims - 1)
  })
  await fc.assert(property, { numRuns: rounds(100, 6), endOnFailure: true })
}, 300_000)
