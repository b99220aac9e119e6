/** The messages of the first page in one file, which the inline script of index.html asked for: a file for each namespace costs a request. */

type Trees = Readonly<Record<string, unknown>>
export type EarlyMessages = { language: string; namespaces: readonly string[]; trees: Promise<Trees> }

declare global {
  var fairlotMessages: EarlyMessages | undefined
}

/** The messages of a namespace; undefined where the file does not have them or did not arrive. */
export async function earlyMessages(language: string, namespace: string): Promise<unknown> {
  const early = globalThis.fairlotMessages
  if (early?.language !== language || !early.namespaces.includes(namespace)) return undefined
  try {
    return (await early.trees)[namespace]
  } catch {
    return undefined
  }
}
