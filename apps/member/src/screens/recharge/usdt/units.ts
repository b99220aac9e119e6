import type { UsdtInstructions } from './usdt-view.tsx'

/** One USDT in millionths. */
const MILLION = 1_000_000n
const DECIMALS = 6

const millionths = (units: string): bigint => BigInt(units.replace('.', ''))

/** What is missing of an amount with six decimals; null: nothing. */
export function minus(units: string, received: string): string | null {
  const left = millionths(units) - millionths(received)
  if (left <= 0n) return null
  return `${left / MILLION}.${String(left % MILLION).padStart(DECIMALS, '0')}`
}

/** Whether a transfer to the address has been seen, confirmed or not. */
export const wasSeen = ({ confirmations, received }: UsdtInstructions): boolean =>
  confirmations !== null || /[1-9]/.test(received)

const GROUP = /.{1,6}/g

/** An address in groups of six characters, as a person compares it. */
export const groupsOf = (address: string): string[] => address.match(GROUP) ?? []
