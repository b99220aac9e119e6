import { useSearch } from '@tanstack/react-router'
import { ConfirmPage } from './confirm-page.tsx'

/** The confirmation of an order. */
export default function ConfirmScreen() {
  return <ConfirmPage {...useSearch({ from: '/pages/goods/comfirm' })} isVip={false} />
}
