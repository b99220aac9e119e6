/**
 * Where the member wanted to go before recharging. The payment company sends them back with the recharge's id
 * only, so the way on waits in this tab's storage.
 */
const KEY = 'fairlot.recharge-next'
const INSIDE = /^\/(?!\/)/

/** Keeps the way on for one recharge; the one before is forgotten. */
export function keepNext(id: string, next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ id, next }))
  } catch {
    // A browser that refuses storage brings the member back to the wallet.
  }
}

/** The way on of this recharge: a path inside the app, or nothing. */
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
