import { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { parseMoney } from '@fairlot/contract/money/money'
import { formatDate } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { useRead } from '../../../queries/queries.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'

/** What the winner can choose until when; what the page of the order shows, when nothing is left to choose. */
export default function WinNext({ order }: { order: string }) {
  const { t } = useTranslation('goods')
  const money = useMoneyText()
  const prize = useRead(orderDetail, { order }).data?.prize
  if (prize?.status !== 'won' || prize.recycleUntil === null || parseMoney(prize.recycleAmount) === 0n)
    return t('win.next')
  return t('win.choose', {
    amount: money(prize.recycleAmount),
    date: formatDate(prize.recycleUntil, activeLanguage()),
  })
}
