import type { rechargeLog } from '@fairlot/contract/endpoints/wallet'
import type { withdrawLog } from '@fairlot/contract/endpoints/withdrawal'
import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react'
import type { Output } from '../../api/api.ts'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useAccountName } from '../../parts/payout/payout-kind.tsx'
import { useWayName } from '../../parts/recharge/recharge-way.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'

type Recharge = Output<typeof rechargeLog>['items'][number]
type Withdrawal = Output<typeof withdrawLog>['items'][number]
export type Payment = Recharge | Withdrawal

const isRecharge = (payment: Payment): payment is Recharge => 'payUrl' in payment
const TONES = { processing: 'wait', success: 'ok', failed: 'bad', returned: 'quiet' } as const

type PaymentRowProps = {
  payment: Payment
  /** the place in the card of its month */
  isFirst: boolean
  isLast: boolean
}

/** A recharge or a withdrawal: what, where, when; the amount at the end with its state. From 768 px a row of a table. */
export function PaymentRow({ payment, isFirst, isLast }: PaymentRowProps) {
  const isIn = isRecharge(payment)
  const shown = useShown(payment)
  const Icon = isIn ? ArrowDownToLine : ArrowUpFromLine
  return (
    <div
      className={cx(
        'bg-surface hover:bg-sunken relative px-4',
        isFirst && 'rounded-t-card',
        isLast && 'rounded-b-card',
      )}
    >
      <div
        className={cx(
          'tab:min-h-15 tab:gap-x-4 grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 py-3 tab:grid-cols-[40px_minmax(0,1fr)_9rem_7rem_9rem] tab:py-2',
          !isLast && 'border-line border-b',
        )}
      >
        <span
          className={cx(
            'rounded-tile grid size-10 shrink-0 place-items-center',
            isIn ? 'bg-leaf text-leaf-3' : 'bg-rose text-rose-3',
          )}
        >
          <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
        </span>
        <span className="min-w-0">
          <Link
            {...shown.link}
            className="cover rounded-tiny block truncate font-semibold focus-visible:after:outline-offset-[-3px]"
          >
            {shown.name}
          </Link>
          <span className="text-cap text-ink-2 block">
            <span className="block">
              <bdi className="break-words">{shown.way}</bdi>
            </span>
            <time dateTime={new Date(payment.createdAt).toISOString()} className="tab:hidden">
              {formatDayTime(payment.createdAt, activeLanguage())}
            </time>
          </span>
        </span>
        <span className="text-cap text-ink-2 max-tab:hidden">
          <Code>{payment.number}</Code>
        </span>
        <span className="text-cap text-ink-2 max-tab:hidden">
          <time dateTime={new Date(payment.createdAt).toISOString()}>
            {formatDayTime(payment.createdAt, activeLanguage())}
          </time>
        </span>
        <span className="flex flex-col items-end gap-1">
          <Money
            amount={shown.amount}
            signed={isIn}
            className={cx('text-lead font-bold', shown.moved ? isIn && 'text-ok' : 'text-ink-2')}
          />
          <StatusPill tone={TONES[payment.status]}>{shown.status}</StatusPill>
        </span>
      </div>
    </div>
  )
}

/** What the row says of each kind. `moved`: the money has moved; else the amount is quiet. */
function useShown(payment: Payment) {
  const { t } = useTranslation(['records', 'recharge', 'withdraw'])
  const wayOf = useWayName()
  const accountOf = useAccountName()
  if (isRecharge(payment))
    return {
      link: paths.recharges(payment.id),
      name: t('kind.recharge'),
      way: wayOf(payment),
      amount: payment.credited ?? payment.amount,
      status: t(`recharge:status.${payment.status}`),
      moved: payment.status === 'success',
    }
  return {
    link: paths.withdrawals(payment.id),
    name: t('kind.withdrawal'),
    way: `${accountOf(payment.account)} ${payment.account.masked}`,
    amount: `-${payment.amount}`,
    status: t(`withdraw:status.${payment.status}`),
    moved: payment.status === 'success' || payment.status === 'processing',
  }
}
