/** The price and the chance of a purchase. Arithmetic only, before any call to the server. */
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'

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
  /** wire amounts: the full price, what a voucher takes off it (null: nothing), and what the member pays */
  total: string
  discount: string | null
  due: string
  /** wire amount, negative when the balance is too small; null while the balance is unknown */
  balanceAfter: string | null
  /** the missing amount in whole cents, rounded up; null when the balance is sufficient or unknown */
  missing: string | null
  /** shares held after the purchase */
  sharesAfter: number
  /** chance after the purchase, in percent of the shares; null when fewer shares are left */
  percent: number | null
}

/**
 * Quotes `quantity` shares. `balance` is a wire amount, or null while it is not known.
 * @param discount wire amount that a voucher takes off; null: nothing
 */
export function quoteOf(
  { price, shares, sold, mine }: Omit<Offer, 'maxPerMember'>,
  quantity: number,
  balance: string | null,
  discount: string | null = null,
): Quote {
  const total = parseMoney(price) * BigInt(quantity)
  const due = discount === null ? total : total - parseMoney(discount)
  const after = balance === null ? null : parseMoney(balance) - due
  const sharesAfter = mine + quantity
  return {
    total: formatMoney(total),
    discount,
    due: formatMoney(due),
    balanceAfter: after === null ? null : formatMoney(after),
    missing: after === null || after >= 0n ? null : formatMoney(wholeCents(-after)),
    sharesAfter,
    percent: quantity > shares - sold ? null : percentOf(sharesAfter, shares),
  }
}

/** A voucher as the server offers it. */
export type OfferedVoucher = { id: string; amount: string; minSpend: string; expiresAt: number }

export const isUsable = ({ minSpend }: Pick<OfferedVoucher, 'minSpend'>, total: string): boolean =>
  parseMoney(minSpend) <= parseMoney(total)

/**
 * The voucher that a purchase of a total (wire amount) uses.
 * @param chosen undefined: the one with the largest amount; null: none. One that cannot be used is not used.
 */
export function voucherFor<T extends OfferedVoucher>(
  vouchers: readonly T[],
  total: string,
  chosen: string | null | undefined,
): T | null {
  if (chosen === null) return null
  const usable = vouchers.filter((voucher) => isUsable(voucher, total))
  if (chosen !== undefined) return usable.find(({ id }) => id === chosen) ?? null
  // the first to expire comes first among equals, as the server sorts them
  return usable.reduce<T | null>(
    (best, one) => (best === null || parseMoney(one.amount) > parseMoney(best.amount) ? one : best),
    null,
  )
}

/** How many of at least one voucher fit a total, and the least total that one fits (wire amounts). */
export function vouchersFor(
  vouchers: readonly Pick<OfferedVoucher, 'minSpend'>[],
  total: string,
): { fitting: number; from: string } {
  const least = vouchers.map(({ minSpend }) => parseMoney(minSpend)).reduce((a, b) => (b < a ? b : a))
  return { fitting: vouchers.filter((one) => isUsable(one, total)).length, from: formatMoney(least) }
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
