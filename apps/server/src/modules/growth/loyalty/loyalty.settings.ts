/** Settings of tasks and gifts. The rates of refunds are settings of identity, because the mall's opening check sets them aside. */
import type { Claim, DailyTask, Gift } from '@fairlot/contract/life/growth-life'
import { DAILY_TASKS, GIFTS, LADDER_CLAIMS, STREAK_DAYS } from '@fairlot/contract/life/growth-life'
import { parseMoney } from '@fairlot/contract/money/money'
import {
  defineSetting,
  flag,
  line,
  whole,
  type Setting,
  type SettingRule,
  type Values,
} from '../../../platform/settings/settings.ts'
import { FRIEND_MARGIN } from '../referral/referral.settings.ts'

const AMOUNT = String.raw`\d{1,6}(\.\d{1,2})?`
const amounts = (count: number) => new RegExp(`^${AMOUNT}(,${AMOUNT}){${count - 1}}$`)

const TASKS_ON = defineSetting({
  name: 'growth.tasksOn',
  about: 'Whether members can check in and claim rewards of tasks and gifts.',
  kind: flag(),
  initial: 'true',
  effect: 'all',
  twoPersons: 'real',
})
export const CHECK_IN_REWARDS = defineSetting({
  name: 'growth.checkInRewards',
  about: 'Rewards for seven days of check-ins in a row. After a missed day the row begins again.',
  kind: line({ maxLength: 80, pattern: amounts(STREAK_DAYS) }),
  initial: '0.10,0.10,0.15,0.15,0.20,0.20,0.50',
  effect: 'new',
  twoPersons: 'real',
})
export const TASK_REWARDS = defineSetting({
  name: 'growth.taskRewards',
  about: 'Rewards of the daily tasks: purchase, share, review, invite. Zero takes a task off the list.',
  kind: line({ maxLength: 60, pattern: amounts(DAILY_TASKS.length) }),
  initial: '0.20,0.10,0.50,1.00',
  effect: 'new',
  twoPersons: 'real',
})
export const LADDER = defineSetting({
  name: 'growth.ladder',
  about:
    'The five rungs of the invitation ladder: friends who topped up and played for real, and the reward. Up to each rung, ladder and task of inviting pay at most what the house keeps of these friends (`growth.friendMargin`).',
  kind: line({ maxLength: 100, pattern: new RegExp(`^\\d{1,5}:${AMOUNT}(,\\d{1,5}:${AMOUNT}){4}$`) }),
  initial: '1:25,3:75,10:250,30:600,60:1250',
  effect: 'new',
  twoPersons: 'real',
})

function giftSetting(name: string, when: string, initial: string): Setting<string> {
  return defineSetting({
    name: `growth.${name}`,
    about: `The newcomer’s voucher after the ${when}: amount, minimum spend, days. No voucher is given while the amount is 0.`,
    kind: line({ maxLength: 40, pattern: new RegExp(`^${AMOUNT},${AMOUNT},\\d{1,3}$`) }),
    initial,
    effect: 'new',
    twoPersons: 'real',
  })
}
export const GIFT_SETTINGS = {
  gift_register: giftSetting('giftRegister', 'first order that counts', '1.00,10.00,14'),
  gift_recharge: giftSetting('giftRecharge', 'first top-up that is played through', '3.00,30.00,30'),
} as const satisfies Record<Gift, Setting<string>>
const GIFTS_PER_ADDRESS = defineSetting({
  name: 'growth.giftsPerAddress',
  about:
    'Most vouchers of the newcomer gift that members behind one network address receive on a business day. Members of a mobile network can share an address.',
  kind: whole({ minimum: 1, maximum: 10_000, unit: 'gifts' }),
  initial: '20',
  effect: 'all',
  twoPersons: 'real',
})

export const LOYALTY_SETTINGS: readonly Setting<unknown>[] = [
  TASKS_ON,
  CHECK_IN_REWARDS,
  TASK_REWARDS,
  LADDER,
  ...Object.values(GIFT_SETTINGS),
  GIFTS_PER_ADDRESS,
]

export const areTasksOn = (values: Values): boolean => values.get(TASKS_ON)

const list = (text: string) => text.split(',').map((part) => parseMoney(part.trim()))

/** Of the days of a row; minor units. */
export const checkInRewards = (values: Values): bigint[] => list(values.get(CHECK_IN_REWARDS))

/** In minor units. */
export function taskRewards(values: Values): Record<DailyTask, bigint> {
  const [purchase = 0n, share = 0n, review = 0n, invite = 0n] = list(values.get(TASK_REWARDS))
  return { purchase, share, review, invite }
}

export type Rung = { claim: (typeof LADDER_CLAIMS)[number]; friends: number; reward: bigint }

export function ladderOf(values: Values): Rung[] {
  return values
    .get(LADDER)
    .split(',')
    .map((part, n) => {
      const [friends = '', reward = ''] = part.split(':')
      return { claim: LADDER_CLAIMS[n]!, friends: Number(friends), reward: parseMoney(reward.trim()) }
    })
}

/** Amounts in minor units. */
export type GiftTerms = { amount: bigint; minSpend: bigint; days: number }

/** The terms of a gift; null: it is switched off. */
export function giftTerms(values: Values, gift: Gift): GiftTerms | null {
  const [amount = '0', minSpend = '0', days = '0'] = values.get(GIFT_SETTINGS[gift]).split(',')
  const terms = { amount: parseMoney(amount), minSpend: parseMoney(minSpend), days: Number(days) }
  return terms.amount > 0n ? terms : null
}

export const giftsPerAddress = (values: Values): number => values.get(GIFTS_PER_ADDRESS)

export const isGift = (claim: Claim): claim is Gift => GIFTS.some((gift) => gift === claim)

const rises = <T extends number | bigint>(values: readonly T[]) =>
  values.every((value, n) => (n === 0 ? value > 0 : value > values[n - 1]!))

export const LOYALTY_RULES: readonly SettingRule[] = [
  {
    about: [LADDER],
    broken(values) {
      const rungs = ladderOf(values)
      return !rises(rungs.map(({ friends }) => friends)) || !rises(rungs.map(({ reward }) => reward))
    },
  },
  {
    about: [LADDER, TASK_REWARDS, FRIEND_MARGIN],
    broken(values) {
      const [margin, { invite }] = [values.get(FRIEND_MARGIN), taskRewards(values)]
      let paid = 0n
      return ladderOf(values).some(({ friends, reward }) => {
        paid += reward
        return paid + BigInt(friends) * invite > BigInt(friends) * margin
      })
    },
  },
  {
    about: Object.values(GIFT_SETTINGS),
    broken: (values) =>
      GIFTS.some((gift) => {
        const terms = giftTerms(values, gift)
        return terms !== null && (terms.minSpend < terms.amount || terms.days < 1 || terms.days > 365)
      }),
  },
]
