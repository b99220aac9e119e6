/** The doctor finds what a person with the rights of the database changes about rewards, and what a stolen server does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planted, failing } from '../../../testing/planted.ts'
import { createSettings } from '../../../platform/settings/settings.ts'
import { REFERRAL_SETTINGS } from '../referral/referral.settings.ts'
import { loyaltyChecks } from './loyalty.checks.ts'
import { LOYALTY_SETTINGS } from './loyalty.settings.ts'
import { refundLiveness } from './refunds/refunds.checks.ts'
import { testRefunds, UNIT, type TestRefunds } from './refunds/refunds.fixture.ts'
import { checkIn, claimReward } from './tasks/claims.ts'

let shop: TestRefunds
/** who has a paid refund, and who has check-ins and claims */
let loser: string
let member: string

beforeAll(async () => {
  shop = await testRefunds()
  const { db } = shop.world.mall
  await shop.fund(1_000n * UNIT)
  const members = await shop.members(2)
  const { winner } = await shop.lose(members, [20, 20])
  loser = members.find((one) => one !== winner)!
  await shop.nextDay()
  await shop.run()
  ;[member] = (await shop.members(1)) as [string]
  await shop.leave([member], 10n * UNIT)
  await db.query(
    `insert into device_seen (member_id, device_hash, first_at) select $1, sha256('phone'), business_now()`,
    [member],
  )
  const settings = createSettings({ db, definitions: [...LOYALTY_SETTINGS, ...REFERRAL_SETTINGS] })
  const deps = { db, settings, utcOffsetMinutes: 0 }
  await db.query(`insert into share_day (member_id, day) select $1, at::date from business_clock`, [member])
  await claimReward(deps, { member, claim: 'share', requestId: randomUUID(), address: '10.0.0.1' })
  await claimReward(deps, { member, claim: 'gift_register', requestId: randomUUID(), address: '10.0.0.1' })
  for (let day = 0; day < 2; day++) {
    await checkIn(deps, member, randomUUID())
    await shop.nextDay()
  }
})
afterAll(() => shop.close())

const LINES =
  'every line of refunds of lost orders and rewards of tasks has its cause, amount, sides and time, and every cause its lines'
const FORMULA =
  'every refund of lost orders is the formula over the lost orders of its day, and none is missing'
const DAYS =
  'every issue of a day of refunds is drawn and settled, and a day that is closed has all of them summed'
const VOID = 'only refunds to closed accounts are void'
const CHECK_INS = 'no row of check-ins was changed or removed'
const CLAIMS = 'no row of claims of rewards was changed or removed'
const ROWS = 'every check-in continues the row of the day before, or begins one'
const EVIDENCE =
  'every claimed reward rests on what the member did, and on the day of the claim where it counts daily'
const COVERED =
  'no member was given more for tasks, check-ins and as a newcomer than the house keeps of the orders, less what is set aside for the inviter'
const ROW_AMOUNTS =
  'every check-in gave what the settings said at that time for its day of the row, or nothing'
const AMOUNTS =
  'every claim of a task or of the ladder gave what the settings said at that time, for as many friends'
const GIFTS = 'every gift is a voucher of its own, granted with the claim'
const GIFT_TERMS = 'every gift has the amount, the minimum and the days that applied at its claim'

test('what is sound is found sound', async () => {
  expect(await failing(shop.world.mall.owner, loyaltyChecks)).toEqual([])
})

