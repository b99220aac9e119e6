import { Check, Hourglass, Undo2, X } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { placeOf } from './withdrawal-state.ts'
import type { Withdrawal } from './withdrawal-state.ts'

const ICONS = { processing: Hourglass, success: Check, failed: X, returned: Undo2 } as const
/** Rings around the result only, never behind text. */
const SUNRISE = { at: { top: 56 }, sun: 0, first: 48, step: 25, rings: 4 }
/** Failures after which the payout account has to be corrected. */
const OF_ACCOUNT: readonly Withdrawal['reason'][] = ['account_invalid', 'name_differs']

/** The state in large, announced when it changes, and what it means. */
export function WithdrawalHead({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw')
  const money = useMoneyText()
  const { status, amount, net, reason } = withdrawal
  const place = placeOf(withdrawal)
  const Icon = ICONS[status]
  return (
    <>
      <Stage sunrise={SUNRISE} label={t(`state.${place}`)}>
        <div className="flex flex-col items-center px-5 pt-6 pb-6 text-center">
          <span
            className={cx(
              'grid size-16 place-items-center rounded-full',
              status === 'success' ? 'bg-gold text-on-gold' : 'bg-stage-raised text-on-stage',
            )}
          >
            <Icon size={32} strokeWidth={status === 'processing' ? 1.8 : 2.4} aria-hidden="true" />
          </span>
          <div role="status" className="mt-4">
            <h2 className="text-title">{t(`state.${place}`)}</h2>
          </div>
          <span className="mt-2 flex flex-col items-center gap-2">
            <Money amount={amount} className="text-head" />
            <PlayMoneyBadge onStage />
          </span>
          <p className="text-on-brand-2 mt-3 max-w-80">{t(`meaning.${place}`, { amount: money(net) })}</p>
        </div>
      </Stage>
      {reason !== null && (
        <Notice tone="bad">
          <p>{t(`reason.${reason}`)}</p>
          {OF_ACCOUNT.includes(reason) && (
            <ButtonLink {...paths.payouts()} tone="outline" size="sm" className="mt-2">
              {t('fix')}
            </ButtonLink>
          )}
        </Notice>
      )}
    </>
  )
}
