/** What a bet costs and can pay. Everything derives from the one pay table. */
import { highestStake, type GameKind } from '@fairlot/contract/kinds/game-kinds'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { feeOf, highestWinOf, returnOf } from '@fairlot/fairness/games/pay-table'

export type BetQuote = {
  /** on each pick; wire amounts */
  stake: string
  total: string
  fee: string
  /** in the best outcome, after the fee */
  highestWin: string
  /** the part of the total that comes back on average, in percent with at most two decimals */
  returnPercent: number
  /** null: the balance is not known */
  after: string | null
  /** what the balance lacks; null: nothing */
  missing: string | null
}

type Chosen = { kind: GameKind; picks: readonly string[]; contract: string; multiple: number }

/** A fee in percent as the server states it (`2`, `0.5`), in 1/10,000. */
export const feeUnits = (percent: string): number => Math.round(Number(percent) * 100)

export function quoteOf(
  { kind, picks, contract, multiple }: Chosen,
  feePercent: string,
  balance: string | null,
): BetQuote {
  const fee = feeUnits(feePercent)
  const stake = parseMoney(contract) * BigInt(multiple)
  const total = stake * BigInt(picks.length)
  const left = balance === null ? null : parseMoney(balance) - total
  return {
    stake: formatMoney(stake),
    total: formatMoney(total),
    fee: formatMoney(feeOf(kind, stake, fee) * BigInt(picks.length)),
    highestWin: formatMoney(highestWinOf(kind, picks, stake, fee)),
    returnPercent: averageReturn(kind, picks, fee),
    after: left === null || left < 0n ? null : formatMoney(left),
    missing: left !== null && left < 0n ? formatMoney(-left) : null,
  }
}

function averageReturn(kind: GameKind, picks: readonly string[], fee: number): number {
  if (picks.length === 0) return 0
  const parts = picks.map((pick) => {
    const { numerator, denominator } = returnOf(kind, pick, fee)
    return numerator / denominator
  })
  return percentOf(parts.reduce((sum, part) => sum + part, 0) / picks.length)
}

const percentOf = (part: number): number => Math.round(part * 10_000) / 100

/** The first pick whose room in a round is below the stake, with the highest stake that fits; null: every pick has room. */
export function shortRoom(
  {
    options,
    contracts,
  }: { options: readonly { option: string; room: string }[]; contracts: readonly string[] },
  picks: readonly string[],
  stake: string,
): { option: string; room: string } | null {
  const wanted = parseMoney(stake)
  const short = options.find(({ option, room }) => picks.includes(option) && parseMoney(room) < wanted)
  if (!short) return null
  const { option, room } = short
  return { option, room: formatMoney(highestStake(parseMoney(room), contracts.map(parseMoney))) }
}
