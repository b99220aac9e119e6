import { useSyncExternalStore } from 'react'

/** The breakpoints of `styles/theme.css`, for the few places where the document itself differs. */
const FROM_PX = { tab: 768, desk: 1024 } as const

function watch(from: keyof typeof FROM_PX) {
  let query: MediaQueryList | undefined
  // Asked at first use: a test may replace `matchMedia` before.
  const list = () => (query ??= matchMedia(`(width >= ${FROM_PX[from]}px)`))
  return {
    subscribe(changed: () => void) {
      list().addEventListener('change', changed)
      return () => list().removeEventListener('change', changed)
    },
    isWide: () => list().matches,
  }
}

const WATCHES = { tab: watch('tab'), desk: watch('desk') } as const

/** Whether the window has at least the width of a tablet (`tab`) or of the desktop layout (`desk`). Prefer CSS. */
export function useWide(from: keyof typeof FROM_PX): boolean {
  const { subscribe, isWide } = WATCHES[from]
  return useSyncExternalStore(subscribe, isWide)
}
