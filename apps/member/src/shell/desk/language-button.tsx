import { Popover } from '@base-ui/react/popover'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { LanguageList } from '../../parts/preferences/language-menu.tsx'
import { useLayer } from '../../ui/layout/layers.ts'

/** The language of the app: its letters, and the list of all under the button. */
export function LanguageButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useLayer(open, () => setOpen(false))
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="press text-ink hover:bg-sunken flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2.5 font-medium">
        <Globe size={22} strokeWidth={1.8} aria-hidden="true" />
        <span className="sr-only">{t('language.label')} </span>
        <span className="max-[1150px]:hidden">{activeLanguage().slice(0, 2).toUpperCase()}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={8} className="z-50">
          <Popover.Popup
            aria-label={t('language.label')}
            className="menu-popup bg-surface rounded-card shadow-float max-h-[70dvh] w-64 overflow-y-auto px-4 py-1 outline-none"
          >
            <LanguageList onChosen={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
