/** The product that was looked at last in this tab. A recharge that is for nothing else leads back to it. */
const KEY = 'fairlot.last-seen'

export type Seen = { issue: string; title: string }

export function keepSeen(seen: Seen): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(seen))
  } catch {
    // Without storage, the member goes to the mall.
  }
}

export function lastSeen(): Seen | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { issue, title } = value as Partial<Record<keyof Seen, unknown>>
    return typeof issue === 'string' && typeof title === 'string' ? { issue, title } : null
  } catch {
    // Storage is blocked or damaged.
    return null
  }
}
