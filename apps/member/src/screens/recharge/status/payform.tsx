import { useSearch } from '@tanstack/react-router'
import { RechargeView } from './recharge-view.tsx'

/** One recharge: the hand-over to a payment page, or the instructions of a transfer, and how it ends. */
export default function PayformScreen() {
  const { id, next } = useSearch({ from: '/pages/payform/payform' })
  return <RechargeView key={id} id={id} next={next} />
}
