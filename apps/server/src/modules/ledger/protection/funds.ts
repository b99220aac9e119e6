/** A purchase costs no more than the wallet holds. */
import type { ReserveRule } from './rule.ts'

export const fundsRule: ReserveRule = {
  denies: [{ when: 'coalesce(wallet.balance, 0) < item.amount', answer: 'funds' }],
}
