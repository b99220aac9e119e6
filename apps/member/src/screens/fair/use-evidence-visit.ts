import { useEffect } from 'react'
import { saveFile } from '../../parts/proof/save-file.ts'
import { useEvidence } from '../../stores/evidence.ts'

const keeper = () => import('../../evidence/keeper.ts')

/** Compares the log with what this device has kept when the page opens; the news of a lost log is then told. */
export function useEvidenceVisit(): void {
  const isNews = useEvidence(({ log }) => log?.continued?.isTold === false)
  useEffect(() => {
    // Without a network the page shows what is kept.
    keeper()
      .then(({ visit }) => visit())
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    if (!isNews) return
    // The bar above the page disappears once the page is left.
    return () => {
      keeper()
        .then(({ toldOfLoss }) => toldOfLoss())
        .catch(() => undefined)
    }
  }, [isNews])
}

/** Saves what this device keeps as a file. */
export async function saveEvidence(): Promise<void> {
  const { evidenceFile } = await keeper()
  const content = await evidenceFile(Date.now())
  if (content === null) return
  const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  saveFile(file, `fairlot-evidence-${new Date(content.savedAt).toISOString().slice(0, 10)}.json`)
}

/** Removes what this device keeps. */
export async function forgetEvidence(): Promise<void> {
  const { forgetDevice } = await keeper()
  await forgetDevice()
}
