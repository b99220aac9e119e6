import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { TierTable } from './tier-table.tsx'
import type { Tiers, WonTier } from './odds.ts'

type TierCardProps = { tiers: Tiers; shares: number; winning?: number | null; won?: readonly WonTier[] }

/** The table of tiers as a card; nothing for issues without cash. */
export function TierCard(props: TierCardProps) {
  const { t } = useTranslation('tiers')
  if (props.tiers.length === 0) return null
  return (
    <Card>
      <section aria-labelledby="tiers-title">
        <h2 id="tiers-title" className="text-lead mb-2">
          {t('title')}
        </h2>
        <TierTable {...props} />
        <p className="text-cap text-ink-2 mt-2">{t('ring')}</p>
      </section>
    </Card>
  )
}
