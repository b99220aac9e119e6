import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { KindTile, useAccountName } from '../../../parts/payout/payout-kind.tsx'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { TONES } from './withdrawal-state.ts'
import type { Withdrawal } from './withdrawal-state.ts'

type WithdrawalRowProps = { withdrawal: Withdrawal; isOpen: boolean }

/** A withdrawal in the list: amount, where it goes, its state. */
export function WithdrawalRow({ withdrawal, isOpen }: WithdrawalRowProps) {
  const { t } = useTranslation('withdraw')
  const { id, amount, account, createdAt, status } = withdrawal
  const name = useAccountName()(account)
  return (
    <div
      className={cx(
        'border-line relative flex items-center gap-3.5 border-b px-4 py-3',
        isOpen
          ? 'tab:bg-brand-soft tab:before:bg-brand tab:before:absolute tab:before:inset-y-0 tab:before:start-0 tab:before:w-0.75'
          : 'hover:bg-sunken',
      )}
    >
      <KindTile kind={account.kind} className="size-10" />
      <div className="min-w-0 flex-1">
        <Link
          {...paths.withdrawals(id)}
          data-entry
          resetScroll={false}
          aria-current={isOpen ? 'true' : undefined}
          className="cover rounded-tiny font-semibold focus-visible:after:outline-offset-[-3px]"
        >
          <Money amount={amount} />
        </Link>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-1.5">
          <bdi className="truncate">{name}</bdi>
          <Code>{account.masked}</Code>
        </p>
        <p className="text-cap text-ink-2">
          <time dateTime={new Date(createdAt).toISOString()}>
            {formatDateTime(createdAt, activeLanguage())}
          </time>
        </p>
      </div>
      <StatusPill tone={TONES[status]}>{t(`status.${status}`)}</StatusPill>
    </div>
  )
}
