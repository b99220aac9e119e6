/** The wallet's settings. A change applies to new recharges; open recharges keep the values they were opened with. */
import { hundredths } from '../../platform/settings/percent.ts'
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import {
  defineSetting,
  flag,
  line,
  money,
  moneys,
  whole,
  type SettingRule,
  type Values,
} from '../../platform/settings/settings.ts'
import { TRC20_SETTINGS } from './trc20/trc20.settings.ts'

const ONE = MINOR_PER_UNIT
const MAX_AMOUNT = 100_000_000n * ONE

const STEPS = defineSetting({
  name: 'wallet.rechargeSteps',
  about:
    'Amounts that the recharge page suggests, in ascending order, from the smallest to the largest recharge.',
  kind: moneys({ minimum: ONE, maximum: MAX_AMOUNT, maxItems: 12 }),
  initial: '100,200,500,1000,5000,10000',
  effect: 'new',
})
const MINIMUM = defineSetting({
  name: 'wallet.rechargeMinimum',
  about: 'Smallest amount of a recharge.',
  kind: money({ minimum: ONE, maximum: MAX_AMOUNT }),
  initial: '100',
  effect: 'new',
})
const MAXIMUM = defineSetting({
  name: 'wallet.rechargeMaximum',
  about: 'Largest amount of a recharge.',
  kind: money({ minimum: ONE, maximum: MAX_AMOUNT }),
  initial: '100000',
  effect: 'new',
  twoPersons: 'real',
})
const EXPIRY_MINUTES = defineSetting({
  name: 'wallet.rechargeExpiryMinutes',
  about: 'Minutes after which an unpaid recharge expires.',
  kind: whole({ minimum: 1, maximum: 1_440, unit: 'minutes' }),
  initial: '30',
  effect: 'new',
})
const MAX_OPEN = defineSetting({
  name: 'wallet.rechargeMaxOpen',
  about: 'Maximum number of unpaid recharges per member.',
  kind: whole({ minimum: 1, maximum: 100 }),
  initial: '5',
  effect: 'new',
})
const TRANSFER_EXPIRY_HOURS = defineSetting({
  name: 'wallet.transferExpiryHours',
  about: 'Hours after which a recharge by transfer expires. A transfer that arrives later is still credited.',
  kind: whole({ minimum: 1, maximum: 720, unit: 'hours' }),
  initial: '72',
  effect: 'new',
})
const RECHARGE_CODE = defineSetting({
  name: 'wallet.rechargeCode',
  about: 'Whether a recharge by transfer or TRC-20 needs an SMS code.',
  kind: flag(),
  initial: 'false',
  effect: 'new',
})
const MATCH_TWO_APPROVERS_FROM = defineSetting({
  name: 'wallet.matchTwoApproversFrom',
  about:
    'Amount from which a line of a statement needs a second operator to be credited, matched or dismissed.',
  kind: money({ minimum: 0n, maximum: MAX_AMOUNT }),
  initial: '1000',
  effect: 'new',
  twoPersons: 'real',
})
const MATCH_ALONE_PER_DAY = defineSetting({
  name: 'wallet.matchAlonePerDay',
  about:
    'Maximum sum that one operator can credit in a business day without a second operator, by imported statements and matches by hand together.',
  kind: money({ minimum: 0n, maximum: MAX_AMOUNT }),
  initial: '10000',
  effect: 'new',
  twoPersons: 'real',
})
const SANDBOX_DELAY_SECONDS = defineSetting({
  name: 'wallet.sandboxDelaySeconds',
  about: "Delay of the sandbox cashier's notice when the user chooses a late notice.",
  kind: whole({ minimum: 1, maximum: 3_600, unit: 'seconds' }),
  initial: '30',
  effect: 'new',
})

