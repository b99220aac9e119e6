import { create } from 'zustand'
import { HELPER_TOAST_MS, TOAST_MS } from '../../timing.ts'

export type ToastMessage = { id: number; tone: 'ok' | 'bad' | 'plain'; text: string }

/** The toast on the screen. A new toast replaces the previous one. */
export const useToast = create<{ message: ToastMessage | null }>()(() => ({ message: null }))

let next = 1
let timer: ReturnType<typeof setTimeout> | undefined

function show(tone: ToastMessage['tone'], text: string, forMs: number): void {
  clearTimeout(timer)
  const id = next++
  useToast.setState({ message: { id, tone, text } })
  timer = setTimeout(() => useToast.setState({ message: null }), forMs)
}

/** Short messages about what just happened; never for a result that the member must keep. */
export const toast = {
  ok: (text: string, forMs = HELPER_TOAST_MS) => show('ok', text, forMs),
  bad: (text: string, forMs = TOAST_MS) => show('bad', text, forMs),
  plain: (text: string, forMs = HELPER_TOAST_MS) => show('plain', text, forMs),
}
