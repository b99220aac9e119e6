import { formatDayTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Plan } from '../../../ui/lists/plan.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'

/** From the reserved reference to the money in the wallet. The page moves on by itself. */
export function TransferPlan({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('transfer')
  const money = useMoneyText()
  const { proof } = recharge
  const at = (ms: number) => formatDayTime(ms, activeLanguage())
  return (
    <section aria-labelledby="transfer-plan">
      <h2 id="transfer-plan" className="text-lead mb-2">
        {t('plan.title')}
      </h2>
      <Card>
        <Plan
          label={t('plan.title')}
          steps={[
            { key: 'opened', place: 'done', name: t('plan.opened'), end: at(recharge.createdAt) },
            proof === null
              ? { key: 'sent', place: 'now', name: t('plan.waiting') }
              : { key: 'sent', place: 'done', name: t('plan.sent'), end: at(proof.at) },
            proof === null
              ? { key: 'found', place: 'ahead', name: t('plan.found') }
              : { key: 'found', place: 'now', name: t('plan.finding') },
            {
              key: 'credited',
              place: 'ahead',
              name: t('plan.credited', { amount: money(recharge.amount) }),
            },
          ]}
        />
        <p className="text-cap text-ink-2 border-line mt-4 border-t pt-3">{t('plan.leave')}</p>
      </Card>
    </section>
  )
}
