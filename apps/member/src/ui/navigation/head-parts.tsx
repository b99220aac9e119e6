import { usePart } from '../../router/use-part.ts'
import { useWide } from '../layout/use-wide.ts'

/** What the head of a page shows on a tablet only: the balance, and on home the search. Other widths do not fetch it. */
const load = () => import('../../parts/wallet/head-parts.tsx')
const MESSAGES = ['frame'] as const

export function useHeadParts() {
  const isTablet = useWide('tab')
  const isDesk = useWide('desk')
  return usePart(isTablet && !isDesk, load, MESSAGES)
}
