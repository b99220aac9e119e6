/** The calls that the inline script of index.html sent before the app's code arrived. */

export type EarlyAnswer = { language: string; token: string; param: string; answer: Promise<unknown> }

declare global {
  var fairlotEarly: Record<string, EarlyAnswer> | undefined
}

/** The answer of an early call with the same language, token and input. Each is given once, and none after a failure. */
export async function takeEarly(path: string, body: string): Promise<unknown> {
  const early = globalThis.fairlotEarly?.[path]
  if (!early) return undefined
  delete globalThis.fairlotEarly?.[path]
  const fields = new URLSearchParams(body)
  const isSame =
    fields.get('language') === early.language &&
    fields.get('token') === early.token &&
    fields.get('param') === early.param
  return isSame ? early.answer.catch(() => undefined) : undefined
}
