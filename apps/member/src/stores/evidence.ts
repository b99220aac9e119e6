import { create } from 'zustand'
import type { LogEvidence } from '../evidence/evidence.ts'

/** Set while this device knows of a split view, so that the next start shows the alarm before anything is checked again. */
const ALARM_KEY = 'fairlot.split-view'

type EvidenceState = {
  /** this device knows of a split view of the log */
  alarmed: boolean
  /** undefined until it has been read */
  log: LogEvidence | undefined
  /** the number of the member's receipts on this device */
  receipts: number
  /** the browser keeps nothing: what is known ends with this page */
  blocked: boolean
}

function wasAlarmed(): boolean {
  try {
    return localStorage.getItem(ALARM_KEY) !== null
  } catch {
    // Storage is blocked: the next check raises the alarm.
    return false
  }
}

export const useEvidence = create<EvidenceState>()(() => ({
  alarmed: wasAlarmed(),
  log: undefined,
  receipts: 0,
  blocked: false,
}))

/** Shows what is kept now. */
export function showEvidence(state: Partial<Omit<EvidenceState, 'alarmed'>>): void {
  if ('log' in state) {
    const alarmed = state.log?.alarm != null
    useEvidence.setState({ ...state, alarmed })
    try {
      if (alarmed) localStorage.setItem(ALARM_KEY, '1')
      else localStorage.removeItem(ALARM_KEY)
    } catch {
      // Not stored: the next check raises the alarm.
    }
  } else useEvidence.setState(state)
}
