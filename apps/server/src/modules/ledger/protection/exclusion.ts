/** A member on a break, frozen by operators, self-excluded, or with an account that is being closed buys nothing. An exclusion ends by settled time: a clock that is ahead for seconds lets nobody buy. */
import type { ReserveRule } from './rule.ts'

export const exclusionRule: ReserveRule = {
  columns: [
    'ceil(extract(epoch from wallet.frozen_until - (select at from clock)))::bigint as frozen_seconds',
  ],
  denies: [
    { when: 'wallet.closing', answer: 'closing' },
    { when: 'wallet.excluded_until > (select at from settled_clock)', answer: 'excluded' },
    { when: 'wallet.frozen_until > (select at from clock)', answer: 'frozen' },
  ],
}
