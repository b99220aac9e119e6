import { Compass, Ellipsis, EllipsisVertical, X } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { InApp } from './in-app-browser.ts'

/** The app's name in the member's language. */
function useName({ name }: InApp): string {
  const { t } = useTranslation('landing')
  return name === 'wechat' ? t('inApp.wechat') : name
}

/** The menu button as the app draws it. */
function Dots({ app, className }: { app: InApp; className?: string }) {
  const Icon = app.dots === 'row' ? Ellipsis : EllipsisVertical
  return (
    <Icon size={20} strokeWidth={2.2} aria-hidden="true" {...(className !== undefined && { className })} />
  )
}

/** How to leave the built-in browser of an app: in words, and as a picture of its menu. */
export default function OpenInBrowser({ app }: { app: InApp }) {
  const { t } = useTranslation('landing')
  const name = useName(app)
  return (
    <>
      <p className="text-ink-2 mt-1">{t('inApp.text', { app: name })}</p>
      <ol className="mt-3 flex flex-col gap-2">
        <li className="flex items-center gap-3">
          <Dots app={app} className="text-brand shrink-0" />
          {t('inApp.menu')}
        </li>
        <li className="flex items-center gap-3">
          <Compass size={20} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
          {t('inApp.choose')}
        </li>
      </ol>
      <MenuPicture app={app} />
    </>
  )
}

/** The head of the app's browser with its menu open. */
function MenuPicture({ app }: { app: InApp }) {
  const { t } = useTranslation('landing')
  const name = useName(app)
  return (
    <div
      aria-hidden="true"
      className="bg-sunken rounded-tile mx-auto mt-4 w-full max-w-72 overflow-hidden px-3 pb-4 select-none"
    >
      <div className="text-ink-2 -mx-3 flex items-center gap-2 px-3 py-2">
        <X size={18} />
        <span className="text-cap flex-1 truncate text-center font-semibold">{name}</span>
        <span className="border-gold text-ink grid size-8 place-items-center rounded-full border-2">
          <Dots app={app} />
        </span>
      </div>
      <div className="bg-surface rounded-tile shadow-float ms-auto flex w-52 max-w-full flex-col gap-2.5 p-3">
        <span className="bg-line h-2.5 w-3/5 rounded-full" />
        <span className="bg-gold-soft text-gold-ink rounded-tile -mx-1.5 flex items-center gap-2 px-2 py-1.5 font-semibold">
          <Compass size={18} className="shrink-0" />
          {t('inApp.open')}
        </span>
        <span className="bg-line h-2.5 w-2/5 rounded-full" />
      </div>
    </div>
  )
}

/** The short form, for a page on which something will be stored. */
export function InAppWarning({ app }: { app: InApp }) {
  const { t } = useTranslation('landing')
  const name = useName(app)
  return (
    <Notice tone="warn">
      <p className="font-semibold">{t('inApp.lost', { app: name })}</p>
      <p>
        {t('inApp.menu')}. {t('inApp.choose')}.
      </p>
    </Notice>
  )
}
