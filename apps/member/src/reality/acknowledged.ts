/** Until when the member has said that they have seen how long they are here; shared by the tabs of this browser. */
const KEPT = 'fairlot.reality'

type Kept = { member: string; nextAt: number }
let held: Kept | undefined

function stored(): Kept | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<Kept> | null
    if (typeof value?.member !== 'string' || typeof value.nextAt !== 'number') return undefined
    return { member: value.member, nextAt: value.nextAt }
  } catch {
    // Storage is blocked or damaged: this tab knows its own.
    return undefined
  }
}

/** Unix milliseconds before which there is nothing to ask; 0 when nothing was said. */
export function acknowledgedUntil(member: string): number {
  const known = [held, stored()].map((kept) => (kept?.member === member ? kept.nextAt : 0))
  return Math.max(...known)
}

/** This tab's member has answered; the other tabs hear of it. */
export function acknowledge(member: string, nextAt: number): void {
  held = { member, nextAt }
  try {
    localStorage.setItem(KEPT, JSON.stringify(held))
  } catch {
    // Not kept: `held` has it until the page is closed.
  }
}

/** Another tab's answer. @returns what ends the listening */
export function onAcknowledged(heard: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === KEPT) heard()
  }
  globalThis.addEventListener('storage', listener)
  return () => globalThis.removeEventListener('storage', listener)
}
