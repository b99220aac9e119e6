/**
 * The VIP levels 0 to 5 and the rebates to inviters: settings, because operators change them. The fee of a withdrawal by
 * level is a setting of the wallet. The mall's opening check sets aside the highest rebates and refunds of an issue.
 */
import { hundredths } from '../../platform/settings/percent.ts'
import {
  defineSetting,
  line,
  moneys,
  type SettingRule,
  type Values,
  whole,
} from '../../platform/settings/settings.ts'
import { settingNow } from '../../platform/settings/setting-now.ts'

const SIX_PERCENTAGES = /^\d{1,2}(\.\d{1,2})?(,\d{1,2}(\.\d{1,2})?){5}$/

const VIP_SPENDS = defineSetting({
  name: 'identity.vipSpends',
  about:
    'Total spend at which a member reaches the VIP levels 1 to 5. A member below the first total has level 0.',
  kind: moneys({ minimum: 100n, maximum: 10n ** 15n, maxItems: 5 }),
  initial: '500,2000,10000,50000,100000',
  effect: 'new',
  twoPersons: 'real',
})
const VIP_EXTRA_REWARDS = defineSetting({
  name: 'identity.vipExtraRewards',
  about: 'Percent that the direct inviter receives besides the rebate, for the inviter’s VIP levels 0 to 5.',
  kind: line({ maxLength: 60, pattern: SIX_PERCENTAGES }),
  initial: '0,0.1,0.2,0.3,0.4,0.5',
  effect: 'new',
  twoPersons: 'real',
})
const VIP_REFUNDS = defineSetting({
  name: 'identity.vipRefunds',
  about: 'Percent that a member gets back of orders that did not win, for the VIP levels 0 to 5.',
  kind: line({ maxLength: 60, pattern: SIX_PERCENTAGES }),
  initial: '0,0.5,1,1.5,2,2.5',
  effect: 'new',
  twoPersons: 'real',
})
const REBATES = defineSetting({
  name: 'identity.rebates',
  about: 'Percent of an order that the direct and the indirect inviter receive.',
  kind: line({ maxLength: 20, pattern: /^\d{1,2}(\.\d{1,2})?,\d{1,2}(\.\d{1,2})?$/ }),
  initial: '1,0.5',
  effect: 'new',
  twoPersons: 'real',
})

export const REBATE_MIN_DAYS = defineSetting({
  name: 'growth.rebateMinDays',
  about: 'Shortest term of a finance order that earns a rebate.',
  kind: whole({ minimum: 1, maximum: 366, unit: 'days' }),
  initial: '7',
  effect: 'new',
  twoPersons: 'real',
})

export const VIP_SETTINGS = [VIP_SPENDS, VIP_EXTRA_REWARDS, VIP_REFUNDS, REBATES, REBATE_MIN_DAYS]

const percents = (text: string) => text.split(',').map(hundredths)
const falls = (values: readonly number[]) => values.some((value, n) => n > 0 && value < values[n - 1]!)

/** A higher level needs more spend and never gets less. */
export const VIP_RULE: SettingRule = {
  about: VIP_SETTINGS,
  broken(values) {
    const levels = vipLevels(values)
    const spends = levels.map(({ spend }) => spend)
    return (
      levels.length !== 6 ||
      spends.some((spend, n) => n > 0 && spend <= spends[n - 1]!) ||
      falls(levels.map(({ extraReward }) => extraReward)) ||
      falls(levels.map(({ refund }) => refund))
    )
  },
}

export type VipLevel = {
  level: number
  /** total spend from which a member has the level, minor units */
  spend: bigint
  /** hundredths of a percent */
  extraReward: number
  refund: number
}

/** The VIP levels, from 0. */
export function vipLevels(values: Values): VipLevel[] {
  const extraRewards = percents(values.get(VIP_EXTRA_REWARDS))
  const refunds = percents(values.get(VIP_REFUNDS))
  return [0n, ...values.get(VIP_SPENDS)].map((spend, level) => ({
    level,
    spend,
    extraReward: extraRewards[level] ?? 0,
    refund: refunds[level] ?? 0,
  }))
}

/** The most that an order can cost the house in rewards, in hundredths of a percent of its amount. */
export type RewardRates = {
  /** rebates to both inviters, with the extra reward of the highest level */
  rebate: number
  /** VIP refund of an order that did not win, at the highest level */
  refund: number
}

/** The rebates to the direct and the indirect inviter, in hundredths of a percent. */
export function rebateRates(values: Values): { direct: number; indirect: number } {
  const [direct = 0, indirect = 0] = percents(values.get(REBATES))
  return { direct, indirect }
}

/** What `highestRewards` makes `rebate` of, in the order of the arguments of the database's function `highest_rebate`. */
export const HIGHEST_REBATE_SETTINGS = [REBATES, VIP_EXTRA_REWARDS] as const

/** SQL of the highest rebates now, as `highestRewards`. */
export const HIGHEST_REBATE_NOW = `highest_rebate(${HIGHEST_REBATE_SETTINGS.map(settingNow).join(', ')})`

export function highestRewards(values: Values): RewardRates {
  const levels = vipLevels(values)
  const { direct, indirect } = rebateRates(values)
  return {
    rebate: direct + indirect + Math.max(...levels.map(({ extraReward }) => extraReward)),
    refund: Math.max(...levels.map(({ refund }) => refund)),
  }
}
