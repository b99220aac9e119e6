/**
 * What a dishonest house can choose between the seal of a witnessed issue or event and what readers see, and what each choice costs it.
 * The fork tests of the witness hold `judge` against real witness programs and the real verifier.
 *
 * Covered: The house holds the keys of some named witnesses, which sign any history with any time. It makes copies of its log, one
 * after the other, each with its own seal and round; their results are independent, and each result is as likely as any other. Before
 * the round of a copy it decides how many honest witnesses see this copy in time; an honest witness signs one history only. When it
 * knows the results so far, it ends, or makes another copy. It ends a copy as drawn, or in favour, also where it hides lines; or
 * with a loss, in a log that continues where no honest witness has signed further; or it shows a history in which the issue went back,
 * or the event was void, before a seal. Straws hold any of the shares or places, and what they get stays with the house. The house
 * gives vouchers and free entries to whom it wants, straws included, before the sale.
 *
 * Not covered: a house that ends with a history that default checks do not pass, or in a log that its witnesses report.
 */
import type { Band } from '../draw.ts'
import { prizeOf } from '../events.ts'
import { allPrizes, favourAmounts, type FavourTerms } from '../favour.ts'
import { together } from '../quorum.ts'

/** The witnesses of an opening, as the house knows them. */
export type Power = {
  readonly witnesses: number
  readonly quorum: number
  /** how many the house holds */
  readonly dishonest: number
}

/** What a default check can say of a copy, when the house shows all that it has. */
export type Judgement = {
  /** a quorum of lines in time: the draw stands without favour */
  readonly mayKeep: boolean
  /** a quorum signs the end of this history */
  readonly isConfirmed: boolean
}

/** @param shown for each copy, how many honest witnesses saw it in time */
export function judge(
  { witnesses, quorum, dishonest }: Power,
  shown: readonly number[],
  copy: number,
): Judgement {
  const seen = shown[copy] ?? 0
  const others = countOf(shown) - seen
  return { mayKeep: seen + dishonest >= quorum, isConfirmed: witnesses - others >= quorum }
}

/** Fewer dishonest witnesses than X. */
export function isBelow({ witnesses, quorum, dishonest }: Power): boolean {
  return dishonest < together(witnesses, quorum)
}

export type SoldRow = {
  readonly first: number
  readonly quantity: number
  readonly tag: string
  /** the part of the price that a voucher paid, 1/10,000 units; none without it */
  readonly voucher?: bigint
  /** the house's marketing account paid all of the price, and nothing comes back */
  readonly isFree?: boolean
}

/** What the members who are no straws get. */
export type Costs = {
  /** how many results there are, each as likely as any other: M codes, or the sets of winners */
  readonly results: number
  /** members who are no straws: each even share is rounded down once */
  readonly members: number
  /** by the result: what they win, and what they get in favour */
  readonly drawn: readonly bigint[]
  readonly favour: readonly bigint[]
  /** what they get when the seal was lost before any witness saw it */
  readonly lost: bigint
  /** what they get where there was never a seal: their money, or their part of the pool */
  readonly refund: bigint
}

/** What a member gave: money, vouchers, which are valid again when nothing was won, and nothing for free entries. */
type Given = { readonly codes: bigint; readonly own: bigint; readonly vouchers: bigint }

function givenBy(tag: string, price: bigint, rows: readonly SoldRow[]): Given {
  const held = rows.filter((row) => row.tag === tag)
  const paid = held.filter(({ isFree }) => isFree !== true)
  const vouchers = sumOf(paid.map(({ voucher = 0n }) => voucher))
  const own = sumOf(paid.map(({ quantity }) => BigInt(quantity) * price)) - vouchers
  return { codes: sumOf(held.map(({ quantity }) => BigInt(quantity))), own, vouchers }
}

/** @param voucherWorth whether a voucher that is valid again counts with its amount, or its member never uses it */
export function costsOf(
  terms: FavourTerms,
  rows: readonly SoldRow[],
  straws: ReadonlySet<string>,
  voucherWorth = true,
): Costs {
  const sold = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = allPrizes(terms, sold)
  const price = BigInt(terms.price)
  const byCode = Array.from({ length: sold }, (_, offset) =>
    favourAmounts(terms, rows, rows[0]!.first + offset).filter(({ tag }) => !straws.has(tag)),
  )
  const given = byCode[0]!.map(({ tag }) => givenBy(tag, price, rows))
  const shareOf = ({ codes }: Given): bigint => (codes * total) / BigInt(sold)
  /** without a prize: money and vouchers come back, and what the even share is above them is paid */
  const back = (one: Given): bigint =>
    greatest(one.own + one.vouchers, shareOf(one)) - (voucherWorth ? 0n : one.vouchers)
  const favour = (won: bigint, one: Given): bigint =>
    won === 0n ? back(one) : [won, one.own, shareOf(one)].reduce(greatest)
  return {
    results: sold,
    members: given.length,
    drawn: byCode.map((members) => sumOf(members.map(({ won }) => won))),
    favour: byCode.map((members) => sumOf(members.map(({ won }, i) => favour(won, given[i]!)))),
    lost: sumOf(given.map(back)),
    refund: sumOf(given.map(({ own, vouchers }) => own + (voucherWorth ? vouchers : 0n))),
  }
}

