import { Coins, Gauge, Scale, Wallet } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { useMember } from '../../../stores/session.ts'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'

/** Where to go on from a product. */
export function ProductLinks() {
  const { t } = useTranslation(['finance', 'guard'])
  const member = useMember()
  return (
    <List>
      {member !== null && <ListLink {...paths.financeOrders()} icon={Wallet} label={t('orders.title')} />}
      <ListLink {...paths.finance()} icon={Coins} label={t('all')} />
      <ListLink {...paths.fair()} icon={Scale} label={t('reserve.toLog')} />
      <ListLink {...paths.limits()} icon={Gauge} label={t('guard:setLimit')} />
    </List>
  )
}
