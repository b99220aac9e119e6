import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { paths } from '../../../paths.ts'

/**
 * The buy sheet is part of the address (`buy` is the quantity), so that a link opens it, the back button closes it, and
 * a login or a recharge comes back to it.
 */
export function useBuySheet(issue: string, buy: number | undefined) {
  const navigate = useNavigate()
  const router = useRouter()
  const [quantity, setQuantity] = useState(buy ?? 1)
  const pushed = useRef(false)
  return {
    wanted: buy !== undefined,
    quantity,
    setQuantity,
    open: () => {
      pushed.current = true
      void navigate({ ...paths.goods(issue, quantity), resetScroll: false })
    },
    /** writes the chosen quantity into the address, so that the member finds it when coming back */
    keep: () => {
      if (buy !== undefined && buy !== quantity)
        void navigate({ ...paths.goods(issue, quantity), replace: true, resetScroll: false })
    },
    close: () => {
      if (buy === undefined) return
      if (pushed.current) router.history.back()
      else void navigate({ ...paths.goods(issue), replace: true, resetScroll: false })
      pushed.current = false
    },
  }
}