/** What the vouchers of the members who are no straws paid. */
export function voucherSum(rows: readonly SoldRow[], straws: ReadonlySet<string>): bigint {
  return sumOf(rows.filter(({ tag }) => !straws.has(tag)).map(({ voucher = 0n }) => voucher))
}

export type EventPlan = {
  readonly pool: bigint
  readonly winners: number
  readonly participants: number
  /** how many of the participants are straws */
  readonly straws: number
}

export function eventCostsOf({ pool, winners, participants, straws }: EventPlan): Costs {
  const members = participants - straws
  const sets = setsOf(participants, Math.min(winners, participants))
  const prize = prizeOf(pool, winners)
  const others = participants - Math.min(winners, participants)
  const share = others === 0 ? 0n : pool / BigInt(others)
  // the first participants are the members
  const winning = sets.map((set) => set.filter((one) => one < members).length)
  const even = BigInt(members) * (pool / BigInt(participants))
  return {
    results: sets.length,
    members,
    drawn: winning.map((won) => BigInt(won) * prize),
    favour: winning.map((won) => BigInt(won) * prize + BigInt(members - won) * share),
    lost: even,
    refund: even,
  }
}

/** The sets of so many numbers below n. */
function setsOf(n: number, size: number): number[][] {
  if (size === 0) return [[]]
  if (size > n) return []
  return [...setsOf(n - 1, size), ...setsOf(n - 1, size - 1).map((set) => [...set, n - 1])]
}

/** The expected cost of an honest draw, multiplied by the number of results. */
export const honestCost = ({ drawn }: Costs): bigint => sumOf(drawn)

export type Choice = Power & {
  /** the most copies that the house makes */
  readonly copies: number
  /** whether it may refund an issue that it claims was never sealed */
  readonly mayRefund: boolean
}

/**
 * The least expected cost of a house that every default check passes, multiplied by the number of results to the power of `copies`. It decides on each
 * copy with the results of those before it.
 */
export function leastCost(costs: Costs, choice: Choice): bigint {
  const { copies, witnesses, dishonest } = choice
  const go = (results: readonly number[], shown: readonly number[]): bigint | null => {
    const left = copies - results.length
    const ended = cheapestEnd(costs, choice, results, shown)
    let least = ended === null ? null : ended * BigInt(costs.results) ** BigInt(left)
    if (left === 0) return least
    const unused = witnesses - dishonest - countOf(shown)
    for (let seen = 0; seen <= unused; seen++) {
      let sum: bigint | null = 0n
      for (let result = 0; result < costs.results && sum !== null; result++) {
        const after = go([...results, result], [...shown, seen])
        sum = after === null ? null : sum + after
      }
      if (sum !== null && (least === null || sum < least)) least = sum
    }
    return least
  }
  return go([], [])!
}

/** The least that an end costs which every default check passes; null where there is none. */
function cheapestEnd(
  { drawn, favour, lost, refund }: Costs,
  choice: Choice,
  results: readonly number[],
  shown: readonly number[],
): bigint | null {
  const ends = results.flatMap((result, copy) => {
    const { mayKeep, isConfirmed } = judge(choice, shown, copy)
    return [...(mayKeep ? [drawn[result]!] : []), ...(isConfirmed ? [favour[result]!] : [])]
  })
  // the new log starts where no honest witness has signed further, so a seal that one has seen is settled in favour, as above
  if (countOf(shown) === 0) ends.push(lost)
  if (choice.mayRefund && judge(choice, shown, results.length).isConfirmed) ends.push(refund)
  return ends.length === 0 ? null : ends.reduce((a, b) => (a < b ? a : b))
}

/** What an issue binds in the house account `guarantee` at its seal: V + max(T, V) − T. */
export function issueCover(terms: FavourTerms, sold: number): bigint {
  const [prizes, sales] = [allPrizes(terms, sold), BigInt(sold) * BigInt(terms.price)]
  return prizes + greatest(sales, prizes) - sales
}

/** What a draw in favour costs beyond what members paid for the issue. @param code the winning code */
export function beyondSales(terms: FavourTerms, rows: readonly SoldRow[], code: number): bigint {
  const all = favourAmounts(terms, rows, code)
  const sales = sumOf(all.map(({ codes }) => BigInt(codes))) * BigInt(terms.price)
  return greatest(0n, sumOf(all.map(({ amount }) => amount)) - sales)
}

/** Bands of a small ring that do not overlap: the winning code, and the codes next to it where the ring has them. */
export function bandsOf(sold: number): readonly Band[] {
  return sold < 3
    ? [[0, 0]]
    : [
        [0, 0],
        [1, 1],
      ]
}

const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

const countOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
