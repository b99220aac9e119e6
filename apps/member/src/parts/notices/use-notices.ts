import { notices } from '@fairlot/contract/endpoints/mall/wishes'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { useMember } from '../../stores/session.ts'
import { TOAST_MS } from '../../timing.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Without a stream, notices are asked for again at this interval. */
const AGAIN_MS = 60_000

/** How many notices the member has not read. One that arrives while the page is open is also shown as a toast. */
export function useUnreadNotices(): number {
  const { t } = useTranslation('notices')
  const member = useMember()
  const isMember = member !== null
  const { data } = useRead(
    notices,
    { limit: 1 },
    { enabled: isMember, everyMs: isMember ? AGAIN_MS : false, topics: isMember ? ['notices'] : [] },
  )
  const known = useRef<string | null | undefined>(undefined)
  const [newest] = data?.items ?? []
  const id = newest?.id ?? null
  useEffect(() => {
    if (data === undefined) return
    if (known.current !== undefined && known.current !== id && newest?.read === false)
      toast.plain(`${newest.title}: ${t(`kind.${newest.kind}`)}`, TOAST_MS)
    known.current = id
  }, [data, id, newest, t])
  return data?.unread ?? 0
}
