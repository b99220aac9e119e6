import { Trophy } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { sumOf } from './odds.ts'
import type { Tiers, WonTier } from './odds.ts'

/** What a member won in cash, in gold: the sum, each tier, and the way to the wallet. */
export function CashWon({ tiers, won }: { tiers: Tiers; won: readonly WonTier[] }) {
  const { t } = useTranslation('tiers')
  const money = useMoneyText()
  return (
    <section className="bg-gold text-on-gold rounded-card flex items-start gap-4 p-4">
      <span className="bg-on-gold text-gold grid size-12 shrink-0 place-items-center rounded-full">
        <Trophy size={24} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-title">{t('won.title', { amount: money(sumOf(won), 'price') })}</h2>
        <ul className="mt-1">
          {won.map(({ tier, codes }) => (
            <li key={tier}>
              {t('won.line', {
                tier,
                codes: formatNumber(codes),
                prize: money(tiers.find((one) => one.tier === tier)?.prize ?? '0', 'price'),
              })}
            </li>
          ))}
        </ul>
        <p className="mt-1">{t('won.paid')}</p>
        <ButtonLink {...paths.statement()} size="sm" className="bg-on-gold! text-gold! mt-3">
          {t('won.statement')}
        </ButtonLink>
      </div>
    </section>
  )
}
