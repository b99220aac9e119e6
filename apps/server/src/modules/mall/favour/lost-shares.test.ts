/** Issues of version 3 whose log was lost unsealed: members get their money, and their even share of all prizes where that is more. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../platform/db.ts'
import { dieAtEachStatement } from '../../../testing/dying.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { houseAccounts } from '../../ledger/index.ts'
import { buyShares, drawMall, openTestIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { mallLogChecks } from '../draws/mall-log.checks.ts'
import { refundChunk } from '../issues/refund.ts'
import { mallChecks } from '../mall.checks.ts'
import { wishChecks } from '../wishes/wishes.checks.ts'
import { shareMoneyChecks } from '../sales/share-postings.checks.ts'
import { fundAll, UNIT } from './favour.fixture.ts'
import { auditedNow, loseLog } from './lost-log.fixture.ts'

let world: DrawMall
beforeEach(async () => {
  world = await drawMall({ rules: 3 })
  await fundHouseOnly()
})
afterEach(() => world.mall.close())

const CHECKS = [...mallChecks, ...mallLogChecks, ...shareMoneyChecks]
const CAPITAL = 1_000n * UNIT

/** The accounts that openings need; the guarantee stays empty. */
const fundHouseOnly = () => fundAll(world.mall, CAPITAL, ['marketing', 'subsidy'])

const houseHas = async (name: string) =>
  (await houseAccounts(world.mall.db)).find((account) => account.name === name)!.balance

async function balancesOf(members: readonly string[]): Promise<bigint[]> {
  const rows = await world.mall.db.query<{ member: string; balance: bigint }>(
    'select member_id as member, balance from wallet where member_id = any($1)',
    [members],
  )
  return members.map((member) => rows.find((row) => row.member === member)!.balance)
}

/** An issue of ten shares of which three are sold: the first member buys twice. */
async function sold(marketPrice: bigint) {
  const subsidised = marketPrice > 10n * UNIT && { maxSubsidy: marketPrice, maxPerMember: 10 }
  const product = { shares: 10, marketPrice, grade: 'salt', maxIssues: 1, ...subsidised } as const
  const opening = await openTestIssue(world, product)
  const members = await testMembers(world.mall, 2, 10n * UNIT)
  const [ann, ben] = members as [string, string]
  for (const member of [ann, ben, ann]) await buyShares(world, opening.number, [member])
  return { ...opening, members }
}

test.each([
  ['without a subsidy', 10n * UNIT],
  ['with a subsidy', 20n * UNIT],
])('an issue %s dies at any statement and pays every member the even share once', async (_, value) => {
  const { db, owner } = world.mall
  const before = { subsidy: await houseHas('subsidy'), marketing: await houseHas('marketing') }
  const { issueId, number, members } = await sold(value)
  await loseLog(world)
  const step = async (at: Db) => refundChunk({ ...world.options, db: at }, issueId, 1)
  const check = async () => expect(await failing(db, shareMoneyChecks)).toEqual([])
  for (let order = 0; order < 3; order++) await step(db)
  // everybody has the money back, also while the guarantee lacks the shares
  expect(await balancesOf(members)).toEqual([10n * UNIT, 10n * UNIT])
  if (value === 10n * UNIT) await expect(step(db)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  expect(await failing(db, CHECKS)).toEqual([])
  await fundAll(world.mall, CAPITAL, ['guarantee'])
  // the shares are written, two members are paid, the refund ends
  let answer = ''
  for (let steps = 0; answer !== 'refunded'; steps++) {
    await dieAtEachStatement(db, async (at) => (answer = await step(at)), check)
    expect(steps).toBeLessThan(6)
  }
  expect(await step(db)).toBe('nothing')
  const rests = [(value * 2n) / 3n - 2n * UNIT, value / 3n - UNIT]
  expect(await balancesOf(members)).toEqual(rests.map((rest) => 10n * UNIT + rest))
  const total = rests[0]! + rests[1]!
  const ofHouse =
    before.subsidy + before.marketing + CAPITAL - (await houseHas('subsidy')) - (await houseHas('marketing'))
  expect(ofHouse - (await houseHas('guarantee'))).toBe(total)
  const notices = 'select kind, amount from member_notice where issue_id = $1 order by amount desc'
  expect(await db.query(notices, [issueId])).toEqual(rests.map((amount) => ({ kind: 'lost_share', amount })))
  expect((await auditedNow(world)).counts).toMatchObject({ refunded: 1, refundedLost: 1 })
  expect(
    await db.query(
      `select bytes::jsonb ->> 'amount' as amount from log_entry where subject = $1 and kind = 'issue-refund'`,
      [number],
    ),
  ).toEqual([{ amount: String(3n * UNIT) }])
  expect(await breaches(db)).toEqual([])
  expect(await failing(db, CHECKS)).toEqual([])
  const said = 'every notice of an issue says what happened to it, and what members save and wait for exists'
  for (const planting of ['delete from member_notice', `update member_notice set amount = amount + 1`])
    expect(await planted(owner, wishChecks, planting)).toEqual([said])
  const due =
    'every member of a lost issue of version 3 gets what the even share of all prizes is above the payment, and nobody else does'
  expect(await planted(owner, CHECKS, 'delete from issue_lost_share where codes = 1')).toContain(due)
  expect(
    await planted(owner, CHECKS, 'update issue_lost_share set even_share = even_share + 1, rest = rest + 1'),
  ).toContain(due)
  expect(await planted(db, CHECKS, 'update issue_lost_share set rest = rest + 1')).toEqual([
    'refused: permission denied for table issue_lost_share',
  ])
})

test('several servers pay the shares of a lost issue once, and members who paid more than their share get no more', async () => {
  const { db } = world.mall
  await fundAll(world.mall, CAPITAL, ['guarantee'])
  const rich = await sold(10n * UNIT)
  const poor = await sold(2n * UNIT)
  await loseLog(world)
  const told: string[] = []
  const onNotice = (member: string) => void told.push(member)
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const { issueId } of [rich, poor])
        while ((await refundChunk({ ...world.options, onNotice }, issueId, 1)) === 'more');
    }),
  )
  await world.draws.runDue()
  expect(await balancesOf(rich.members)).toEqual([8n * UNIT + 66_666n, 9n * UNIT + 33_333n])
  expect(await balancesOf(poor.members)).toEqual([10n * UNIT, 10n * UNIT])
  expect(told.toSorted()).toEqual(rich.members.toSorted())
  expect(await failing(db, wishChecks)).toEqual([])
  expect((await auditedNow(world)).counts).toMatchObject({ refunded: 2 })
  expect(await breaches(db)).toEqual([])
  expect(await failing(db, CHECKS)).toEqual([])
  expect(world.errors).toEqual([])
})
