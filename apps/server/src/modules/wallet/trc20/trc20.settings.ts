/**
 * Settings of recharges in USDT. Confirmations are kept by each recharge as they were when it was opened, and the rate until its time
 * to pay ends.
 */
import { defineSetting, money, whole, type Values } from '../../../platform/settings/settings.ts'
import { MAX_RATE } from './usdt.ts'

const RATE = defineSetting({
  name: 'wallet.trc20Rate',
  about:
    "What 1 USDT is worth in the wallet's currency, for new recharges and late transfers; 0 switches recharges in USDT off.",
  kind: money({ minimum: 0n, maximum: MAX_RATE }),
  initial: '0',
  effect: 'new',
  twoPersons: 'real',
})
const CONFIRMATIONS = defineSetting({
  name: 'wallet.trc20Confirmations',
  about: 'Blocks on top of the block of a transfer in USDT before it is credited.',
  kind: whole({ minimum: 1, maximum: 1_000, unit: 'blocks' }),
  initial: '20',
  effect: 'new',
  twoPersons: 'real',
})
const LOOK_SECONDS = defineSetting({
  name: 'wallet.trc20LookSeconds',
  about: 'Seconds between two checks of the address of an open recharge in USDT.',
  kind: whole({ minimum: 5, maximum: 300, unit: 'seconds' }),
  initial: '15',
  effect: 'all',
})

export const TRC20_SETTINGS = [RATE, CONFIRMATIONS, LOOK_SECONDS]

export type Trc20Settings = {
  /** minor units of the wallet per USDT; 0: off */
  readonly rate: bigint
  readonly confirmations: number
  readonly lookSeconds: number
}

export function trc20Settings(values: Values): Trc20Settings {
  return {
    rate: values.get(RATE),
    confirmations: values.get(CONFIRMATIONS),
    lookSeconds: values.get(LOOK_SECONDS),
  }
}
