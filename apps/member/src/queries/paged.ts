/** The answer of a keyset-paged list. */
export type Paged<T> = { items: T[]; next: string | null }

/** Whether a list has no item at all. @param data the kept answer of any endpoint: its pages */
export function isEmptyList(data: unknown): boolean {
  const { pages } = (data ?? {}) as { pages?: Paged<unknown>[] }
  return pages?.every(({ items, next }) => items.length === 0 && next === null) === true
}
