import { useState } from 'react'
import { serverNow } from '../../api/api.ts'

/**
 * Whether the time of the draw has come, and the function that says so when the countdown ends. A further attempt of the
 * seal has a later time.
 * @param drawAt Unix milliseconds; null before the seal
 */
export function useDue(drawAt: number | null): [isDue: boolean, setDue: () => void] {
  const [dueAt, setDueAt] = useState(() => (drawAt !== null && drawAt <= serverNow() ? drawAt : null))
  return [drawAt !== null && dueAt === drawAt, () => setDueAt(drawAt)]
}
