import { useEffect, useState } from 'react'
import { loadMessages } from '../i18n/i18n.ts'
import type { Namespace } from '../i18n/namespaces.ts'

/**
 * A part of a page that is fetched, with its messages, when it is first wanted, so that it is not part of the first
 * load. Without a network it stays undefined until it is wanted again.
 * @param load a function of the module, the same in every render
 * @param messages a constant of the module
 */
export function usePart<T extends object>(
  isWanted: boolean,
  load: () => Promise<T>,
  messages: readonly Namespace[],
): T | undefined {
  const [part, setPart] = useState<T>()
  const isMissing = isWanted && !part
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    Promise.all([load(), loadMessages(messages)]).then(
      ([loaded]) => {
        if (!isGone) setPart(() => loaded)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isMissing, load, messages])
  return isWanted ? part : undefined
}
