import { usePart } from '../../router/use-part.ts'
import { useHasPainted } from '../../start/after-paint.ts'
import { useMember } from '../../stores/session.ts'

/** The bell of home and the dot on the tab of the account, for members. They are fetched after the first paint. */
const load = () => import('../../parts/notices/notice-bell.tsx')
const MESSAGES = ['notices'] as const

export function useNoticePart() {
  const painted = useHasPainted()
  return usePart(useMember() !== null && painted, load, MESSAGES)
}
