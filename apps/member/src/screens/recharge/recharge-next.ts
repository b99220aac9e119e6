import { paths } from '../../paths.ts'

/**
 * The address to return to after a recharge. The payment company sends members back with only the recharge's id, so the
 * address waits in the tab's storage.
 */
const KEY = 'fairlot.recharge-next'
const INSIDE = /^\/(?!\/)/
const PURCHASES = [paths.goods('').to, paths.confirm('').to]

/** Stores the return address of one recharge, replacing the previous one. */
export function keepNext(id: string, next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ id, next }))
  } catch {
    // Without storage, the member returns to the wallet.
  }
}

/** The return address of this recharge: a path inside the app, or undefined. */
export function keptNext(id: string): string | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof value !== 'object' || value === null) return undefined
    const kept = value as { id?: unknown; next?: unknown }
    return kept.id === id && typeof kept.next === 'string' && INSIDE.test(kept.next) ? kept.next : undefined
  } catch {
    // Storage is blocked or damaged.
    return undefined
  }
}

/**
 * Takes the address of the purchase that this recharge was for, once: the member who paid for it returns to it without
 * another tap. Undefined: there is none, or the member has returned before.
 */
export function takePurchase(id: string): string | undefined {
  const next = keptNext(id)
  if (next === undefined || !PURCHASES.some((to) => next.startsWith(`${to}?`))) return undefined
  keepNext(id, undefined)
  return next
}
