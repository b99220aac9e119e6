import { account } from '@fairlot/contract/endpoints/home'
import { serverNow } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useMember } from '../../stores/session.ts'
import type { GuardState } from './use-guard.ts'

export type MoneyBlock = {
  /** the page that says more */
  kind: 'break' | 'closing' | 'frozen'
  /** why the member cannot buy or recharge now, and until when */
  text: string
  /** the same in a few words, for a disabled button beside the notice */
  short: string
}

/**
 * What blocks every purchase and recharge of the member: a break, a self-exclusion, closing, or a freeze by the operators; null when
 * nothing does.
 * @param state the page's own state, which is newer than the account's
 */
export function useMoneyBlock(state?: GuardState): MoneyBlock | null {
  const { t } = useTranslation('guard')
  const member = useMember()
  const { data } = useRead(account, {}, { enabled: member !== null && state === undefined })
  const closing = (state ?? data)?.closing === true
  if (closing) return { kind: 'closing', text: t('closing'), short: t('off.closing') }
  const until = (state ? state.exclusion?.until : data?.excludedUntil) ?? null
  const shown = (end: number) => formatDateTime(end, activeLanguage())
  if (until !== null && until > serverNow())
    return { kind: 'break', text: t('exclusion', { until: shown(until) }), short: t('off.break') }
  const frozen = data?.frozenUntil ?? null
  if (frozen === null || frozen <= serverNow()) return null
  return { kind: 'frozen', text: t('frozen', { until: shown(frozen) }), short: t('off.frozen') }
}
