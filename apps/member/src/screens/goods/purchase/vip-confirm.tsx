import { useSearch } from '@tanstack/react-router'
import { ConfirmPage } from './confirm-page.tsx'

/** The confirmation of an order in the VIP zone. */
export default function VipConfirmScreen() {
  return <ConfirmPage {...useSearch({ from: '/pages/goods/fconfirm' })} isVip />
}
