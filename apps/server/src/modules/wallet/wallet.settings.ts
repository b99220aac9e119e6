/** The wallet's settings. A change applies to new recharges; open recharges keep the values they were opened with. */
import { MINOR_PER_UNIT } from '@fairlot/contract/money'
import {
  defineSetting,
  money,
  moneys,
  whole,
  type SettingRule,
  type Values,
} from '../../platform/settings/settings.ts'

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
const SANDBOX_DELAY_SECONDS = defineSetting({
  name: 'wallet.sandboxDelaySeconds',
  about: "Delay of the sandbox cashier's notice when the user chooses a late notice.",
  kind: whole({ minimum: 1, maximum: 3_600, unit: 'seconds' }),
  initial: '30',
  effect: 'new',
})

export const WALLET_SETTINGS = [STEPS, MINIMUM, MAXIMUM, EXPIRY_MINUTES, MAX_OPEN, SANDBOX_DELAY_SECONDS]

/** Every suggested amount is between the smallest and the largest recharge. */
export const WALLET_SETTING_RULE: SettingRule = {
  about: [STEPS, MINIMUM, MAXIMUM],
  broken(values) {
    const { minimum, maximum, steps } = walletSettings(values)
    return minimum > maximum || steps.some((step) => step < minimum || step > maximum)
  },
}

/** Amounts in minor units. */
export type WalletSettings = {
  readonly steps: readonly bigint[]
  readonly minimum: bigint
  readonly maximum: bigint
  readonly expiryMinutes: number
  readonly maxOpen: number
  readonly sandboxDelaySeconds: number
}

export function walletSettings(values: Values): WalletSettings {
  return {
    steps: values.get(STEPS),
    minimum: values.get(MINIMUM),
    maximum: values.get(MAXIMUM),
    expiryMinutes: values.get(EXPIRY_MINUTES),
    maxOpen: values.get(MAX_OPEN),
    sandboxDelaySeconds: values.get(SANDBOX_DELAY_SECONDS),
  }
}
