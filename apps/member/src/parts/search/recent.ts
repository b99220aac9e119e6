/** The searches that this device remembers. The server does not know them. */
import { create } from 'zustand'

const KEPT = 'fairlot.searches'
const MOST = 6

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    // Storage is blocked or damaged: nothing is remembered.
    return []
  }
}

/** The newest search first. */
export const useRecentSearches = create<{ texts: readonly string[] }>()(() => ({ texts: read() }))

useRecentSearches.subscribe(({ texts }) => {
  try {
    if (texts.length === 0) localStorage.removeItem(KEPT)
    else localStorage.setItem(KEPT, JSON.stringify(texts))
  } catch {
    // Not stored: remembered until the page closes.
  }
})

export function keepSearch(text: string): void {
  const term = text.trim()
  if (term.length < 2) return
  const isOther = (one: string) => one.toLowerCase() !== term.toLowerCase()
  useRecentSearches.setState(({ texts }) => ({ texts: [term, ...texts.filter(isOther)].slice(0, MOST) }))
}

export const forgetSearches = (): void => useRecentSearches.setState({ texts: [] })
