import { TimerOff } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'

/** Whether a recharge in USDT ended without a transfer. */
export const isUsdtEnded = ({ kind, status, reason }: Recharge): boolean =>
  kind === 'trc20' && status === 'failed' && reason === 'expired'

/** The ticket after its time: nothing may be sent to its address any more, and what was sent is still added. */
export function UsdtEnded({ recharge: { amount } }: { recharge: Recharge }) {
  const { t } = useTranslation('transfer')
  return (
    <section aria-label={t('usdt.ended')}>
      <Ticket
        tone="ended"
        factsClass="px-5 pt-5 pb-5"
        yoursClass="px-5 pt-5 pb-5"
        facts={
          <div className="flex items-center gap-4">
            <TimerOff size={30} strokeWidth={1.8} className="text-ink-2 shrink-0" aria-hidden="true" />
            <div className="min-w-0">
              <div role="status">
                <h2 className="text-title">{t('usdt.ended')}</h2>
              </div>
              <Money amount={amount} className="text-ink-2" />
            </div>
          </div>
        }
        yours={
          <>
            <p className="font-semibold">{t('usdt.endedStop')}</p>
            <p className="text-ink-2 mt-1">{t('usdt.endedSent')}</p>
          </>
        }
      />
    </section>
  )
}

/** What arrived after the time to pay and waits for operators, because it is above the largest top-up. */
export function UsdtHeld({ recharge: { held } }: { recharge: Recharge }) {
  const { t } = useTranslation('transfer')
  const money = useMoneyText()
  if (held === undefined) return null
  return <Notice tone="info">{t('usdt.held', { amount: money(held) })}</Notice>
}
