import { useTranslation } from '../i18n/i18n.ts'
import { LAZY_DELAY_MS, LOADING_INDICATOR_AFTER_MS } from '../timing.ts'
import { useAfter } from '../ui/feedback/use-after.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'

/** An empty page frame from 200 ms on, with a spinner 800 ms after the tap. */
export function PagePending() {
  const { t } = useTranslation()
  const show = useAfter(LOADING_INDICATOR_AFTER_MS - LAZY_DELAY_MS)
  return (
    <div className="page-frame text-brand grid w-full place-items-center" aria-busy="true">
      <div role="status">
        {show && (
          <>
            <Spinner size={36} />
            <span className="sr-only">{t('loading')}</span>
          </>
        )}
      </div>
    </div>
  )
}
