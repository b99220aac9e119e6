/** The wallet's settings; every recharge keeps what it was opened under. */
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
const MOST = 100_000_000n * ONE

const STEPS = defineSetting({
  name: 'wallet.rechargeSteps',
  about: 'Amounts that the recharge page offers, growing, between the smallest and the largest recharge.',
  kind: moneys({ minimum: ONE, maximum: MOST, most: 12 }),
  initial: '100,200,500,1000,5000,10000',
  effect: 'new',
})
const MINIMUM = defineSetting({
  name: 'wallet.rechargeMinimum',
  about: 'The smallest recharge.',
  kind: money({ minimum: ONE, maximum: MOST }),
  initial: '100',
  effect: 'new',
})
const MAXIMUM = defineSetting({
  name: 'wallet.rechargeMaximum',
  about: 'The largest recharge.',
  kind: money({ minimum: ONE, maximum: MOST }),
  initial: '100000',
  effect: 'new',
  twoPersons: 'real',
})
const EXPIRY_MINUTES = defineSetting({
  name: 'wallet.rechargeExpiryMinutes',
  about: 'Minutes for which a recharge waits for its payment.',
  kind: whole({ minimum: 1, maximum: 1_440, unit: 'minutes' }),
  initial: '30',
  effect: 'new',
})
const MAX_OPEN = defineSetting({
  name: 'wallet.rechargeMaxOpen',
  about: 'Recharges of one member that may wait for their payment at the same time.',
  kind: whole({ minimum: 1, maximum: 100 }),
  initial: '5',
  effect: 'new',
})
const SANDBOX_DELAY_SECONDS = defineSetting({
  name: 'wallet.sandboxDelaySeconds',
  about: 'How late the sandbox cashier sends a notice that is asked to be late.',
  kind: whole({ minimum: 1, maximum: 3_600, unit: 'seconds' }),
  initial: '30',
  effect: 'new',
})

export const WALLET_SETTINGS = [STEPS, MINIMUM, MAXIMUM, EXPIRY_MINUTES, MAX_OPEN, SANDBOX_DELAY_SECONDS]

/** What is offered can be paid: every step lies between the smallest and the largest recharge. */
export const WALLET_SETTING_RULE: SettingRule = {
  about: [STEPS, MINIMUM, MAXIMUM],
  broken(values) {
    const { minimum, maximum, steps } = walletSettings(values)
    return minimum > maximum || steps.some((step) => step < minimum || step > maximum)
  },
}

/** In minor units, minutes and seconds. */
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
