import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { RechargePage } from './recharge-page.tsx'

/** Recharges the wallet by any method that the operator offers. */
export default function RechargeScreen() {
  const { t } = useTranslation('recharge')
  const search = useSearch({ from: '/pages/payment/recharge' })
  return <RechargePage title={t('title')} search={search} />
}
