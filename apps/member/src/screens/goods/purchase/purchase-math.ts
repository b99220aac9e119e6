/** The price and the chance of a purchase. Arithmetic only, before any call to the server. */
import { formatMoney, parseMoney } from '@fairlot/contract/money'

/** The lucky code of the first share (specification, section 1). */
export const FIRST_CODE = 1_000_001
/** Payment companies accept two decimals; the ledger keeps four. */
const MINOR_PER_CENT = 100n

export type Offer = {
  /** wire amount of one share */
  price: string
  shares: number
  sold: number
  /** shares that the member holds */
  mine: number
  /** 0 = no limit */
  maxPerMember: number
}

/** How many shares the member can still buy, and what limits the number. */
export function buyable({ shares, sold, mine, maxPerMember }: Omit<Offer, 'price'>): {
  count: number
  limit: 'left' | 'max'
} {
  const left = Math.max(0, shares - sold)
  if (maxPerMember === 0) return { count: left, limit: 'left' }
  const allowed = Math.max(0, maxPerMember - mine)
  return allowed < left ? { count: allowed, limit: 'max' } : { count: left, limit: 'left' }
}

/** The quick picks below `most`. `most` is offered separately. */
export const quickPicks = (most: number): number[] => [5, 10, 50].filter((pick) => pick < most)

export type Quote = {
  /** wire amount */
  total: string
  /** wire amount, negative when the balance is too small; null while the balance is unknown */
  balanceAfter: string | null
  /** the missing amount in whole cents, rounded up; null when the balance is sufficient or unknown */
  missing: string | null
  /** shares held after the purchase */
  sharesAfter: number
  /** chance after the purchase, in percent of the shares; null when fewer shares are left */
  percent: number | null
}

/** Quotes `quantity` shares. `balance` is a wire amount, or null while it is not known. */
export function quoteOf(
  { price, shares, sold, mine }: Omit<Offer, 'maxPerMember'>,
  quantity: number,
  balance: string | null,
): Quote {
  const total = parseMoney(price) * BigInt(quantity)
  const after = balance === null ? null : parseMoney(balance) - total
  const sharesAfter = mine + quantity
  return {
    total: formatMoney(total),
    balanceAfter: after === null ? null : formatMoney(after),
    missing: after === null || after >= 0n ? null : formatMoney(wholeCents(-after)),
    sharesAfter,
    percent: quantity > shares - sold ? null : percentOf(sharesAfter, shares),
  }
}

/** `part` of `whole` in percent; 0 when `whole` is 0. */
export const percentOf = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0)

/** The larger of two wire amounts, as a recharge form takes it (two decimals). */
export function rechargeAmount(missing: string, minimum: string | undefined): string {
  const least = minimum === undefined ? 0n : parseMoney(minimum)
  const needed = parseMoney(missing)
  return formatMoney(wholeCents(needed > least ? needed : least))
}

const wholeCents = (minor: bigint): bigint =>
  ((minor + MINOR_PER_CENT - 1n) / MINOR_PER_CENT) * MINOR_PER_CENT

/** A range of lucky codes. */
export type CodeRange = { first: number; quantity: number }

/** The first `count` codes of several ranges. */
export function firstCodes(ranges: readonly CodeRange[], count: number): number[] {
  const codes: number[] = []
  for (const { first, quantity } of ranges) {
    for (let offset = 0; offset < quantity && codes.length < count; offset++) codes.push(first + offset)
  }
  return codes
}

/** The range that contains a code. */
export const rangeWith = <T extends CodeRange>(ranges: readonly T[], code: number): T | undefined =>
  ranges.find(({ first, quantity }) => code >= first && code < first + quantity)
