import { isCommon } from '../../identity/index.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** How many different characters a password must have. */
const MIN_DIFFERENT = 6
/** How many characters a password must have without repetitions, and without the operator's name. */
const MIN_REMAINING = 8

export const weakPassword = () => new Refusal('PASSWORD_COMMON', { fields: { password: 'PASSWORD_COMMON' } })

/** @throws Refusal PASSWORD_COMMON */
export function refuseWeakPassword(password: string, operatorName: string): void {
  const lower = password.toLowerCase()
  // a short text that is repeated, as in `password12password12`
  const unit = /^(.+?)\1+$/.exec(lower)?.[1] ?? lower
  if (isCommon(password) || isCommon(unit)) throw weakPassword()
  if (unit.length < MIN_REMAINING || new Set(lower).size < MIN_DIFFERENT) throw weakPassword()
  if (lower.replaceAll(operatorName, '').length < MIN_REMAINING) throw weakPassword()
}
