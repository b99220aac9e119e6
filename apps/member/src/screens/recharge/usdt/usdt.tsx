import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { RechargePage } from '../recharge-page.tsx'
import { RechargeView } from '../status/recharge-view.tsx'

/** Recharges with USDT: the form, then the address and the exact amount of one recharge. */
export default function UsdtScreen() {
  const { t } = useTranslation('transfer')
  const { id, ...search } = useSearch({ from: '/pages/payment/nrecharge' })
  if (id !== undefined) return <RechargeView key={id} id={id} next={search.next} />
  return <RechargePage title={t('usdt.title')} search={search} kind="trc20" />
}
