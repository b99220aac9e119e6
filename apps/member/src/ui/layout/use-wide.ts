import { useSyncExternalStore } from 'react'

/** The breakpoints of `styles/theme.css`, for the few places where the document itself differs. */
const MEDIA = {
  tab: '(width >= 768px)',
  desk: '(width >= 1024px)',
  low: '(height < 480px)',
} as const

function watch(media: keyof typeof MEDIA) {
  let query: MediaQueryList | undefined
  // Asked at first use: a test may replace `matchMedia` before.
  const list = () => (query ??= matchMedia(MEDIA[media]))
  return {
    subscribe(changed: () => void) {
      list().addEventListener('change', changed)
      return () => list().removeEventListener('change', changed)
    },
    matches: () => list().matches,
  }
}

const WATCHES = { tab: watch('tab'), desk: watch('desk'), low: watch('low') } as const

/** Whether the window has at least the width of a tablet (`tab`) or of the desktop layout (`desk`). Prefer CSS. */
export function useWide(from: 'tab' | 'desk'): boolean {
  const { subscribe, matches } = WATCHES[from]
  return useSyncExternalStore(subscribe, matches)
}

/** Whether the window is as low as a phone on its side: a panel beside the content does not fit. */
export function useLow(): boolean {
  const { subscribe, matches } = WATCHES.low
  return useSyncExternalStore(subscribe, matches)
}

/** Whether the window is that wide now; for what is fetched before a component asks. */
export const isWide = (from: 'tab' | 'desk'): boolean => WATCHES[from].matches()
