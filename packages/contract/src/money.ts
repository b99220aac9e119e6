/**
 * Money on the wire and in code.
 *
 * In code an amount is a `bigint` in 1/10,000 of the wallet's unit ("minor"); on the wire it is a decimal
 * string with at most four decimals. There are no floats anywhere.
 */
export const MINOR_PER_UNIT = 10_000n
const DECIMALS = 4
const PATTERN = /^(-?)(\d{1,15})(?:\.(\d{1,4}))?$/

/** Reads a wire amount (`"12.5"` → `125000n`). Throws a RangeError on anything else. */
export function parseMoney(text: string): bigint {
  const match = PATTERN.exec(text)
  if (!match) throw new RangeError('not an amount of money')
  const [, minus, units, decimals = ''] = match
  const minor = BigInt(units!) * MINOR_PER_UNIT + BigInt(decimals.padEnd(DECIMALS, '0'))
  return minus ? -minor : minor
}

/** Writes an amount for the wire: at least two decimals, up to four where the amount has them. */
export function formatMoney(minor: bigint): string {
  const sign = minor < 0n ? '-' : ''
  const absolute = minor < 0n ? -minor : minor
  const decimals = (absolute % MINOR_PER_UNIT)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/0{1,2}$/, '')
  return `${sign}${absolute / MINOR_PER_UNIT}.${decimals}`
}

/** `amount` × `numerator` / `denominator`, rounded down to 1/10,000: the rule for every fee, rebate and ratio. */
export function share(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  if (amount < 0n || numerator < 0n || denominator <= 0n)
    throw new RangeError('shares are of positive amounts')
  return (amount * numerator) / denominator
}
