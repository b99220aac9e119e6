import { useTranslation } from '../../i18n/i18n.ts'
import { rechargeLog } from '@fairlot/contract/endpoints/wallet'
import { refreshAll } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Money } from '../../ui/values/money.tsx'
import { keepNext } from './recharge-next.ts'
import { isOpen, useRecharges } from './use-recharges.ts'

/** Recharges that can still be paid, so that the member continues one instead of opening another. */
export function OpenRecharges({ next }: { next: string | undefined }) {
  const { t } = useTranslation('recharge')
  const open = useRecharges()?.filter(isOpen) ?? []
  if (open.length === 0) return null
  return (
    <section aria-labelledby="open-recharges" className="flex flex-col gap-2">
      <h2 id="open-recharges" className="text-lead">
        {t('open.title')}
      </h2>
      <Card pad="none">
        <ul>
          {open.map((recharge) => (
            <li
              key={recharge.id}
              className="border-line flex items-center gap-3 border-b px-4 py-3 last:border-transparent"
            >
              <div className="min-w-0 flex-1">
                <Money amount={recharge.amount} className="text-lead font-bold" />
                <p className="text-cap text-ink-2 flex flex-wrap items-baseline gap-x-1.5">
                  <span>{t('open.left')}</span>
                  <Countdown
                    until={recharge.expiresAt}
                    label={t('open.left')}
                    onEnd={() => void refreshAll(queryClient, [rechargeLog])}
                  />
                </p>
              </div>
              <ButtonLink
                {...paths.payform(recharge.id, next)}
                size="sm"
                onClick={() => {
                  if (next !== undefined) keepNext(recharge.id, next)
                }}
              >
                {t('open.continue')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
