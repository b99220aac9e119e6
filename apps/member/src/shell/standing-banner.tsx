import { TriangleAlert } from 'lucide-react'
import { useTranslation } from '../i18n/i18n.ts'
import { useSystem } from '../queries/system.ts'

/** Says on every page that the server sells, draws and pays nothing now, or that this is a copy for a drill. */
export function StandingBanner() {
  const { t } = useTranslation()
  const standing = useSystem()?.standing ?? 'ok'
  return (
    <div role="status">
      {standing !== 'ok' && (
        <p className="bg-gold-soft text-gold-ink text-cap flex items-start gap-2 px-page py-2">
          <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>{t(`standing.${standing}`)}</span>
        </p>
      )}
    </div>
  )
}
