/**
 * Claims: a reward goes from the marketing account to the wallet, or a voucher is granted, in the transaction that writes the claim and
 * has looked at its evidence under the lock of the wallet. Keys let each claim happen once; a repeated call gets the same answer.
 */
import type { Claim, DailyTask, Gift } from '@fairlot/contract/life/growth-life'
import { STREAK_DAYS } from '@fairlot/contract/life/growth-life'
import type { Db, Tx } from '../../../../platform/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import { balances, houseAvailable, lockWallets, requireFree, transfer } from '../../../ledger/index.ts'
import { grantVouchers } from '../../../mall/index.ts'
import { FRIEND_MARGIN } from '../../referral/referral.settings.ts'
import { lockAsFriend } from '../../referral/teams/relations.ts'
import {
  areTasksOn,
  checkInRewards,
  giftsPerAddress,
  giftTerms,
  isGift,
  ladderOf,
  taskRewards,
} from '../loyalty.settings.ts'
import { countGift } from './gift-limits.ts'
import {
  checkInOf,
  claimOf,
  insertCheckIn,
  insertClaim,
  insertClaimFriends,
  standingOf,
  type NewClaim,
  type Standing,
} from './tasks.queries.ts'

export type ClaimDeps = { db: Db; settings: Values; utcOffsetMinutes: number }

export const TASK_KIND = 'task'

/** @throws Refusal TASKS_OFF, ACCOUNT_CLOSING, EXCLUDED, FROZEN */
async function mayClaim(tx: Tx, settings: Values, member: string): Promise<void> {
  if (!areTasksOn(settings)) throw new Refusal('TASKS_OFF')
  await requireFree(tx, member)
}

/** @throws Refusal MARKETING_SHORT */
async function pay(tx: Tx, member: string, ref: string, amount: bigint): Promise<void> {
  if (amount === 0n) return
  if ((await houseAvailable(tx, 'marketing')) < amount) throw new Refusal('MARKETING_SHORT')
  await transfer(tx, { ref, kind: TASK_KIND, from: { house: 'marketing' }, to: { member }, amount })
}

export type CheckedIn = { streak: number; amount: bigint; balance: bigint }

/** The day of the row that a check-in now makes. */
export const nextStreak = ({ last_streak: last, in_row: inRow }: Standing): number =>
  inRow && last !== null && last < STREAK_DAYS ? last + 1 : 1

/**
 * Checks in for the business day, once.
 * @throws Refusal TASK_CLAIMED, TASKS_OFF, MARKETING_SHORT, ACCOUNT_CLOSING, EXCLUDED, REQUEST_ID_REUSED
 */
export function checkIn(
  { db, settings, utcOffsetMinutes }: ClaimDeps,
  member: string,
  requestId: string,
): Promise<CheckedIn> {
  return db.tx(async (tx) => {
    await lockWallets(tx, [member])
    let done = await checkInOf(tx, member, requestId)
    if (!done) {
      if (await claimOf(tx, member, requestId)) throw new Refusal('REQUEST_ID_REUSED')
      await mayClaim(tx, settings, member)
      await lockAsFriend(tx, member)
      const standing = await standingOf(tx, member, { utcOffsetMinutes, margin: settings.get(FRIEND_MARGIN) })
      const { day, last_day: last } = standing
      // a clock that went back finds a check-in of a later day
      if (last !== null && last >= day) throw new Refusal('TASK_CLAIMED')
      const streak = nextStreak(standing)
      const reward = checkInRewards(settings)[streak - 1] ?? 0n
      // the row goes on where nothing is left to give
      done = { streak, amount: reward <= standing.left ? reward : 0n }
      const ref = await insertCheckIn(tx, { member, day, requestId, ...done })
      await pay(tx, member, ref, done.amount)
    }
    const { balance } = await balances(tx, member)
    return { ...done, balance }
  })
}

export type Claimed = { claim: Claim; amount: bigint; voucher: string | null; balance: bigint }

/** What a claim gives: its amount (minor units), and what it rests on. Null: there is no such task, or it is not done. */
type Reward = Pick<NewClaim, 'amount' | 'evidence' | 'friends'>

