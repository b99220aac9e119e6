/** Refusals by the member's own protection, by operators' freeze, by a switched-off module or by country. */
import type { Code } from '@fairlot/contract/flags'

/** The page that helps; null when none does. */
export type Help = 'limits' | 'break' | 'closing' | null

const HELP = {
  DEPOSIT_LIMIT: 'limits',
  SPEND_LIMIT: 'limits',
  LOSS_LIMIT: 'limits',
  TIME_LIMIT: 'limits',
  EXCLUDED: 'break',
  ACCOUNT_CLOSING: 'closing',
  FROZEN: null,
  MONEY_HELD: null,
  MODULE_OFF: null,
  COUNTRY_NOT_SERVED: null,
} as const satisfies Partial<Record<Code, Help>>

/** Whether the screen keeps the refusal in view, because a toast of two seconds would be too short. */
export const isGuardRefusal = (code: Code): code is keyof typeof HELP => code in HELP

export const helpFor = (code: Code): Help => (isGuardRefusal(code) ? HELP[code] : null)
