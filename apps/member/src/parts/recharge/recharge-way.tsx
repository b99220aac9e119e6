import type { rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useMoneyText } from '../../ui/values/money.tsx'
import { KindTile } from '../payout/payout-kind.tsx'

export type RechargeMethod = Output<typeof rechargeMethods>['items'][number]
export type RechargeKind = RechargeMethod['kind']

/** The tile of a way to recharge, the same as that of a payout account of its kind. */
export function WayTile({ kind, className }: { kind: RechargeKind; className?: string }) {
  return <KindTile kind={kind} {...(className === undefined ? {} : { className })} />
}

/** The name of a method: its kind, with the operator's label (a bank) behind it. */
export function useWayName(): (way: Pick<RechargeMethod, 'kind' | 'name'>) => string {
  const { t } = useTranslation('recharge')
  return ({ kind, name }) =>
    name === null || name === t(`method.${kind}.name`)
      ? t(`method.${kind}.name`)
      : `${t(`method.${kind}.name`)} · ${name}`
}

/** From here on, a time is written in hours. */
const HOURS_FROM_MINUTES = 120
const MINUTES_OF_HOUR = 60

/** How long the money usually takes, such as `10 to 30 min` or `1 to 24 h`; null: it comes at once. */
export function useSpan(): (delay: RechargeMethod['delay']) => string | null {
  const { t } = useTranslation('recharge')
  return ({ fromMinutes, toMinutes }) => {
    if (toMinutes <= 1) return null
    if (toMinutes < HOURS_FROM_MINUTES) return t('span.minutes', { from: fromMinutes, count: toMinutes })
    const hours = (minutes: number) => Math.max(1, Math.round(minutes / MINUTES_OF_HOUR))
    return t('span.hours', { from: hours(fromMinutes), count: hours(toMinutes) })
  }
}

/** How long the money usually takes, and the amounts that a method accepts. */
export function useWayFacts(): (way: RechargeMethod) => string[] {
  const { t } = useTranslation('recharge')
  const money = useMoneyText()
  const spanOf = useSpan()
  return ({ delay, minimum, maximum }) => {
    const span = spanOf(delay)
    return [
      span === null ? t('method.atOnce') : t('method.time', { span }),
      t('amount.limits', { minimum: money(minimum, 'price'), maximum: money(maximum, 'price') }),
    ]
  }
}
