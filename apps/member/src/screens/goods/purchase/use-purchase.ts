import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { account, home } from '@fairlot/contract/endpoints/home'
import { goodsDetail, goodsHistory, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import {
  buy,
  confirmOrder,
  orderDetail,
  orderIssues,
  orderList,
} from '@fairlot/contract/endpoints/mall/orders'
import { vouchers } from '@fairlot/contract/endpoints/mall/vouchers'
import { limits } from '@fairlot/contract/endpoints/guard'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { call as callServer } from '../../../api/api.ts'
import { purchaseOf, useInterrupted } from '../../../parts/interrupted/use-interrupted.ts'
import type { Interrupted } from '../../../parts/interrupted/use-interrupted.ts'
import { keepBought } from '../../../queries/known.ts'
import { leadsOn } from '../../../api/leads-on.ts'
import { useMoneyCall } from '../../../queries/actions.ts'
import { refreshAll } from '../../../queries/queries.ts'
import type { RechargeOptions } from '../../../api/reactions.ts'
import { paths } from '../../../paths.ts'
import { problemOf } from './purchase-problem.ts'
import type { Problem } from './purchase-problem.ts'

/** The endpoints whose answers a purchase changes. */
const TOUCHES = [
  goodsDetail,
  goodsHistory,
  account,
  home,
  goodsList,
  orderIssues,
  orderList,
  confirmOrder,
  walletStatement,
  limits,
  vouchers,
]
/** The endpoints whose answers a refusal may depend on. They are fetched again, and the quantity follows. */
const JUDGED_BY = [goodsDetail, account, confirmOrder]

/** Keeps the request id, the receipt and the log's newest state on this device. Without a network, the next visit fetches the two. */
function keepEvidence(order: string, requestId: string): void {
  import('../../../evidence/keeper.ts')
    .then(({ keepOrder }) => keepOrder(order, requestId))
    .catch(() => undefined)
}

export type Purchase = {
  /**
   * buys; ignored while a purchase is in flight, and for any other quantity while an outcome is open. A purchase with an open outcome
   * is repeated with its voucher.
   */
  pay: (quantity: number, voucher?: string) => void
  sending: boolean
  problem: Problem | null
  /** of a payment that a reload or a lost answer interrupted */
  interrupted: Interrupted
  /** clears a refusal, for example when the quantity changes; an open outcome stays */
  dismiss: () => void
}

/**
 * Buys shares of one issue, for the buy sheet and the confirmation page. After success, the success page replaces this
 * page. The request id lives as long as the outcome is open, so a retry never buys twice.
 */
export function usePurchase(issue: string, recharge: RechargeOptions): Purchase {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [problem, setProblem] = useState<Problem | null>(null)
  // Set from the tap until the purchase is refused or open, so that a second tap never starts another purchase, not
  // even between the answer and the next page.
  const under = useRef(false)
  /** of the purchase that was sent last */
  const withVoucher = useRef<string>(undefined)
  const [bought, setBought] = useState(false)
  const call = useMoneyCall(buy, {
    touches: TOUCHES,
    recharge,
    shows: (error) => !leadsOn(error),
    onSuccess: (answer, requestId) => {
      const { order } = answer
      keepBought(client, answer)
      setBought(true)
      setProblem(null)
      keepEvidence(order, requestId)
      void navigate({ ...paths.success(order), replace: true })
    },
  })

  const [interrupted, forget] = useInterrupted(buy, {
    fits: (input) => input.issue === issue,
    find: async ({ requestId }, member) => {
      const order = await purchaseOf(member, requestId)
      await callServer(orderDetail, { order })
      return order
    },
    onDone: (order, { requestId }) => {
      setBought(true)
      keepEvidence(order, requestId)
      void refreshAll(client, TOUCHES)
      void navigate({ ...paths.success(order), replace: true })
    },
  })

  const pay = (quantity: number, voucher?: string) => {
    if (under.current || interrupted === 'asking') return
    if (problem?.kind === 'open' && problem.quantity !== quantity) return
    if (problem?.kind !== 'open') withVoucher.current = voucher
    const used = withVoucher.current
    under.current = true
    setProblem(null)
    forget()
    call.mutate(
      { issue, quantity, ...(used !== undefined && { voucher: used }) },
      {
        onError: (error) => {
          under.current = false
          const outcome = problemOf(error, quantity)
          setProblem(outcome)
          if (outcome?.kind !== 'open') void refreshAll(client, JUDGED_BY)
        },
      },
    )
  }
  return {
    pay,
    sending: call.isPending || bought || interrupted === 'asking',
    problem,
    interrupted,
    dismiss: () => {
      forget()
      setProblem((shown) => (shown?.kind === 'open' ? shown : null))
    },
  }
}
