/**
 * The opening check: before the first share is sold, everything that an issue may have to pay is covered by its full sales
 * and, for the rest, by the house's subsidy account. The subsidy moves into the issue's escrow at the opening. A product
 * whose next issue is not covered pauses; it resumes when the account is funded. The draw moves what is set aside for rebates
 * and VIP refunds to the marketing account, which pays them.
 */
import { share } from '@fairlot/contract/money/money'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Grade } from '@fairlot/fairness/draw'
import { areTooWeak, type LogWriter, type NamedKey } from '../../fair/index.ts'
import type { Tx } from '../../../platform/db.ts'
import type { RewardRates } from '../../identity/index.ts'
import { transfer } from '../../ledger/index.ts'
import { issueBook } from '../sales/share-seller.ts'
import { cashPrizes, type PrizeTier } from './tiers.ts'

type Installation = {
  moneyMode?: MoneyMode | undefined
  witnesses?: readonly NamedKey[] | undefined
  /** its rules are those of new issues; by default version 2 */
  writer?: Pick<LogWriter, 'rules'> | undefined
}

/**
 * The field rule that a grade breaks in this installation; null: its issues can open. With real money a draw must not be
 * repeatable by the house alone. A witnessed issue needs a witness that its terms can name, and with real money a quorum that the house
 * cannot make with few.
 */
export function gradeFault(
  grade: Grade,
  { moneyMode, witnesses = [], writer }: Installation,
): 'GRADE_REAL_MONEY' | 'NO_WITNESS' | 'WEAK_WITNESSES' | null {
  if (moneyMode === 'real' && grade !== 'witnessed') return 'GRADE_REAL_MONEY'
  if (grade === 'witnessed' && witnesses.length === 0) return 'NO_WITNESS'
  if (grade === 'witnessed' && areTooWeak(witnesses, { moneyMode, rules: writer?.rules ?? 2 }))
    return 'WEAK_WITNESSES'
  return null
}

/** Why issues of a grade cannot open in this installation, in words for the server's log; null: they can. */
export function whyNotOpen(grade: Grade, installation: Installation): string | null {
  switch (gradeFault(grade, installation)) {
    case 'GRADE_REAL_MONEY':
      return `grade ${grade} cannot be used with real money`
    case 'NO_WITNESS':
      return "no witness is configured that is not the house's own (WITNESSES)"
    case 'WEAK_WITNESSES':
      return 'the witnesses (WITNESSES) are too few for real money'
    case null:
      return null
  }
}

/** The amounts that an issue may have to pay, in minor units. */
export type Obligations = {
  /** cash prizes of all tiers */
  prizes: bigint
  /** amount that recycling the goods pays, rounded down to 1/10,000 */
  recycling: bigint
  /** amount that vouchers add to purchases */
  vouchers: bigint
  /** maximum rebates to inviters */
  rebates: bigint
  /** maximum VIP refunds of orders that do not win */
  refunds: bigint
}

/** The values of a product or issue that its obligations depend on. Amounts in minor units. */
export type IssueValue = {
  shares: number
  sharePrice: bigint
  marketPrice: bigint
  recyclePercent: number
  /** null unless the mode is cash */
  tiers: readonly PrizeTier[] | null
}

const RATE = 10_000n

/**
 * Computes everything that an issue may have to pay. No other code computes it. An order with a winning code is not lost, so
 * VIP refunds are of the other codes at most.
 */
export function obligationsOf(
  { shares, sharePrice, marketPrice, recyclePercent, tiers }: IssueValue,
  rates: RewardRates,
): Obligations {
  const { codes, amount } = cashPrizes(shares, tiers)
  const winning = tiers ? codes : 1
  const lost = sharePrice * BigInt(shares - winning)
  return {
    prizes: amount,
    recycling: share(marketPrice, BigInt(recyclePercent), 100n),
    // vouchers are paid by the marketing account when they are granted
    vouchers: 0n,
    rebates: share(sharePrice * BigInt(shares), BigInt(rates.rebate), RATE),
    refunds: share(lost, BigInt(rates.refund), RATE),
  }
}

/** The amount (minor units) that the house must add to the full sales of an issue; 0 when the sales cover all obligations. */
export function subsidyFor(value: IssueValue, obligations: Obligations): bigint {
  const { prizes, recycling, vouchers, rebates, refunds } = obligations
  const owed = prizes + recycling + vouchers + rebates + refunds
  const sales = value.sharePrice * BigInt(value.shares)
  return owed > sales ? owed - sales : 0n
}

/** Minor units. */
export type AllShares = { cost: bigint; worth: bigint }

/**
 * What a member who buys every share of an issue pays, and the most that the member and the inviters get: the prizes, a product at its
 * market price, with the highest rebates and refunds. The opening check does not refuse a worth above the cost: a product counts there
 * with its recycling value, which is all that the house has to pay in money, and the house may have got it below its market price.
 */
export function allSharesOf(value: IssueValue, rates: RewardRates): AllShares {
  const { prizes, recycling, rebates, refunds } = obligationsOf(value, rates)
  const { marketPrice } = value
  const won = value.tiers ? prizes : recycling > marketPrice ? recycling : marketPrice
  return { cost: value.sharePrice * BigInt(value.shares), worth: won + rebates + refunds }
}

/** What the house makes of one issue whose shares are all sold. Minor units; below 0: it pays. */
export type IssueStake = {
  sales: bigint
  obligations: Obligations
  /** what it must add to the sales, so that everything that is owed in money is covered */
  subsidy: bigint
  allShares: AllShares
  /** with the prize at its market price, or recycled where that costs more, and with the highest rebates and refunds */
  keepsLeast: bigint
  /** with the prize at its market price, without a rebate and a refund */
  keepsWithoutRewards: bigint
}

export function stakeOf(value: IssueValue, rates: RewardRates): IssueStake {
  const obligations = obligationsOf(value, rates)
  const allShares = allSharesOf(value, rates)
  const sales = allShares.cost
  return {
    sales,
    obligations,
    subsidy: subsidyFor(value, obligations),
    allShares,
    keepsLeast: sales - allShares.worth,
    keepsWithoutRewards: sales - (value.tiers ? obligations.prizes : value.marketPrice),
  }
}

/** Moves the subsidy (minor units) into the escrow of an issue that opens in this transaction. */
export async function takeSubsidy(tx: Tx, issueId: string, amount: bigint): Promise<void> {
  if (amount === 0n) return
  await transfer(tx, {
    ref: issueId,
    kind: 'subsidy',
    from: { house: 'subsidy' },
    to: { book: issueBook, key: issueId },
    amount,
  })
}
