import { CallError } from '@fairlot/contract/client'
import { FLAG } from '@fairlot/contract/flags'

const FLAGS: ReadonlySet<number> = new Set([FLAG.session, FLAG.sign, FLAG.vip, FLAG.payment])
const CODES: ReadonlySet<string> = new Set(['INSUFFICIENT_BALANCE', 'REALITY_CHECK'])

/**
 * Whether the reaction to a failed call (`reactions.ts`) leads to another page or a dialog, with its own message. A form says
 * nothing beside it.
 */
export const leadsOn = (error: Error): boolean =>
  error instanceof CallError && (FLAGS.has(error.flag) || CODES.has(error.code))
