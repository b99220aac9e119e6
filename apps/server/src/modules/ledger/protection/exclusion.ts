/** A member on a break, self-excluded, or with an account that is being closed buys nothing. */
import type { ReserveRule } from './rule.ts'

export const exclusionRule: ReserveRule = {
  denies: [
    { when: 'wallet.closing', answer: 'closing' },
    { when: 'wallet.excluded_until > (select at from clock)', answer: 'excluded' },
  ],
}
