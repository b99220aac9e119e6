import { limits, netPosition } from '@fairlot/contract/endpoints/guard'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverNow } from '../api/api.ts'
import { fullKey, read } from '../queries/read.ts'
import { useReality } from '../stores/reality.ts'
import { acknowledgedUntil, onAcknowledged } from './acknowledged.ts'
import { watchStretch } from './when-due.ts'

/** The interval changes rarely: it is fetched about once a session. */
const INTERVAL_STALE_MS = 60 * 60_000

/** Whether the reality check is due, and a function that ends the question. */
export function useStretch(member: string): { isDue: boolean; answered: () => void } {
  const client = useQueryClient()
  const asked = useReality((state) => state.asked === member)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    // While the question is open, only an answer matters, here or in another tab.
    if (isOver || asked) return
    const watch = watchStretch({
      ask: async () => {
        const [{ realityCheckMinutes }, { activeSince }] = await Promise.all([
          client.fetchQuery({
            queryKey: fullKey(limits, {}, member),
            queryFn: () => read(limits, {}),
            staleTime: INTERVAL_STALE_MS,
          }),
          client.fetchQuery({
            queryKey: fullKey(netPosition, {}, member),
            queryFn: () => read(netPosition, {}),
            staleTime: 0,
          }),
        ])
        return { activeSince, everyMinutes: realityCheckMinutes }
      },
      answeredUntil: () => acknowledgedUntil(member),
      now: serverNow,
      isVisible: () => document.visibilityState === 'visible',
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      due: () => setIsOver(true),
    })
    watch.look()
    document.addEventListener('visibilitychange', watch.look)
    return () => {
      document.removeEventListener('visibilitychange', watch.look)
      watch.stop()
    }
  }, [client, member, isOver, asked])
  const answered = () => {
    setIsOver(false)
    useReality.setState({ asked: undefined })
  }
  useEffect(
    () =>
      onAcknowledged(() => {
        if (acknowledgedUntil(member) <= serverNow()) return
        setIsOver(false)
        useReality.setState({ asked: undefined })
      }),
    [member],
  )
  return { isDue: isOver || asked, answered }
}
