import { Check, Globe } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { activeLanguage, changeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES, OFFERED_LANGUAGES } from '../../i18n/languages.ts'
import { fullSheet } from '../../start/sheets.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

// Loads the sheet's library only when it is needed.
const Sheet = lazy(async () => {
  const [module] = await Promise.all([import('../../ui/layout/sheet.tsx'), fullSheet()])
  return { default: module.Sheet }
})

/** Every offered language in its own script, with a check mark at the current one. */
export function LanguageList({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation()
  const current = activeLanguage()
  return (
    <ul aria-label={t('language.label')}>
      {OFFERED_LANGUAGES.map((language) => (
        <li key={language} className="border-line border-b last:border-transparent">
          <button
            type="button"
            lang={language}
            aria-current={language === current || undefined}
            onClick={() => {
              changeLanguage(language).then(onChosen, () =>
                toast.bad(t(navigator.onLine ? 'error.newer' : 'error.network')),
              )
            }}
            className="flex min-h-13 w-full items-center gap-3 text-start"
          >
            <span className="flex-1 font-medium">{LANGUAGE_NAMES[language]}</span>
            <Check
              size={22}
              aria-hidden="true"
              className={cx('text-brand', language !== current && 'invisible')}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The sheet with the list of languages, which is fetched when it is first opened. */
export function useLanguageSheet(): { choose: () => void; sheet: ReactNode } {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return {
    choose: () => {
      setWanted(true)
      setOpen(true)
    },
    sheet: wanted && (
      <Suspense>
        <Sheet open={open} onOpenChange={setOpen} title={t('language.label')}>
          <LanguageList onChosen={() => setOpen(false)} />
        </Sheet>
      </Suspense>
    ),
  }
}

/** A round globe that opens the list of languages. */
export function LanguageMenu({ look = 'plain' }: { look?: 'plain' | 'stage' }) {
  const { t } = useTranslation()
  const { choose, sheet } = useLanguageSheet()
  return (
    <>
      <IconButton label={t('language.label')} look={look} onClick={choose}>
        <Globe size={22} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {sheet}
    </>
  )
}
