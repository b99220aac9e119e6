import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAgo } from '../values/ago.tsx'

function subscribe(changed: () => void): () => void {
  globalThis.addEventListener('online', changed)
  globalThis.addEventListener('offline', changed)
  return () => {
    globalThis.removeEventListener('online', changed)
    globalThis.removeEventListener('offline', changed)
  }
}

/** Whether the device reports a network. Money actions are disabled without one. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/**
 * A slim bar under the nav while offline, with the time of the shown data.
 * @param dataAt 0, as of a query: none yet
 */
export function OfflineBar({ dataAt }: { dataAt?: number | undefined }) {
  const online = useOnline()
  return <div role="status">{!online && <Bar dataAt={dataAt} />}</div>
}

function Bar({ dataAt }: { dataAt: number | undefined }) {
  const { t } = useTranslation()
  const time = useAgo(dataAt ?? 0)
  return (
    <p className="bg-sunken text-ink-2 text-cap flex items-center px-page gap-2 py-1.5">
      <WifiOff size={16} aria-hidden="true" className="shrink-0" />
      <span>{dataAt === undefined || dataAt === 0 ? t('offline.bar') : t('offline.since', { time })}</span>
    </p>
  )
}
