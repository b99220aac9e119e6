import { account } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useRead } from '../../../queries/queries.ts'
import { Money } from '../../../ui/values/money.tsx'
import type { EntryName } from '../entries.tsx'

/** One fact under the name of an entry. */
export function EntryFact({ name }: { name: EntryName }) {
  const { t } = useTranslation('desk')
  const mine = useRead(account, {}, { topics: ['balance'] }).data
  if (name === 'recharge') return mine && <Money amount={mine.balance} />
  if (name === 'orders') return mine && t('entry.orders', { count: mine.orders.awaiting })
  return t(`entry.${name}`)
}
