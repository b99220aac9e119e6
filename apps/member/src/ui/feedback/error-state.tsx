import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError } from '../../api/api.ts'
import { useSystem } from '../../queries/system.ts'
import { Button } from '../buttons/button.tsx'

type ErrorStateProps = {
  error: unknown
  onRetry: () => void
  /** a retry is under way */
  retrying?: boolean
}

/** The error in a sentence, with a retry button; from the second failure on also a link to support. */
export function ErrorState({ error, onRetry, retrying = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const [tries, setTries] = useState(0)
  const support = useSystem()?.onlineservice ?? null
  const failure = error instanceof CallError ? error.failure : undefined
  const retry = () => {
    setTries(tries + 1)
    onRetry()
  }
  return (
    <section role="alert" className="my-2 flex flex-col items-center px-6 py-10 text-center">
      <span className="bg-sunken text-ink-2 grid size-16 place-items-center rounded-full">
        <CloudOff size={28} strokeWidth={1.8} aria-hidden="true" />
      </span>
      <h2 className="text-lead mt-4">{t('error.title')}</h2>
      <p className="text-ink-2 mt-1 max-w-72">{failure?.message ?? t('error.text')}</p>
      {failure?.incident !== undefined && (
        <p className="text-cap text-ink-3 mt-1">{t('error.incident', { incident: failure.incident })}</p>
      )}
      <Button className="mt-5" onClick={retry} sending={retrying}>
        {t('retry')}
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
