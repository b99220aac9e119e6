import { taskList } from '@fairlot/contract/endpoints/growth/tasks'
import { Gift } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import type { EntryShape } from './entries.tsx'

/** In the last place of the shortcuts while the newcomer gift is open. */
export const GIFT: EntryShape = { name: 'gift', icon: Gift, tile: 'leaf', link: paths.task() }

/** A gift seldom changes: home asks for it once in this time, in milliseconds. */
const STALE_MS = 5 * 60_000

/** Tells whether a voucher of the newcomer gift is not claimed yet. It is fetched after home, and shows nothing. */
export function GiftWatch({ tell }: { tell: (isOpen: boolean) => void }) {
  const { data } = useRead(taskList, {}, { staleMs: STALE_MS })
  const isOpen = data !== undefined && data.on && data.gifts.some(({ state }) => state !== 'claimed')
  useEffect(() => tell(isOpen), [isOpen, tell])
  return null
}
