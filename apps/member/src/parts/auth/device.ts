/**
 * A random id of this browser, which registration and log in send. The server stores a keyed hash of it, and an operator looks when
 * an inviter and an invited friend use the same device.
 */
const KEPT = 'fairlot.device'
const FORM = /^[0-9a-f]{32}$/

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The id as part of an input; nothing where the browser stores nothing. */
export function deviceInput(): { device?: string } {
  try {
    const kept = localStorage.getItem(KEPT)
    if (kept !== null && FORM.test(kept)) return { device: kept }
    const device = newId()
    localStorage.setItem(KEPT, device)
    return { device }
  } catch {
    // Storage is blocked: an id that changes with every call would say nothing.
    return {}
  }
}
