import { formatMoney, parseMoney } from '@fairlot/contract/money/money'

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/
/** One hundredth of the currency, in minor units. */
const CENT = 100n

/** Whether a text is an amount that a member can enter: above zero, at most two decimals. */
export const isEntered = (text: string): boolean => AMOUNT.test(text) && /[1-9]/.test(text)

/** What the "All" of an amount field enters: the amount without what is less than a hundredth, and never below zero. */
export function wholeCents(amount: string): string {
  const minor = parseMoney(amount)
  return formatMoney(minor < 0n ? 0n : (minor / CENT) * CENT)
}
