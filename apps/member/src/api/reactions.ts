/**
 * How the app reacts to a refused call (specification, section 8). Screens add only their own parts, such as the
 * messages beside a form's fields.
 */
import { FLAG } from '@fairlot/contract/flags'
import { translate } from '../i18n/i18n.ts'
import { useReality } from '../stores/reality.ts'
import { isLoggedIn, useSession } from '../stores/session.ts'
import { TO_LOGIN_AFTER_MS, TO_RECHARGE_AFTER_MS, TO_VIP_AFTER_MS, TOAST_MS } from '../timing.ts'
import { toast } from '../ui/feedback/toast.ts'
import { CallError } from './api.ts'

/** Prefills the recharge page: the missing amount, and the address to go back to after the recharge. */
export type RechargeOptions = { amount?: string; need?: string; next?: string }

/**
 * The pages that reactions open. The router binds them at start (`router.tsx`), so that this file imports no screen.
 */
export type Destinations = {
  path: () => string
  /** the page that a member without a session may stay on: the log in, or the end of a closed account */
  isEnd: () => boolean
  login: (next: string) => void
  recharge: (options?: RechargeOptions) => void
  /** whether this is the confirmation of an order in the VIP zone */
  isVipConfirm: () => boolean
  vip: () => void
  /** the choice of a method to pay an order */
  payOrder: (options?: RechargeOptions) => void
}

let destinations: Destinations | undefined
export function bindDestinations(bound: Destinations): void {
  destinations = bound
}

/** Opens a page after `ms`, unless the member has left the current page. */
function leadLater(ms: number, lead: (to: Destinations) => void): void {
  const from = destinations?.path()
  setTimeout(() => {
    if (destinations && destinations.path() === from) lead(destinations)
  }, ms)
}

let atEnd: (() => void) | undefined
/**
 * Sets what follows the end of the session instead of the log in: while an account is closing, its page shows the end,
 * whichever call hears of it first. @returns a function that takes it back
 */
export function onSessionEnd(follow: () => void): () => void {
  atEnd = follow
  return () => {
    if (atEnd === follow) atEnd = undefined
  }
}

function sessionEnded(message: string): void {
  if (atEnd) return atEnd()
  const had = useSession.getState().end()
  // Calls sent together are refused together. One message and one redirect are enough.
  if (!had) return
  toast.bad(message, TOAST_MS)
  leadLater(TO_LOGIN_AFTER_MS, (to) => {
    if (!to.isEnd()) to.login(to.path())
  })
}

export type ReactionOptions = {
  /**
   * `query`: the screen shows the error itself, so there is no toast. `action`: the member pressed a button, so there
   * is one.
   */
  kind: 'query' | 'action'
  /** the caller shows errors beside its fields: no toast for them */
  quietFields?: boolean
  /** the toast when no answer came, in place of "the server could not be reached" */
  lost?: string | undefined
  /** options for the recharge page when the balance is too small */
  recharge?: RechargeOptions | undefined
}

/** Reacts to a failed call. The caller keeps the error. */
export function react(error: unknown, { kind, quietFields = false, lost, recharge }: ReactionOptions): void {
  if (!(error instanceof CallError)) {
    if (kind === 'action') toast.bad(lost ?? translate('ui', 'error.network'), TOAST_MS)
    return
  }
  const { flag, failure } = error
  // A session without a valid sign key cannot make any call. The member must log in again, as the message says.
  if (flag === FLAG.session || (flag === FLAG.sign && isLoggedIn())) {
    sessionEnded(failure.message)
    return
  }
  if (kind === 'query') return
  if (quietFields && failure.fields !== undefined && Object.keys(failure.fields).length > 0) return
  if (failure.code === 'REALITY_CHECK') {
    // The reality check has its own dialog. The member can repeat the action after answering it.
    useReality.setState({ asked: useSession.getState().session?.member.id })
    return
  }
  toast.bad(failure.message, TOAST_MS)
  if (flag === FLAG.vip || flag === FLAG.payment) {
    if (destinations?.isVipConfirm())
      leadLater(TO_VIP_AFTER_MS, (to) => (flag === FLAG.vip ? to.vip() : to.payOrder(recharge)))
    return
  }
  if (failure.code === 'INSUFFICIENT_BALANCE') leadLater(TO_RECHARGE_AFTER_MS, (to) => to.recharge(recharge))
}
