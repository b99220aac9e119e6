/** Members in this browser who declined a limit before their first recharge. */
const KEPT = 'fairlot.limit-later'

function read(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
  } catch {
    // Storage is blocked or damaged: the offer is shown again.
    return []
  }
}

export const saidNotNow = (member: string): boolean => read().includes(member)

export function keepNotNow(member: string): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...read(), member])]))
  } catch {
    // Not stored: it holds until the page is left.
  }
}
