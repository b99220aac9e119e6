/**
 * Search parameters are text. The router's codec reads `?id=12` as a number and writes text with quotes; this one uses
 * plain `URLSearchParams` in both directions.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes the parameters in the order given, without `undefined` and empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value)
    else if (typeof value === 'number' || typeof value === 'boolean') params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
