import { formatMoney, parseMoney } from '@fairlot/contract/money/money'

/** What the member paid for an order (wire amounts): its full price less what a voucher paid. */
export const paidOf = ({ amount, discount }: { amount: string; discount: string | null }): string =>
  discount === null ? amount : formatMoney(parseMoney(amount) - parseMoney(discount))
