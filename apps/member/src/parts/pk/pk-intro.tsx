import { Scale } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'

/** What a Double PK is, with the chance, before the first table of the lobby. */
export default function PkIntro() {
  const { t } = useTranslation('pk')
  return (
    <div className="bg-brand-soft text-brand rounded-card mb-3 flex gap-3.5 p-4">
      <Scale size={24} strokeWidth={1.8} className="mt-0.5 shrink-0" aria-hidden="true" />
      <p className="text-pretty">
        {t('intro')} {t('names')}
      </p>
    </div>
  )
}
