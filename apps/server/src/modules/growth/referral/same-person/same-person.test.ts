/** Signs that both accounts of a relation are one person: found, held, decided by two operators. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareDevice } from '../../../../testing/made/relation-flags.ts'
import { planted } from '../../../../testing/planted.ts'
import { feedIssues } from '../feed/feed-shares.ts'
import { payRebates } from '../rebates/pay-rebates.ts'
import { referralChecks } from '../referral.checks.ts'
import { DAY_MS, testReferral, UNIT, type TestReferral } from '../referral.fixture.ts'
import { qualifiedFriends } from '../teams/relations.ts'
import { decideRelation, type FlagKey } from './decide-relation.ts'
import { noteDevice } from './devices.ts'
import { flagShared } from './find-flags.ts'
import { relationFlags } from './flag-list.ts'

let growth: TestReferral
beforeAll(async () => {
  growth = await testReferral()
  await growth.fund(100_000n * UNIT)
})
afterAll(async () => {
  expect(await growth.broken()).toEqual([])
  await growth.close()
})

const db = () => growth.world.mall.db
const standing = async (member: string, friend: string) =>
  (
    await db().query<{ standing: string }>(
      'select standing from team_member where member_id = $1 and friend_id = $2',
      [member, friend],
    )
  )[0]!.standing
const flags = (member: string) =>
  db().query<{ friend_id: string; signal: string; other_id: string; state: string }>(
    'select friend_id, signal, other_id, state from relation_flag where member_id = $1 order by found_at, signal',
    [member],
  )
/** An approved request, as the desk of operators makes it. */
async function approvalOf(): Promise<string> {
  const id = randomUUID()
  const { owner } = growth.world.mall
  const [first, second] = await owner.query<{ operator_id: string }>('select operator_id from operator')
  await owner.query(
    `insert into approval (approval_id, action, params, reason, requested_by, requested_at, expires_at, state, decided_by, decided_at)
     select $1, 'relation.decide', '{}', 'for the test', $2, at, at + interval '1 day', 'approved', $3, at from business_clock`,
    [id, first!.operator_id, second!.operator_id],
  )
  return id
}
async function decide(key: FlagKey, decision: 'clear' | 'confirm') {
  const approvalId = await approvalOf()
  return db().tx((tx) => decideRelation(tx, key, { decision, reason: 'looked at', approvalId }))
}
const totals = async (member: string) =>
  (
    await db().query(
      `select sum(queued)::bigint as queued, sum(held)::bigint as held, sum(paid)::bigint as paid from rebate_total where member_id = $1`,
      [member],
    )
  )[0]

const savePayout = (owner: string, fingerprint: Buffer) =>
  db().query(
    `insert into payout_account (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, masked,
       created_at, usable_from, first_at)
     select $1, gen_random_uuid(), gen_random_uuid(), $2, 'upi', $2, 'k', $2, '***', at, at, at from business_clock`,
    [owner, fingerprint],
  )

/** An inviter and a friend, with an order of the friend whose rebate of 0.10 is final and not paid yet. */
async function pairWithRebate(): Promise<{ member: string; friend: string }> {
  const [member = ''] = await growth.members(1)
  const friend = await growth.friend(member)
  const { number } = await growth.issue(10)
  await growth.buy(friend, number, 10)
  await growth.draw()
  await feedIssues(growth.deps)
  expect(await growth.rebates(member)).toMatchObject([{ state: 'queued', amount: 1_000n }])
  return { member, friend }
}

beforeAll(async () => {
  for (const name of ['flag-one', 'flag-two'])
    await growth.world.mall.owner.query(
      `insert into operator (operator_id, name, full_name, roles, password_hash, one_time_until, created_at)
       select $1, $2, 'Test', '{finance}', '$argon2id$', at, at from business_clock`,
      [randomUUID(), name],
    )
})

test('a friend with the device of the inviter is held, on both levels, whichever came last', async () => {
  const [top = ''] = await growth.members(1)
  const middle = await growth.friend(top)
  const friend = await growth.friend(middle)
  await shareDevice(db(), [friend, top])
  expect(await flags(top)).toMatchObject([
    { friend_id: friend, signal: 'device', other_id: top, state: 'open' },
  ])
  expect([await standing(top, friend), await standing(middle, friend)]).toEqual(['held', 'clear'])
  await shareDevice(db(), [middle, friend])
  expect(await standing(middle, friend)).toBe('held')
})

test('the later one of two friends with one device is held', async () => {
  const [member = ''] = await growth.members(1)
  const first = await growth.friend(member)
  await growth.advance(1_000)
  const second = await growth.friend(member)
  await shareDevice(db(), [second, first])
  expect(await flags(member)).toMatchObject([{ friend_id: second, other_id: first }])
  expect(await standing(member, first)).toBe('clear')
})

