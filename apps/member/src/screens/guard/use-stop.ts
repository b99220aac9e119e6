import { account } from '@fairlot/contract/endpoints/home'
import { serverNow } from '../../api/api.ts'
import { useRead } from '../../api/queries.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useMember } from '../../stores/session.ts'

/** Why this member can neither buy nor recharge now, in a sentence, and which page says more. */
export type Stop = { kind: 'break' | 'closing'; text: string }

/** What stands in the way of every purchase and recharge of the member; null: nothing. */
export function useStop(): Stop | null {
  const { t } = useTranslation('guard')
  const member = useMember()
  const { data } = useRead(account, {}, { enabled: member !== null })
  if (!data) return null
  if (data.closing) return { kind: 'closing', text: t('closing') }
  const until = data.stoppedUntil
  if (until === null || until <= serverNow()) return null
  return { kind: 'break', text: t('stopped', { until: formatDateTime(until, activeLanguage()) }) }
}
