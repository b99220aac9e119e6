import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { loadMessages } from '../i18n/i18n.ts'
import { fullSheet } from '../start/sheets.ts'
import { useEvidence } from '../stores/evidence.ts'
import { AFTER_START_MS } from '../timing.ts'

/** Without a network, the next start or the fair page looks again. */
const ignore = () => undefined

/** Compares the log with what this device has kept, once after the start, when the first page is done. */
function useVisit(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer = setTimeout(() => {
        import('../evidence/keeper.ts').then(({ visit }) => visit()).catch(ignore)
      }, AFTER_START_MS)
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => {
      removeEventListener('load', start)
      clearTimeout(timer)
    }
  }, [])
}

/** A split view, or the news of a lost log, above every page. It is fetched only when there is something to say. */
export function EvidenceBar() {
  useVisit()
  const isSaid = useEvidence(({ alarmed, log }) => alarmed || log?.continued?.isTold === false)
  const [Bar, setBar] = useState<ComponentType>()
  const isWanted = isSaid && !Bar
  useEffect(() => {
    if (!isWanted) return
    Promise.all([import('../evidence/evidence-bar.tsx'), loadMessages(['evidence']), fullSheet()]).then(
      ([part]) => setBar(() => part.Bar),
      ignore,
    )
  }, [isWanted])
  return isSaid && Bar && <Bar />
}
