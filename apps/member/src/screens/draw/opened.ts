/** The draws whose result this tab has opened, so that a reload or a second visit shows the result at once. */

const KEY = 'fairlot.opened'
/** A member watches few draws in one visit. */
const MOST = 50

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : []
  } catch {
    // Storage is blocked or damaged: every visit opens the result digit by digit.
    return []
  }
}

export const wasOpened = (issue: string): boolean => read().includes(issue)

export function rememberOpened(issue: string): void {
  const kept = read()
  if (kept.includes(issue)) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...kept, issue].slice(-MOST)))
  } catch {
    // Not stored: the next visit opens the result digit by digit.
  }
}
