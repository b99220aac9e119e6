import { formatDayTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Plan } from '../../../ui/lists/plan.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'
import { wasSeen } from './units.ts'
import type { UsdtInstructions } from './usdt-view.tsx'

type UsdtPlanProps = { recharge: Recharge; instructions: UsdtInstructions }

/** From the reserved address to the money in the wallet. The page moves on by itself. */
export function UsdtPlan({ recharge, instructions }: UsdtPlanProps) {
  const { t } = useTranslation('transfer')
  const money = useMoneyText()
  const { confirmations } = instructions
  const seen = wasSeen(instructions)
  return (
    <section aria-labelledby="usdt-plan">
      <h2 id="usdt-plan" className="text-lead mb-2">
        {t('plan.title')}
      </h2>
      <Card>
        <Plan
          label={t('plan.title')}
          steps={[
            {
              key: 'reserved',
              place: 'done',
              name: t('usdt.reserved'),
              end: formatDayTime(recharge.createdAt, activeLanguage()),
            },
            seen
              ? { key: 'sent', place: 'done', name: t('usdt.seen') }
              : { key: 'sent', place: 'now', name: t('plan.waiting'), end: t('usdt.soon') },
            {
              key: 'confirmed',
              place: seen ? 'now' : 'ahead',
              name: t('usdt.confirmed'),
              end:
                confirmations === null
                  ? undefined
                  : t('usdt.of', { seen: confirmations.seen, needed: confirmations.needed }),
            },
            {
              key: 'credited',
              place: 'ahead',
              name: t('plan.credited', { amount: money(recharge.amount) }),
            },
          ]}
        />
      </Card>
    </section>
  )
}
