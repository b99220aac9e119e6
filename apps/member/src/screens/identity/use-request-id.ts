import { useRef } from 'react'
import { uuidv7 } from '../../api/uuid.ts'

/**
 * The request id of a submission stays while the same input is tried again, so that a lost answer and a second tap send it once. It
 * is not stored on the device: the input holds personal data.
 */
export function useRequestId(): (input: object) => string {
  const last = useRef<{ input: string; id: string } | null>(null)
  return (input) => {
    const text = JSON.stringify(input)
    if (last.current?.input !== text) last.current = { input: text, id: uuidv7(Date.now()) }
    return last.current.id
  }
}
