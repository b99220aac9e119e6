/** Products and their terms as text: for the audit log, and for the operator who approves them. */
import { formatMoney } from '@fairlot/contract/money/money'
import type { ProductTerms } from '../../mall/index.ts'

type Field = string | number | boolean | undefined
type Tier = { from: number; to: number; prize: string }

/** Every field that is given, as text for the approver. */
export function fieldsOf({
  tiers,
  ...rest
}: { tiers?: readonly Tier[] | null | undefined } & Readonly<Record<string, unknown>>): Record<
  string,
  string
> {
  const fields = rest as Readonly<Record<string, Field>>
  const named = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const all = tiers?.map(({ from, to, prize }) => `${from}-${to}=${prize}`)
  return Object.fromEntries([...named, ...(all ? [['tiers', all.join(', ')]] : [])]) as Record<string, string>
}

/** Terms as the audit log keeps them: amounts as decimal strings. */
export const termsView = (terms: ProductTerms) => ({
  ...terms,
  marketPrice: formatMoney(terms.marketPrice),
  sharePrice: formatMoney(terms.sharePrice),
  maxSubsidy: formatMoney(terms.maxSubsidy),
  tiers: terms.tiers && terms.tiers.map(({ prize, ...band }) => ({ ...band, prize: formatMoney(prize) })),
})
