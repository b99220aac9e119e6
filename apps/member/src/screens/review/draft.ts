/** The text of a review that is not sent yet. It stays in this tab, so that a reload or a lost connection loses nothing. */
export type Draft = { title: string; content: string; named: boolean }

const keyOf = (order: string) => `fairlot.review.${order}`
export const NO_DRAFT: Draft = { title: '', content: '', named: true }

/** Some browsers throw when storage is switched off: then there is no draft. */
function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export function readDraft(order: string): Draft {
  return quietly(() => {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(order)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return NO_DRAFT
    const { title, content, named } = kept as Partial<Draft>
    if (typeof title !== 'string' || typeof content !== 'string') return NO_DRAFT
    return { title, content, named: named !== false }
  }, NO_DRAFT)
}

/** @returns whether it was kept */
export function keepDraft(order: string, draft: Draft): boolean {
  return quietly(() => {
    sessionStorage.setItem(keyOf(order), JSON.stringify(draft))
    return true
  }, false)
}

export function dropDraft(order: string): void {
  quietly(() => sessionStorage.removeItem(keyOf(order)), undefined)
}
