import { notices } from '@fairlot/contract/endpoints/mall/wishes'
import { useEffect, useRef } from 'react'
import { useRead } from '../../queries/queries.ts'
import { useHasPainted } from '../../start/after-paint.ts'
import { useMember } from '../../stores/session.ts'
import { TOAST_MS } from '../../timing.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useNoticeText } from './use-notice-text.ts'

/** Without a stream, notices are asked for again at this interval. */
const AGAIN_MS = 60_000

function useNewest() {
  const member = useMember()
  const painted = useHasPainted()
  const isMember = member !== null
  return useRead(
    notices,
    { limit: 1 },
    {
      enabled: isMember && painted,
      everyMs: isMember ? AGAIN_MS : false,
      topics: isMember ? ['notices'] : [],
    },
  ).data
}

/** How many notices the member has not read. */
export function useUnreadCount(): number {
  return useNewest()?.unread ?? 0
}

/** How many notices the member has not read. One that arrives while the page is open is also shown as a toast. */
export function useUnreadNotices(): number {
  const textOf = useNoticeText()
  const data = useNewest()
  const known = useRef<string | null | undefined>(undefined)
  const [newest] = data?.items ?? []
  const id = newest?.id ?? null
  useEffect(() => {
    if (data === undefined) return
    if (known.current !== undefined && known.current !== id && newest?.read === false) {
      const { title, text } = textOf(newest)
      toast.plain(`${title}: ${text}`, TOAST_MS)
    }
    known.current = id
  }, [data, id, newest, textOf])
  return data?.unread ?? 0
}