test('strangers who share a device, and members in no team, are left alone', async () => {
  const members = await growth.members(2)
  const friend = await growth.friend(members[0]!)
  await shareDevice(db(), [members[1]!, friend])
  expect(await flags(members[0]!)).toEqual([])
  expect(await standing(members[0]!, friend)).toBe('clear')
})

test('a shared payout account is a sign', async () => {
  const [member = ''] = await growth.members(1)
  const friend = await growth.friend(member)
  const fingerprint = randomBytes(32)
  for (const owner of [member, friend]) await savePayout(owner, fingerprint)
  expect(await flagShared(db(), friend, 'payout')).toEqual([member])
  expect(await flagShared(db(), friend, 'payout')).toEqual([])
  expect(await flags(member)).toMatchObject([{ friend_id: friend, signal: 'payout' }])
})

test('recharges from one sender of USDT are a sign', async () => {
  const [member = ''] = await growth.members(1)
  const friend = await growth.friend(member)
  // this database has transfers without their recharges
  await growth.world.mall.owner.query('alter table trc20_transfer drop constraint trc20_transfer_of')
  const sender = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  for (const [index, owner] of [member, friend].entries())
    await growth.world.mall.owner.query(
      `insert into trc20_transfer (transaction_id, log_index, member_id, recharge_id, sender, units, block, block_at, state, worth,
         rate, seen_at, ended_at)
       select $1, 0, $2, gen_random_uuid(), $3, 1000000, 1, at, 'credited', 1, 1, at, at from business_clock`,
      [String(index).repeat(64), owner, sender],
    )
  expect(await flagShared(db(), friend, 'payer')).toEqual([member])
  expect(await flags(member)).toMatchObject([{ friend_id: friend, signal: 'payer', other_id: member }])
})

test('held rebates are paid once after the flag is cleared', async () => {
  const { member, friend } = await pairWithRebate()
  await shareDevice(db(), [member, friend])
  expect(await growth.rebates(member)).toMatchObject([{ state: 'held' }])
  expect(await totals(member)).toEqual({ queued: 0n, held: 1_000n, paid: 0n })
  const before = await growth.balance(member)
  await growth.run()
  expect(await growth.balance(member)).toBe(before)
  expect((await relationFlags(db(), { limit: 100, all: false })).items).toContainEqual(
    expect.objectContaining({ member: expect.objectContaining({ id: member }), held: '0.10', paid: '0.00' }),
  )
  const key = { member, friend, signal: 'device' } as const
  expect(await decide(key, 'clear')).toEqual({ signals: ['device'], standing: 'clear', amount: 1_000n })
  expect(await decide(key, 'clear')).toBeUndefined()
  await Promise.all([payRebates(db()), payRebates(db())])
  await growth.run()
  expect(await growth.balance(member)).toBe(before + 1_000n)
  expect(await totals(member)).toEqual({ queued: 0n, held: 0n, paid: 1_000n })
})

test('a cleared relation is held again only by a newer signal of another kind', async () => {
  const { member, friend } = await pairWithRebate()
  await shareDevice(db(), [member, friend])
  const [known, unknown] = [randomBytes(32), randomBytes(32)]
  for (const owner of [member, friend]) await savePayout(owner, known)
  await growth.advance(1_000)
  await decide({ member, friend, signal: 'device' }, 'clear')
  expect(await flagShared(db(), friend, 'payout')).toEqual([])
  await shareDevice(db(), [member, friend])
  expect(await standing(member, friend)).toBe('clear')
  await growth.advance(1_000)
  for (const owner of [member, friend]) await savePayout(owner, unknown)
  expect(await flagShared(db(), friend, 'payout')).toEqual([member])
  expect(await standing(member, friend)).toBe('held')
})

test('after a confirmation nothing is paid, now or later', async () => {
  const { member, friend } = await pairWithRebate()
  const { number } = await growth.issue(10)
  await growth.buy(friend, number, 5)
  await feedIssues(growth.deps)
  await shareDevice(db(), [member, friend])
  const before = await growth.balance(member)
  expect(await decide({ member, friend, signal: 'device' }, 'confirm')).toMatchObject({
    standing: 'same_person',
    amount: 1_500n,
  })
  await growth.buy(friend, number, 5)
  await growth.run()
  await growth.draw()
  await growth.run()
  const rebates = await growth.rebates(member)
  expect(rebates).toHaveLength(3)
  for (const one of rebates) expect(one).toMatchObject({ state: 'void', reason: 'same_person' })
  expect(await growth.balance(member)).toBe(before)
  await shareDevice(db(), [friend, member])
  expect(await flags(member)).toMatchObject([{ state: 'confirmed' }])
})

test('of two decisions at once one counts', async () => {
  const { member, friend } = await pairWithRebate()
  await shareDevice(db(), [member, friend])
  const key = { member, friend, signal: 'device' } as const
  const done = await Promise.all([decide(key, 'clear'), decide(key, 'confirm')])
  expect(done.filter((one) => one !== undefined)).toHaveLength(1)
  expect((await flags(member))[0]!.state).toBe(done[0] ? 'cleared' : 'confirmed')
  expect(await standing(member, friend)).toBe(done[0] ? 'clear' : 'same_person')
})

