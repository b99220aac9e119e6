import { useState } from 'react'

/** What the member has entered and not bought yet. */
export type Draft = {
  /** digits as they were typed */
  units: string
  /** the TRC-20 address, where the product asks for one */
  address: string
}

const nameOf = (product: string) => `fairlot.finance.${product}`

function kept(product: string): Draft | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(nameOf(product)) ?? 'null') as Partial<Draft> | null
    if (value === null || typeof value.units !== 'string' || typeof value.address !== 'string') return null
    return { units: value.units, address: value.address }
  } catch {
    // Storage is blocked or damaged.
    return null
  }
}

function keep(product: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(nameOf(product))
    else sessionStorage.setItem(nameOf(product), JSON.stringify(draft))
  } catch {
    // Not kept: the entry lasts until the page is left.
  }
}

/**
 * What is entered for a product. It stays in this tab: over a login, a top-up, other pages, and a reload. Render it under a key of the
 * product.
 */
export function useDraft(product: string, first: Draft) {
  const [draft, set] = useState(() => kept(product) ?? first)
  return {
    draft,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part }
      set(next)
      keep(product, next)
    },
    /** after a purchase */
    clear: () => keep(product, null),
  }
}
