/**
 * Amounts of USDT at the payment boundary. A unit is 1/1,000,000 USDT, the token's own 6 decimals. The rate is what 1 USDT is
 * worth in the wallet's currency, in its minor units (1/10,000).
 */
export const UNITS_PER_USDT = 1_000_000n
const DECIMALS = 6
/** Highest rate: 1,000,000 wallet units per USDT. With it the largest transfer (MAX_UNITS) still fits the ledger's numbers. */
export const MAX_RATE = 10_000_000_000n
/** 500 million USDT, far more than one transfer ever moved. */
export const MAX_UNITS = 500_000_000_000_000n

/**
 * What a recharge asks for: amount / rate, rounded up to a unit, so that who pays it is credited with the amount at least.
 * @param amount minor units of the wallet
 * @param rate minor units of the wallet per USDT
 */
export function unitsFor(amount: bigint, rate: bigint): bigint {
  if (amount <= 0n || rate <= 0n) throw new RangeError('amount and rate must be above zero')
  return (amount * UNITS_PER_USDT + rate - 1n) / rate
}

/** What a transfer is worth: units × rate, rounded down to a minor unit of the wallet, once for each transfer. */
export function worthOf(units: bigint, rate: bigint): bigint {
  if (units < 0n || rate <= 0n)
    throw new RangeError('units must not be negative and the rate must be above zero')
  return (units * rate) / UNITS_PER_USDT
}

/** `12345678n` → `12.345678`. */
export function formatUsdt(units: bigint): string {
  if (units < 0n) throw new RangeError('an amount of USDT is not negative')
  return `${units / UNITS_PER_USDT}.${(units % UNITS_PER_USDT).toString().padStart(DECIMALS, '0')}`
}