test.each<[what: string, sql: string, finders: readonly string[]]>([
  ['a refund that is gone', 'delete from vip_refund where member_id = $1', [LINES, FORMULA]],
  ['a refund of more orders', 'update vip_refund set orders = orders + 1 where member_id = $1', [FORMULA]],
  [
    'a refund at the rate of another level',
    'update vip_refund set rate = rate + 50, level = level + 1, amount = div(basis * (rate + 50), 10000) where member_id = $1',
    [LINES, FORMULA],
  ],
  [
    'a refund of another sum',
    'update vip_refund set basis = basis * 2, amount = div(basis * 2 * rate, 10000) where member_id = $1',
    [LINES, FORMULA],
  ],
  [
    'a refund that is said to be unpaid',
    `update vip_refund set state = 'queued', paid_at = null where member_id = $1`,
    [LINES],
  ],
  [
    'a refund that is void without reason',
    `update vip_refund set state = 'void', paid_at = null where member_id = $1`,
    [LINES, VOID],
  ],
  [
    "a refund of nobody's orders",
    `insert into vip_refund (member_id, day, orders, basis, spend, level, rate, amount, rated_at)
     select $1, day - 1, 1, basis, spend, level, rate, amount, rated_at from vip_refund`,
    [FORMULA],
  ],
  [
    'an issue that is counted again',
    'update vip_refund_issue set through_seq = 0 where $1::uuid is not null',
    [FORMULA, DAYS],
  ],
])('finds %s', async (_, sql, finders) => {
  expect(await planted(shop.world.mall.owner, loyaltyChecks, sql, [loser])).toEqual(finders)
})

test.each<[what: string, sql: string, finders: readonly string[]]>([
  [
    'a check-in that is gone',
    'delete from check_in where member_id = $1 and streak = 1',
    [LINES, CHECK_INS, ROWS],
  ],
  [
    'a longer row',
    'update check_in set streak = 6 where member_id = $1 and streak = 2',
    [CHECK_INS, ROWS, ROW_AMOUNTS],
  ],
  [
    'a greater reward',
    `update task_claim set amount = amount + 1 where member_id = $1 and claim = 'share'`,
    [LINES, CLAIMS, AMOUNTS],
  ],
  [
    'rewards of a member who left nothing with the house',
    'update member_vip set kept = 0 where member_id = $1',
    [COVERED],
  ],
  ['a share that was not noted', 'delete from share_day where member_id = $1', [EVIDENCE]],
  [
    'a gift that was claimed with the voucher of another day',
    `update voucher set granted_at = granted_at - interval '1 day' where member_id = $1`,
    [GIFTS],
  ],
  ['a gift for smaller orders', 'update voucher set min_spend = amount where member_id = $1', [GIFT_TERMS]],
  [
    'a purchase that never was',
    `insert into task_claim (member_id, claim, day, amount, evidence_id, request_id, claimed_at)
     select $1, 'purchase', at::date, 2000, gen_random_uuid(), gen_random_uuid(), at from business_clock`,
    [LINES, EVIDENCE],
  ],
])('finds %s', async (_, sql, finders) => {
  expect(await planted(shop.world.mall.owner, loyaltyChecks, sql, [member])).toEqual(finders)
})

test.each<[what: string, sql: string, answer: string]>([
  [
    'takes back a paid refund',
    `update vip_refund set state = 'queued', paid_at = null where member_id = $1`,
    'refused: a row that the server may not change',
  ],
  [
    'raises a refund',
    'update vip_refund set amount = amount + 1 where member_id = $1',
    'refused: permission denied for table vip_refund',
  ],
  [
    'removes a claim',
    'delete from task_claim where member_id = $1',
    'refused: permission denied for table task_claim',
  ],
  [
    'opens a day again',
    `update vip_refund_day set state = 'open' where $1::uuid is not null`,
    'refused: a row that the server may not change',
  ],
])('the server cannot do it: it %s', async (_, sql, answer) => {
  const [found] = await planted(shop.world.mall.db, loyaltyChecks, sql, [loser])
  expect(found?.split(':')[0]).toBe(answer.split(':')[0])
})

test('a day that does not close and a queue that is not paid are seen', async () => {
  const { owner } = shop.world.mall
  expect(await failing(owner, refundLiveness)).toEqual([])
  const late = `
    insert into vip_refund_day (day) select at::date - 7 from business_clock;
    insert into vip_refund (member_id, day, orders, basis, spend, level, rate, amount, rated_at)
    select member_id, day - 9, orders, basis, spend, level, rate, amount, rated_at - interval '2 days' from vip_refund`
  expect(await planted(owner, refundLiveness, late)).toEqual(refundLiveness.map(({ title }) => title))
})