function dailyReward(settings: Values, standing: Standing, task: DailyTask): Reward | null {
  const amount = taskRewards(settings)[task]
  const evidence = task === 'share' ? null : standing[task]
  const isDone = task === 'share' ? standing.shared : evidence !== null
  const left = task === 'invite' ? standing.left_by_friends : standing.left
  return isDone && amount > 0n && amount <= left ? { amount, evidence, friends: null } : null
}

/** A gift has no amount: its voucher has. */
function giftReward(settings: Values, standing: Standing, gift: Gift): Reward | null {
  const terms = giftTerms(settings, gift)
  const isDone = gift === 'gift_register' ? standing.counted : standing.counted && standing.played
  return terms && standing.is_newcomer && isDone && terms.amount <= standing.left
    ? { amount: 0n, evidence: null, friends: null }
    : null
}

/** What can be claimed now: it is done, and what the member, or the member's friends, left with the house covers it. */
export function rewardOf(settings: Values, standing: Standing, claim: Claim): Reward | null {
  switch (claim) {
    case 'purchase':
    case 'share':
    case 'review':
    case 'invite':
      return dailyReward(settings, standing, claim)
    case 'gift_register':
    case 'gift_recharge':
      return giftReward(settings, standing, claim)
    default: {
      const rung = ladderOf(settings).find((one) => one.claim === claim)
      return rung && standing.qualified >= rung.friends && rung.reward <= standing.left_by_friends
        ? { amount: rung.reward, evidence: null, friends: standing.qualified }
        : null
    }
  }
}

/**
 * Grants the voucher of a gift.
 * @throws Refusal DEVICE_MISSING, SAME_PERSON, GIFT_LATER, MARKETING_SHORT
 * @returns the voucher's id
 */
async function giveVoucher(
  tx: Tx,
  settings: Values,
  { member, claim, address, day }: Pick<ClaimRequest, 'member' | 'claim' | 'address'> & { day: string },
): Promise<string | null> {
  if (!isGift(claim)) return null
  const terms = giftTerms(settings, claim)
  if (!terms) throw new Refusal('TASK_OPEN')
  await countGift(tx, { member, day, address, most: giftsPerAddress(settings) })
  const [granted] = await grantVouchers(tx, {
    name: `fairlot/${claim}`,
    approvalId: null,
    members: [member],
    ...terms,
  })
  if (!granted) throw new Error(`the voucher of ${claim} was granted before`)
  return granted.id
}

export type ClaimRequest = {
  member: string
  claim: Claim
  requestId: string
  /** network address of the caller */
  address: string
}

/**
 * Claims a reward, once.
 * @throws Refusal TASK_OPEN, TASK_CLAIMED, TASKS_OFF, MARKETING_SHORT, SAME_PERSON, DEVICE_MISSING, GIFT_LATER, ACCOUNT_CLOSING, EXCLUDED, REQUEST_ID_REUSED
 */
export function claimReward(
  { db, settings, utcOffsetMinutes }: ClaimDeps,
  { member, claim, requestId, address }: ClaimRequest,
): Promise<Claimed> {
  return db.tx(async (tx) => {
    await lockWallets(tx, [member])
    const known = await claimOf(tx, member, requestId)
    if (known ? known.claim !== claim : await checkInOf(tx, member, requestId))
      throw new Refusal('REQUEST_ID_REUSED')
    let done = known && { amount: known.amount, voucher: known.voucher_id }
    if (!done) {
      await mayClaim(tx, settings, member)
      await lockAsFriend(tx, member)
      const standing = await standingOf(tx, member, { utcOffsetMinutes, margin: settings.get(FRIEND_MARGIN) })
      if (standing.claimed.includes(claim)) throw new Refusal('TASK_CLAIMED')
      const reward = rewardOf(settings, standing, claim)
      if (!reward) throw new Refusal('TASK_OPEN')
      const voucher = await giveVoucher(tx, settings, { member, claim, address, day: standing.day })
      const { day } = standing
      const { friends } = reward
      const ref = await insertClaim(tx, { member, claim, day, voucher, requestId, ...reward })
      if (friends !== null && (await insertClaimFriends(tx, { member, claim, day, friends })) < friends)
        throw new Refusal('TASK_OPEN')
      await pay(tx, member, ref, reward.amount)
      done = { amount: reward.amount, voucher }
    }
    const { balance } = await balances(tx, member)
    return { claim, ...done, balance }
  })
}