/** Percent of a recharge that is to be played through. */
export const PLAY_PERCENT = defineSetting({
  name: 'wallet.playThroughPercent',
  about:
    'Percent of a recharge that a member must spend on settled purchases before that money can be withdrawn. The recharge page shows it.',
  kind: whole({ minimum: 0, maximum: 1_000, unit: 'percent' }),
  initial: '100',
  effect: 'new',
  twoPersons: 'real',
})
const WITHDRAWAL_MINIMUM = defineSetting({
  name: 'wallet.withdrawalMinimum',
  about: 'Smallest amount of a withdrawal.',
  kind: money({ minimum: ONE, maximum: MAX_AMOUNT }),
  initial: '100',
  effect: 'new',
  twoPersons: 'real',
})
export const WITHDRAWAL_FEES = defineSetting({
  name: 'wallet.withdrawalFees',
  about: 'Fee of a withdrawal in percent for the VIP levels 0 to 5, never higher for a higher level.',
  kind: line({ maxLength: 60, pattern: /^\d{1,2}(\.\d{1,2})?(,\d{1,2}(\.\d{1,2})?){5}$/ }),
  initial: '5,4.5,4,3.5,3,2',
  effect: 'new',
  twoPersons: 'real',
})
const WITHDRAWAL_OPENS = defineSetting({
  name: 'wallet.withdrawalOpens',
  about: 'Minute of the business day from which withdrawals are accepted.',
  kind: whole({ minimum: 0, maximum: 1_439, unit: 'minutes' }),
  initial: '600',
  effect: 'new',
  twoPersons: 'real',
})
const WITHDRAWAL_CLOSES = defineSetting({
  name: 'wallet.withdrawalCloses',
  about: 'Minute of the business day from which withdrawals are no longer accepted.',
  kind: whole({ minimum: 1, maximum: 1_440, unit: 'minutes' }),
  initial: '1080',
  effect: 'new',
  twoPersons: 'real',
})
const WITHDRAWAL_MAX_OPEN = defineSetting({
  name: 'wallet.withdrawalMaxOpen',
  about: 'Maximum number of open withdrawals per member.',
  kind: whole({ minimum: 1, maximum: 100 }),
  initial: '3',
  effect: 'new',
})
export const TWO_APPROVERS_FROM = defineSetting({
  name: 'wallet.withdrawalTwoApproversFrom',
  about: 'Amount from which a withdrawal needs the approval of two operators.',
  kind: money({ minimum: 0n, maximum: MAX_AMOUNT }),
  initial: '10000',
  effect: 'new',
  twoPersons: 'real',
})
const IDENTITY_FROM = defineSetting({
  name: 'wallet.identityFrom',
  about:
    "Sum of a member's withdrawals in 30 days, including the new one, from which the identity check must be approved.",
  kind: money({ minimum: 0n, maximum: MAX_AMOUNT }),
  initial: '5000',
  effect: 'new',
  twoPersons: 'real',
})
const PAYOUT_REST_HOURS = defineSetting({
  name: 'wallet.payoutRestHours',
  about: 'Hours before withdrawals can go to a new or changed payout account.',
  kind: whole({ minimum: 0, maximum: 168, unit: 'hours' }),
  initial: '24',
  effect: 'new',
  twoPersons: 'real',
})
const MAX_PAYOUT_ACCOUNTS = defineSetting({
  name: 'wallet.maxPayoutAccounts',
  about: 'Maximum number of payout accounts per member.',
  kind: whole({ minimum: 1, maximum: 50 }),
  initial: '10',
  effect: 'new',
})

export const WALLET_SETTINGS = [
  STEPS,
  MINIMUM,
  MAXIMUM,
  EXPIRY_MINUTES,
  MAX_OPEN,
  TRANSFER_EXPIRY_HOURS,
  RECHARGE_CODE,
  MATCH_TWO_APPROVERS_FROM,
  MATCH_ALONE_PER_DAY,
  SANDBOX_DELAY_SECONDS,
  PLAY_PERCENT,
  WITHDRAWAL_MINIMUM,
  WITHDRAWAL_FEES,
  WITHDRAWAL_OPENS,
  WITHDRAWAL_CLOSES,
  WITHDRAWAL_MAX_OPEN,
  TWO_APPROVERS_FROM,
  IDENTITY_FROM,
  PAYOUT_REST_HOURS,
  MAX_PAYOUT_ACCOUNTS,
  ...TRC20_SETTINGS,
]

