/** What the approver of a product sees beside the request: every term that will hold, and what an issue means for the house. */
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { termsIn, type IssueStake, type ProductDesk, type ProductTerms } from '../../mall/index.ts'
import { fact, houseAccount, type Fact, type Fields, type Outlook } from '../approvals/outlook.ts'
import { fieldsOf, termsView } from './product-fields.ts'

type NewLook = Awaited<ReturnType<ProductDesk['lookAtNew']>>
type TermsLook = Awaited<ReturnType<ProductDesk['lookAtTerms']>>

const termFields = (terms: ProductTerms): Fields => fieldsOf(termsView(termsIn(terms)))

/** Who would have to buy together to have every share of an issue. */
function buyersOf({ shares, maxPerMember }: ProductTerms): string {
  const members = maxPerMember === 0 ? 1 : Math.ceil(shares / maxPerMember)
  return members === 1 ? 'one member' : `a ring of ${members} members`
}

/** What one issue costs and brings when all its shares are sold. */
function moneyOf({ maxSubsidy, maxIssues, tiers }: ProductTerms, stake: IssueStake): Fields {
  const { sales, obligations, subsidy, keepsLeast, keepsWithoutRewards, allShares } = stake
  const { prizes, recycling, rebates, refunds } = obligations
  return {
    'full sales': formatMoney(sales),
    ...(tiers ? { prizes: formatMoney(prizes) } : { 'recycling pays': formatMoney(recycling) }),
    'highest rebates': formatMoney(rebates),
    'highest refunds': formatMoney(refunds),
    'costs at most': formatMoney(allShares.worth),
    'subsidy needed': formatMoney(subsidy),
    'subsidy of all issues':
      maxSubsidy === 0n || maxIssues === 1
        ? formatMoney(maxSubsidy)
        : maxIssues === 0
          ? `at most ${formatMoney(maxSubsidy)} for each of any number of issues`
          : `at most ${formatMoney(maxSubsidy * BigInt(maxIssues))}`,
    'house keeps at least': formatMoney(keepsLeast),
    'house keeps without rebates and refunds': formatMoney(keepsWithoutRewards),
  }
}

async function factsOf(db: Executor, terms: ProductTerms, stake: IssueStake): Promise<Fact[]> {
  const { allShares, subsidy, keepsWithoutRewards } = stake
  const gain = allShares.worth - allShares.cost
  const prizeGain = -keepsWithoutRewards
  const { available } = await houseAccount(db, 'subsidy')
  return [
    fact(
      'every share',
      `${buyersOf(terms)} can buy all for ${formatMoney(allShares.cost)}; prizes at the market price, rebates and refunds bring at most ${formatMoney(allShares.worth)}${
        gain > 0n ? `: a gain of up to ${formatMoney(gain)}` : ''
      }`,
      gain > 0n,
    ),
    fact(
      terms.tiers ? 'prizes' : 'market price',
      prizeGain > 0n
        ? `${formatMoney(prizeGain)} more than every share costs`
        : `${formatMoney(-prizeGain)} less than every share costs`,
      prizeGain > 0n,
    ),
    ...(subsidy > 0n
      ? [
          fact(
            'subsidy',
            `each issue takes ${formatMoney(subsidy)} from the account subsidy, which has ${formatMoney(available)}`,
            available < subsidy,
          ),
        ]
      : []),
  ]
}

export async function outlookOfNew(db: Executor, { product, stake }: NewLook): Promise<Outlook> {
  const { code, category, mode, art, tile, contents } = product
  const [english] = contents
  return {
    effect: {
      code,
      category,
      mode,
      art,
      tile,
      title: english?.title ?? '',
      description: english?.description ?? '',
      ...termFields(product),
    },
    money: moneyOf(product, stake),
    facts: await factsOf(db, product, stake),
  }
}

export async function outlookOfTerms(db: Executor, code: string, look: TermsLook): Promise<Outlook> {
  const { before, after, mode, unfunded, stake, stakeBefore } = look
  return {
    effect: { code, mode, ...termFields(after) },
    before: { code, mode, ...termFields(before) },
    money: moneyOf(after, stake),
    facts: [
      ...(await factsOf(db, after, stake)),
      fact(
        'house keeps at least',
        `${formatMoney(stakeBefore.keepsLeast)} now, ${formatMoney(stake.keepsLeast)} then`,
        stake.keepsLeast < stakeBefore.keepsLeast,
      ),
      fact('issues', 'an issue that is on sale or scheduled keeps its terms'),
      ...(unfunded ? [fact('state', 'the product is paused, because its next issue is not covered')] : []),
    ],
  }
}
