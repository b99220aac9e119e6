/**
 * What the app does when a call is refused (specification, section 8). One place: screens add only what is
 * theirs, such as the messages beside a form's fields.
 */
import { FLAG } from '@fairlot/contract/flags'
import { translate } from '../i18n/i18n.ts'
import { useReality } from '../stores/reality.ts'
import { isLoggedIn, useSession } from '../stores/session.ts'
import { TO_LOGIN_AFTER_MS, TO_RECHARGE_AFTER_MS, TOAST_MS } from '../timing.ts'
import { toast } from '../ui/feedback/toast.ts'
import { CallError } from './api.ts'

/** Prefills the recharge page: the missing amount, and the address to go back to after the recharge. */
export type RechargeOptions = { amount?: string; next?: string }

/** Where reactions lead. The router binds them at start (`router.tsx`), so that this file imports no screen. */
export type Destinations = {
  path: () => string
  isLogin: () => boolean
  login: (next: string) => void
  recharge: (options?: RechargeOptions) => void
}

let destinations: Destinations | undefined
export function bindDestinations(bound: Destinations): void {
  destinations = bound
}

/** Leads somewhere after `ms`, unless the member has meanwhile gone elsewhere. */
function leadLater(ms: number, lead: (to: Destinations) => void): void {
  const from = destinations?.path()
  setTimeout(() => {
    if (destinations && destinations.path() === from) lead(destinations)
  }, ms)
}

function sessionEnded(message: string): void {
  const had = useSession.getState().end()
  // Calls that were under way together are refused together: one message and one way to the log in are enough.
  if (!had) return
  toast.bad(message, TOAST_MS)
  leadLater(TO_LOGIN_AFTER_MS, (to) => {
    if (!to.isLogin()) to.login(to.path())
  })
}

export type ReactionOptions = {
  /**
   * `query`: the screen itself shows that its data is missing, so nothing is announced.
   * `action`: a person pressed something and is told.
   */
  kind: 'query' | 'action'
  /** errors that the caller shows beside its fields: no toast for them */
  quietFields?: boolean
  /** what the recharge page is opened with when the balance does not suffice */
  recharge?: RechargeOptions | undefined
}

/** Reacts to a failed call; returns nothing, the error itself stays with the caller. */
export function react(error: unknown, { kind, quietFields = false, recharge }: ReactionOptions): void {
  if (!(error instanceof CallError)) {
    if (kind === 'action') toast.bad(translate('ui', 'error.network'), TOAST_MS)
    return
  }
  const { flag, failure } = error
  // A session whose sign key is gone or does not fit can do nothing more, not even read what everybody may: the way
  // out is the log in that the message asks for.
  if (flag === FLAG.session || (flag === FLAG.sign && isLoggedIn())) {
    sessionEnded(failure.message)
    return
  }
  if (kind === 'query') return
  if (quietFields && failure.fields !== undefined && Object.keys(failure.fields).length > 0) return
  if (failure.code === 'REALITY_CHECK') {
    // A question with a place of its own: the act can be repeated once it is answered.
    useReality.setState({ asked: useSession.getState().session?.member.id })
    return
  }
  toast.bad(failure.message, TOAST_MS)
  if (failure.code === 'INSUFFICIENT_BALANCE') leadLater(TO_RECHARGE_AFTER_MS, (to) => to.recharge(recharge))
}
