/**
 * Whether this browser has had a member logged in: then "buy" leads to the login page, else to registration. Both pages
 * link to each other.
 */
import { paths } from '../../paths.ts'

const KEPT = 'fairlot.has-account'

export function keepHasAccount(): void {
  try {
    localStorage.setItem(KEPT, '1')
  } catch {
    // Not stored: registration is offered, with its link to the login page.
  }
}

export function hasAccount(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null
  } catch {
    return false
  }
}

/** @param next the address to open afterwards */
export const wayIn = (next: string) => (hasAccount() ? paths.login({ next }) : paths.register({ next }))