/** Every suggested amount is between the smallest and the largest recharge. */
const RECHARGE_RULE: SettingRule = {
  about: [STEPS, MINIMUM, MAXIMUM],
  broken(values) {
    const { minimum, maximum, steps } = walletSettings(values)
    return minimum > maximum || steps.some((step) => step < minimum || step > maximum)
  },
}

/** Withdrawals open before they close, and a higher VIP level never pays a higher fee. */
const WITHDRAWAL_RULE: SettingRule = {
  about: [WITHDRAWAL_OPENS, WITHDRAWAL_CLOSES, WITHDRAWAL_FEES],
  broken(values) {
    const { withdrawalOpens, withdrawalCloses, withdrawalFees } = walletSettings(values)
    const rises = withdrawalFees.some((fee, level) => level > 0 && fee > withdrawalFees[level - 1]!)
    return withdrawalOpens >= withdrawalCloses || rises
  },
}

export const WALLET_SETTING_RULES: readonly SettingRule[] = [RECHARGE_RULE, WITHDRAWAL_RULE]

/** Amounts in minor units. */
export type WalletSettings = {
  readonly steps: readonly bigint[]
  readonly minimum: bigint
  readonly maximum: bigint
  readonly expiryMinutes: number
  readonly maxOpen: number
  readonly transferExpiryHours: number
  /** whether a recharge without a payment company needs an SMS code */
  readonly rechargeCode: boolean
  readonly matchTwoApproversFrom: bigint
  readonly matchAlonePerDay: bigint
  readonly sandboxDelaySeconds: number
  /** percent of a new recharge that is to be played through */
  readonly playPercent: number
  readonly withdrawalMinimum: bigint
  /** hundredths of a percent, by VIP level */
  readonly withdrawalFees: readonly number[]
  /** minutes of the business day */
  readonly withdrawalOpens: number
  readonly withdrawalCloses: number
  readonly withdrawalMaxOpen: number
  readonly twoApproversFrom: bigint
  readonly identityFrom: bigint
  readonly payoutRestHours: number
  readonly maxPayoutAccounts: number
}

export function walletSettings(values: Values): WalletSettings {
  return {
    steps: values.get(STEPS),
    minimum: values.get(MINIMUM),
    maximum: values.get(MAXIMUM),
    expiryMinutes: values.get(EXPIRY_MINUTES),
    maxOpen: values.get(MAX_OPEN),
    transferExpiryHours: values.get(TRANSFER_EXPIRY_HOURS),
    rechargeCode: values.get(RECHARGE_CODE),
    matchTwoApproversFrom: values.get(MATCH_TWO_APPROVERS_FROM),
    matchAlonePerDay: values.get(MATCH_ALONE_PER_DAY),
    sandboxDelaySeconds: values.get(SANDBOX_DELAY_SECONDS),
    playPercent: values.get(PLAY_PERCENT),
    withdrawalMinimum: values.get(WITHDRAWAL_MINIMUM),
    withdrawalFees: values.get(WITHDRAWAL_FEES).split(',').map(hundredths),
    withdrawalOpens: values.get(WITHDRAWAL_OPENS),
    withdrawalCloses: values.get(WITHDRAWAL_CLOSES),
    withdrawalMaxOpen: values.get(WITHDRAWAL_MAX_OPEN),
    twoApproversFrom: values.get(TWO_APPROVERS_FROM),
    identityFrom: values.get(IDENTITY_FROM),
    payoutRestHours: values.get(PAYOUT_REST_HOURS),
    maxPayoutAccounts: values.get(MAX_PAYOUT_ACCOUNTS),
  }
}
