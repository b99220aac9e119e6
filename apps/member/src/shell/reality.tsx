import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { loadMessages } from '../i18n/i18n.ts'
import { fullSheet } from '../start/sheets.ts'
import { useReality } from '../stores/reality.ts'
import { useMember } from '../stores/session.ts'
import { REALITY_CHECK_FROM_MS } from '../timing.ts'

/**
 * The reality check. It is fetched after a member has stayed a while, or at once when a purchase needs it, so that it
 * is not part of the first load.
 */
export function Reality() {
  const member = useMember()?.id
  const asked = useReality((state) => state.asked)
  const [Check, setCheck] = useState<ComponentType<{ member: string }>>()
  const isWanted = member !== undefined && !Check
  useEffect(() => {
    if (!isWanted) return
    const load = () => {
      // Without a network, one of the next tries fetches it.
      Promise.all([import('../reality/reality-check.tsx'), loadMessages(['reality']), fullSheet()]).then(
        ([part]) => setCheck(() => part.default),
        () => undefined,
      )
    }
    if (asked !== undefined) load()
    const timer = setInterval(load, REALITY_CHECK_FROM_MS)
    return () => clearInterval(timer)
  }, [isWanted, asked])
  return member !== undefined && Check && <Check key={member} member={member} />
}
