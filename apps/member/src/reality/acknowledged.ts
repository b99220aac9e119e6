/** Until when the member has acknowledged the reality check; shared by the tabs of this browser. */
const KEPT = 'fairlot.reality'

type Kept = { member: string; nextAt: number }
let held: Kept | undefined

function stored(): Kept | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<Kept> | null
    if (typeof value?.member !== 'string' || typeof value.nextAt !== 'number') return undefined
    return { member: value.member, nextAt: value.nextAt }
  } catch {
    // Storage is blocked or damaged: this tab uses its own value.
    return undefined
  }
}

/** Unix milliseconds until which no reality check is due; 0 without an acknowledgement. */
export function acknowledgedUntil(member: string): number {
  const known = [held, stored()].map((kept) => (kept?.member === member ? kept.nextAt : 0))
  return Math.max(...known)
}

/** Records the answer in this tab. The other tabs are notified. */
export function acknowledge(member: string, nextAt: number): void {
  held = { member, nextAt }
  try {
    localStorage.setItem(KEPT, JSON.stringify(held))
  } catch {
    // Not stored: `held` has it until the page closes.
  }
}

/** Listens to answers in other tabs. @returns a function that stops listening */
export function onAcknowledged(heard: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === KEPT) heard()
  }
  globalThis.addEventListener('storage', listener)
  return () => globalThis.removeEventListener('storage', listener)
}
