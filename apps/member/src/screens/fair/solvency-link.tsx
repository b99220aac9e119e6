import { Scale } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'

/** The way to what members own and what the house has. */
export function SolvencyLink() {
  const { t } = useTranslation('fair')
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <Scale size={22} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('solvency.title')}
      </h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('solvency.text')}</p>
      <ButtonLink {...paths.solvency()} tone="outline" wide className="mt-3">
        {t('solvency.open')}
      </ButtonLink>
    </Card>
  )
}
