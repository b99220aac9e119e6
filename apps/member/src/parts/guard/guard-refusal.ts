/** Refusals that come from the member's own protection, or from where a module sells. */
import type { Code } from '@fairlot/contract/flags'

/** The page that helps; null: none does. */
export type Help = 'limits' | 'break' | 'closing' | null

const HELP = {
  DEPOSIT_LIMIT: 'limits',
  SPEND_LIMIT: 'limits',
  LOSS_LIMIT: 'limits',
  TIME_LIMIT: 'limits',
  SPENDING_STOPPED: 'break',
  ACCOUNT_CLOSING: 'closing',
  MODULE_OFF: null,
  COUNTRY_NOT_SERVED: null,
} as const satisfies Partial<Record<Code, Help>>

/** Shown where it happened and kept there: a message that goes away after two seconds would not do. */
export const isGuardRefusal = (code: Code): code is keyof typeof HELP => code in HELP

export const helpFor = (code: Code): Help => (isGuardRefusal(code) ? HELP[code] : null)
