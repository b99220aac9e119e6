/** What members see of tasks: those of the day, the invitation ladder, the newcomer gift. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { DAILY_TASKS, GIFTS, type Claim, type TaskState } from '@fairlot/contract/life/growth-life'
import { formatMoney } from '@fairlot/contract/money/money'
import { houseAccounts } from '../../../ledger/index.ts'
import { FRIEND_MARGIN, FRIEND_TOP_UP } from '../../referral/referral.settings.ts'
import { areTasksOn, checkInRewards, giftTerms, ladderOf, taskRewards } from '../loyalty.settings.ts'
import { nextStreak, rewardOf, type ClaimDeps } from './claims.ts'
import { hasDevice } from './gift-limits.ts'
import { looksLikeTwin } from './same-person.queries.ts'
import { standingOf, taskVersion } from './tasks.queries.ts'

/** The tasks of a member. */
export async function listTasks(
  { db, settings, utcOffsetMinutes }: ClaimDeps,
  memberId: string,
): Promise<Output<Endpoints['taskList']>> {
  const [standing, isTwin, isKnown, version, accounts] = await Promise.all([
    standingOf(db, memberId, { utcOffsetMinutes, margin: settings.get(FRIEND_MARGIN) }),
    looksLikeTwin(db, memberId),
    hasDevice(db, memberId),
    taskVersion(db, memberId),
    houseAccounts(db),
  ])
  const stateOf = (claim: Claim): TaskState => {
    if (standing.claimed.includes(claim)) return 'claimed'
    return rewardOf(settings, standing, claim) ? 'ready' : 'open'
  }
  const doneToday = standing.last_day !== null && standing.last_day >= standing.day
  const rewards = checkInRewards(settings)
  const daily = DAILY_TASKS.map((task) => ({
    task,
    reward: taskRewards(settings)[task],
    state: stateOf(task),
  })).filter(({ reward }) => reward > 0n)
  const ladder = ladderOf(settings).map((rung) => ({ ...rung, state: stateOf(rung.claim) }))
  const gifts = GIFTS.flatMap((claim) => {
    const [terms, state] = [giftTerms(settings, claim), stateOf(claim)]
    const isOffered = state === 'claimed' || (standing.is_newcomer && !isTwin && isKnown)
    return terms && isOffered ? [{ claim, ...terms, state }] : []
  })
  const open = [
    ...(doneToday ? [] : [rewards[nextStreak(standing) - 1] ?? 0n]),
    ...[...daily, ...ladder].filter(({ state }) => state !== 'claimed').map(({ reward }) => reward),
    ...gifts.filter(({ state }) => state !== 'claimed').map(({ amount }) => amount),
  ].filter((reward) => reward > 0n)
  const available = accounts.find(({ name }) => name === 'marketing')?.available ?? 0n
  return {
    day: standing.day,
    endsAt: Number(standing.ends_ms),
    on: areTasksOn(settings),
    paused: open.length > 0 && open.every((reward) => reward > available),
    checkIn: {
      streak: doneToday || standing.in_row ? (standing.last_streak ?? 0) : 0,
      doneToday,
      rewards: rewards.map(formatMoney),
    },
    daily: daily.map((one) => ({ ...one, reward: formatMoney(one.reward) })),
    qualified: standing.qualified,
    minimum: formatMoney(settings.get(FRIEND_TOP_UP)),
    margin: formatMoney(settings.get(FRIEND_MARGIN)),
    left: formatMoney(standing.left > 0n ? standing.left : 0n),
    ladder: ladder.map((one) => ({ ...one, reward: formatMoney(one.reward) })),
    gifts: gifts.map((one) => ({
      ...one,
      amount: formatMoney(one.amount),
      minSpend: formatMoney(one.minSpend),
    })),
    version,
  }
}
