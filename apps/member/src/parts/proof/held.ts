/** Sealed documents that this device has checked before the draw, until the app closes. */

/** A member watches few draws at a time. */
const MOST = 8

const held = new Map<string, Blob>()

export function holdSealed(issue: string, file: Blob): void {
  held.delete(issue)
  held.set(issue, file)
  const [oldest] = held.keys()
  if (held.size > MOST && oldest !== undefined) held.delete(oldest)
}

export const heldSealed = (issue: string): Blob | null => held.get(issue) ?? null
