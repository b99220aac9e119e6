import { CloudOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError } from '../../api/api.ts'
import { useSystem } from '../../queries/system.ts'
import { Button } from '../buttons/button.tsx'

/** A page whose call got no answer tries again this often, while it is visible. */
const RETRY_EVERY_MS = 10_000

type ErrorStateProps = {
  error: unknown
  onRetry: () => void
  /** a retry is under way */
  retrying?: boolean
  /** the app's own code failed, perhaps because the server has a newer version: the button loads the page again */
  reloads?: boolean
}

/** While nothing answers, tries again by itself: when the network returns, and now and then. */
function useRetryOnReturn(unanswered: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (!unanswered) return undefined
    const tryAgain = () => retry()
    const tryVisible = () => {
      if (navigator.onLine && document.visibilityState === 'visible') retry()
    }
    globalThis.addEventListener('online', tryAgain)
    const timer = setInterval(tryVisible, RETRY_EVERY_MS)
    return () => {
      globalThis.removeEventListener('online', tryAgain)
      clearInterval(timer)
    }
  }, [unanswered])
}

/** The error in a sentence, with a retry button; from the second failure on also a link to support. */
export function ErrorState({ error, onRetry, retrying = false, reloads = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const [tries, setTries] = useState(0)
  const support = useSystem()?.onlineservice ?? null
  const failure = error instanceof CallError ? error.failure : undefined
  const retry = () => {
    setTries(tries + 1)
    onRetry()
  }
  useRetryOnReturn(failure === undefined && !retrying, onRetry)
  return (
    <section role="alert" className="my-2 flex flex-col items-center px-6 py-10 text-center">
      <span className="bg-sunken text-ink-2 grid size-16 place-items-center rounded-full">
        <CloudOff size={28} strokeWidth={1.8} aria-hidden="true" />
      </span>
      <h2 className="text-lead mt-4">{t('error.title')}</h2>
      <p className="text-ink-2 mt-1 max-w-72">
        {failure?.message ?? t(reloads ? 'error.newer' : 'error.text')}
      </p>
      {failure?.incident !== undefined && (
        <p className="text-cap text-ink-3 mt-1">{t('error.incident', { incident: failure.incident })}</p>
      )}
      <Button className="mt-5" onClick={reloads ? () => location.reload() : retry} sending={retrying}>
        {t(reloads ? 'reload' : 'retry')}
      </Button>
      {tries > 0 && support !== null && (
        <a
          href={support}
          className="text-brand mt-3 inline-block py-2 font-semibold underline"
          rel="noreferrer"
        >
          {t('error.support')}
        </a>
      )}
    </section>
  )
}
