/** Mutations of a document for tests: lists every place of a document and other values for each. */

type Doc = Record<string, unknown>

/** A copy of the document with one value replaced. The value `undefined` removes the field. */
export function changed(document: unknown, path: readonly (string | number)[], value: unknown): Doc {
  const copy = structuredClone(document) as Doc
  let parent: Doc = copy
  for (const key of path.slice(0, -1)) parent = parent[key] as Doc
  const last = String(path.at(-1))
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

/** Every place of a document with its value: leaves, lists and objects. */
export function places(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => places(item, [...path, key]))
      : []
  return path.length === 0 ? inside : [{ path, value }, ...inside]
}

/** Other values for a place: similar ones, and ones of another type. */
export function others(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, Math.max(0, value - 1) === value ? value + 2 : value - 1]
  if (typeof value === 'string') return [swapDigit(value, value.length >> 1), 7]
  if (typeof value === 'boolean') return [!value, 7]
  if (value === null) return ['00'.repeat(32), 0, {}]
  if (Array.isArray(value)) {
    const last: unknown = value.at(-1) ?? '00'.repeat(32)
    const shorter = value.length === 0 ? [] : [value.slice(0, -1)]
    return [...shorter, [...value, last], ...(value.length > 1 ? [value.toReversed()] : [])]
  }
  return [{ ...(value as object), unknown: 1 }, null]
}

export function swapDigit(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
}
