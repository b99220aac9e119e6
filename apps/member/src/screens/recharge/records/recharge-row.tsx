import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { useWayName, WayTile } from '../../../parts/recharge/recharge-way.tsx'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/values/money.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { RECHARGE_TONES } from '../status/recharge-tones.ts'
import type { Recharge } from '../use-recharges.ts'

type RechargeRowProps = { recharge: Recharge; isOpen: boolean }

/** A recharge in the list: amount, method, when, its state. */
export function RechargeRow({ recharge, isOpen }: RechargeRowProps) {
  const { t } = useTranslation('recharge')
  const { id, amount, credited, createdAt, kind, status } = recharge
  const nameOf = useWayName()
  return (
    <div
      className={cx(
        'border-line relative flex items-center gap-3.5 border-b px-4 py-3',
        isOpen
          ? 'tab:bg-brand-soft tab:before:bg-brand tab:before:absolute tab:before:inset-y-0 tab:before:start-0 tab:before:w-0.75'
          : 'hover:bg-sunken',
      )}
    >
      <WayTile kind={kind} className="size-10" />
      <div className="min-w-0 flex-1">
        <Link
          {...paths.recharges(id)}
          data-entry
          resetScroll={false}
          aria-current={isOpen ? 'true' : undefined}
          className="cover rounded-tiny font-semibold focus-visible:after:outline-offset-[-3px]"
        >
          <Money amount={credited ?? amount} />
        </Link>
        <p className="text-cap text-ink-2">
          <bdi className="break-words">{nameOf(recharge)}</bdi>
        </p>
        <p className="text-cap text-ink-2">
          <time dateTime={new Date(createdAt).toISOString()}>
            {formatDateTime(createdAt, activeLanguage())}
          </time>
        </p>
      </div>
      <StatusPill tone={RECHARGE_TONES[status]}>{t(`status.${status}`)}</StatusPill>
    </div>
  )
}
