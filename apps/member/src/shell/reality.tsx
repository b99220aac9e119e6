import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { loadMessages } from '../i18n/i18n.ts'
import { useReality } from '../stores/reality.ts'
import { useMember } from '../stores/session.ts'
import { REALITY_CHECK_FROM_MS } from '../timing.ts'

/** The reality check, fetched once a member stays, or at once when a purchase asks for it: the first load does without. */
export function Reality() {
  const member = useMember()?.id
  const asked = useReality((state) => state.asked)
  const [Check, setCheck] = useState<ComponentType<{ member: string }>>()
  const isWanted = member !== undefined && !Check
  useEffect(() => {
    if (!isWanted) return
    const load = () => {
      // Without a network it comes with one of the next tries.
      Promise.all([import('../reality/reality-check.tsx'), loadMessages(['reality'])]).then(
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
