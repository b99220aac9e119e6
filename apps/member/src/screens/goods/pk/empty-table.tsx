import { orderList } from '@fairlot/contract/endpoints/mall/orders'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useRead } from '../../../queries/queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** A Double PK without a draw: says to the member of the only seat that it is their own seat that is refunded. */
export default function EmptyTable({ issue, refunded }: { issue: string; refunded: boolean }) {
  const { t } = useTranslation('goods')
  const { data, isLoading } = useRead(orderList, { issue })
  // what a visitor reads would be wrong for the member
  if (isLoading) return null
  if (data?.items.length) return <Notice>{t(refunded ? 'closed.seatOwn' : 'closed.seatOwnSoon')}</Notice>
  return <Notice>{t(refunded ? 'closed.seat' : 'closed.seatSoon')}</Notice>
}
