import { calculation } from '@fairlot/contract/endpoints/mall/draws'
import { useEffect, useState } from 'react'
import { read } from '../../queries/read.ts'
import { checkInWorker, shownOf } from '../../parts/proof/use-check.ts'
import type { Progress } from '../../parts/proof/use-check.ts'

/** Checks one past draw on request: the numbers of its calculation page against its proof. */
export function useDrawCheck(issue: string): { progress: Progress; start: () => void } {
  const [progress, setProgress] = useState<Progress>({ state: 'waiting' })
  const running = progress.state === 'running'
  useEffect(() => {
    if (!running) return
    let stop: (() => void) | null = null
    let left = false
    read(calculation, { issue, limit: 1 }).then(
      (head) => {
        if (!left) stop = checkInWorker(shownOf(head), head.tag, setProgress)
      },
      () => {
        if (!left) setProgress({ state: 'failed', message: null })
      },
    )
    return () => {
      left = true
      stop?.()
    }
  }, [running, issue])
  return { progress, start: () => setProgress({ state: 'running' }) }
}
