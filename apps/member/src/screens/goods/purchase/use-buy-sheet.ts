import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { paths } from '../../../paths.ts'
import { useAmount } from './use-amount.ts'

/**
 * The purchase in the address: `buy` is the quantity. Where buying is a sheet, it also opens the sheet, so that a link
 * opens it and the back button closes it. A login or a recharge comes back to the same quantity.
 * @param isPanel the page shows the form itself, without a sheet
 * @param seat the only quantity that can be bought, of a Double PK
 */
export function useBuySheet(
  issue: string,
  buy: number | undefined,
  isPanel: boolean,
  seat: number | undefined,
) {
  const navigate = useNavigate()
  const router = useRouter()
  const write = useCallback(
    (quantity: number) =>
      void navigate({ ...paths.goods(issue, quantity), replace: true, resetScroll: false }),
    [navigate, issue],
  )
  const [chosen, setQuantity] = useAmount(buy, isPanel || buy !== undefined, write)
  const quantity = seat ?? chosen
  const pushed = useRef(false)
  return {
    wanted: !isPanel && buy !== undefined,
    quantity,
    setQuantity,
    open: () => {
      pushed.current = true
      void navigate({ ...paths.goods(issue, quantity), resetScroll: false })
    },
    close: () => {
      if (buy === undefined) return
      if (pushed.current) router.history.back()
      else void navigate({ ...paths.goods(issue), replace: true, resetScroll: false })
      pushed.current = false
    },
  }
}
