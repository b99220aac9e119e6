/**
 * Money on the wire and in code.
 *
 * In code an amount is a `bigint` in minor units: 1/10,000 of the wallet's currency unit. On the wire it is a decimal
 * string with at most four decimals. Amounts are never floating-point numbers.
 */
export const MINOR_PER_UNIT = 10_000n
const DECIMALS = 4
const PATTERN = /^(-?)(\d{1,15})(?:\.(\d{1,4}))?$/

/** Parses a wire amount (`"12.5"` → `125000n`). @throws RangeError for a text that is not an amount */
export function parseMoney(text: string): bigint {
  const match = PATTERN.exec(text)
  if (!match) throw new RangeError('not an amount of money')
  const [, minus, units, decimals = ''] = match
  const minor = BigInt(units!) * MINOR_PER_UNIT + BigInt(decimals.padEnd(DECIMALS, '0'))
  return minus ? -minor : minor
}

/** Formats an amount in minor units for the wire, with two decimals, or up to four when the amount has them. */
export function formatMoney(minor: bigint): string {
  const sign = minor < 0n ? '-' : ''
  const absolute = minor < 0n ? -minor : minor
  const decimals = (absolute % MINOR_PER_UNIT)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/0{1,2}$/, '')
  return `${sign}${absolute / MINOR_PER_UNIT}.${decimals}`
}

/**
 * `amount` × `numerator` / `denominator`, rounded down to 1/10,000. Every fee, rebate and percentage uses this rule.
 * @throws RangeError for negative values or a denominator that is not positive
 */
export function share(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  if (amount < 0n || numerator < 0n || denominator <= 0n)
    throw new RangeError('amount and ratio must not be negative')
  return (amount * numerator) / denominator
}