test('looks at one signal that run at once flag once, also while rebates are paid', async () => {
  const { member, friend } = await pairWithRebate()
  const hash = randomBytes(32)
  for (const one of [member, friend]) await db().tx((tx) => noteDevice(tx, one, hash))
  const looks = await Promise.all([
    flagShared(db(), member, 'device'),
    flagShared(db(), friend, 'device'),
    payRebates(db()).then(() => []),
    flagShared(db(), friend, 'device'),
  ])
  expect(looks.flat()).toEqual([member])
  const [rebate] = await growth.rebates(member)
  expect(['held', 'paid']).toContain(rebate!.state)
})

test('a relation with two flags stays held until both are cleared', async () => {
  const { member, friend } = await pairWithRebate()
  await shareDevice(db(), [member, friend])
  await db().query(
    `insert into relation_flag (member_id, friend_id, signal, other_id, found_at) select $1, $2, 'payer', $1, at from business_clock`,
    [member, friend],
  )
  expect(await decide({ member, friend, signal: 'payer' }, 'clear')).toMatchObject({
    standing: 'held',
    amount: 0n,
  })
  expect(await decide({ member, friend, signal: 'device' }, 'clear')).toMatchObject({ standing: 'clear' })
})

test('held friends do not count for tasks', async () => {
  const [member = ''] = await growth.members(1)
  const friend = await growth.friend(member)
  await growth.world.mall.owner.query(
    `update team_member set first_recharge_at = at, qualified_at = at, recharged = 1000000 from business_clock where friend_id = $1`,
    [friend],
  )
  expect(await qualifiedFriends(db(), member)).toBe(1)
  await shareDevice(db(), [member, friend])
  expect(await qualifiedFriends(db(), member)).toBe(0)
  // the friend of this test has recharged nothing
  await growth.world.mall.owner.query(
    `update team_member set first_recharge_at = null, qualified_at = null, recharged = 0 where friend_id = $1`,
    [friend],
  )
})

test('a member has twenty devices at most; the oldest is forgotten', async () => {
  const [member = ''] = await growth.members(1)
  const hashes = Array.from({ length: 21 }, () => randomBytes(32))
  for (const hash of hashes) {
    await growth.advance(1)
    expect(await db().tx((tx) => noteDevice(tx, member, hash))).toBe(true)
  }
  const kept = await db().query<{ device_hash: Buffer }>(
    'select device_hash from device_seen where member_id = $1',
    [member],
  )
  expect(kept).toHaveLength(20)
  expect(kept.some(({ device_hash }) => device_hash.equals(hashes[0]!))).toBe(false)
})

const STANDING = expect.stringContaining('a relation is held while a flag')
const PAID = expect.stringContaining('no rebate was paid after its relation')
const NAMES = expect.stringContaining('every flag names the inviter')
const confirmed = `(member_id, friend_id) = (select member_id, friend_id from relation_flag where state = 'confirmed' limit 1)`

test.each([
  [
    'app',
    'a cleared standing under an open flag',
    `update team_member set standing = 'clear' where standing = 'held'`,
    STANDING,
  ],
  [
    'app',
    'a held relation without a flag',
    `update team_member set standing = 'held' where standing = 'clear'`,
    STANDING,
  ],
  [
    'app',
    'a confirmed relation that is clear',
    `update team_member set standing = 'clear' where ${confirmed}`,
    'refused',
  ],
  [
    'app',
    'a flag that is opened again',
    `update relation_flag set state = 'open' where state = 'cleared'`,
    'refused',
  ],
  [
    'owner',
    'a rebate of one person that is paid',
    `update rebate set state = 'paid', reason = null, due_at = business_now(), ended_at = business_now() where ${confirmed} and state = 'void'`,
    PAID,
  ],
  ['owner', 'a flag that names a stranger', `update relation_flag set other_id = gen_random_uuid()`, NAMES],
  [
    'owner',
    'a decision of nobody',
    `update relation_flag set approval_id = gen_random_uuid() where state <> 'open'`,
    NAMES,
  ],
] as const)('%s: %s is found', async (role, _, plant, found) => {
  const at = role === 'owner' ? growth.world.mall.owner : db()
  const titles = await planted(at, referralChecks, plant)
  expect(titles).toContainEqual(found === 'refused' ? expect.stringContaining('refused') : found)
})

test('the time of a held relation does not change what was paid before', async () => {
  const { member, friend } = await pairWithRebate()
  await growth.run()
  await growth.advance(DAY_MS)
  await shareDevice(db(), [member, friend])
  await decide({ member, friend, signal: 'device' }, 'confirm')
  expect(await growth.rebates(member)).toMatchObject([{ state: 'paid' }])
})
