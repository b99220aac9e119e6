import {
  financeBuy,
  financeDetail,
  financeList,
  financeOrder,
  financeOrders,
} from '@fairlot/contract/endpoints/finance'
import { limits } from '@fairlot/contract/endpoints/guard'
import { account } from '@fairlot/contract/endpoints/home'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import type { Code } from '@fairlot/contract/flags'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call as callServer, CallError } from '../../../api/api.ts'
import type { Input, Output } from '../../../api/api.ts'
import type { RechargeOptions } from '../../../api/reactions.ts'
import { leadsOn } from '../../../api/leads-on.ts'
import { purchaseOf, useInterrupted } from '../../../parts/interrupted/use-interrupted.ts'
import type { Interrupted } from '../../../parts/interrupted/use-interrupted.ts'
import { useMoneyCall } from '../../../queries/actions.ts'
import { refreshAll } from '../../../queries/queries.ts'

/** The endpoints whose answers a purchase changes. */
const TOUCHES = [financeDetail, financeList, financeOrders, account, walletStatement, limits]
/** The endpoints whose answers a refusal may depend on. */
const JUDGED_BY = [financeDetail, financeList, account]

export type BuyInput = Omit<Input<typeof financeBuy>, 'requestId'>

export type BuyProblem =
  /** nothing was bought; `message` says why, `fields` at which input */
  | { kind: 'refused'; code: Code; message: string; fields: Record<string, string> }
  /** the answer is lost or not final: only the same purchase may be tried again */
  | { kind: 'open'; input: BuyInput; message: string | null }

export type FinancePurchase = {
  /** buys; ignored while a purchase is on its way, and for any other purchase while an outcome is open */
  buy: (input: BuyInput) => void
  sending: boolean
  problem: BuyProblem | null
  /** of a purchase that a reload or a lost answer interrupted */
  interrupted: Interrupted
  /** clears a refusal, for example when the units change; an open outcome stays */
  dismiss: () => void
}

function problemOf(error: Error, input: BuyInput): BuyProblem | null {
  if (!(error instanceof CallError)) return { kind: 'open', input, message: null }
  const { code, failure } = error
  if (code === 'PENDING' || code === 'DEFECT') return { kind: 'open', input, message: failure.message }
  if (leadsOn(error)) return null
  return { kind: 'refused', code, message: failure.message, fields: failure.fields ?? {} }
}

/**
 * Buys units of a product. The request id lives as long as the outcome is open, so a retry never buys twice.
 * @param code of the product
 */
export function useFinanceBuy(
  code: string,
  recharge: RechargeOptions,
  on: {
    bought: (answer: Pick<Output<typeof financeBuy>, 'order'>) => void
    refused: (problem: BuyProblem) => void
  },
): FinancePurchase {
  const client = useQueryClient()
  const [problem, setProblem] = useState<BuyProblem | null>(null)
  // from the tap until the purchase is refused or open, so that a second tap never starts another purchase
  const under = useRef(false)
  const [bought, setBought] = useState(false)
  const call = useMoneyCall(financeBuy, {
    touches: TOUCHES,
    recharge,
    shows: (error) => !leadsOn(error),
    onSuccess: (answer) => {
      setBought(true)
      setProblem(null)
      on.bought(answer)
    },
  })
  const [interrupted, forget] = useInterrupted(financeBuy, {
    fits: (input) => input.code === code,
    find: async ({ requestId }, member) =>
      callServer(financeOrder, { id: await purchaseOf(member, requestId) }),
    onDone: (made) => {
      setBought(true)
      void refreshAll(client, TOUCHES)
      on.bought(made)
    },
  })
  const buy = (input: BuyInput) => {
    if (under.current || interrupted === 'asking') return
    if (problem?.kind === 'open' && JSON.stringify(problem.input) !== JSON.stringify(input)) return
    under.current = true
    forget()
    setProblem(null)
    call.mutate(input, {
      onError: (error) => {
        under.current = false
        const outcome = problemOf(error, input)
        setProblem(outcome)
        if (outcome?.kind === 'open') return
        void refreshAll(client, JUDGED_BY)
        if (outcome !== null) on.refused(outcome)
      },
    })
  }
  return {
    buy,
    sending: call.isPending || bought || interrupted === 'asking',
    problem,
    interrupted: problem === null ? interrupted : null,
    dismiss: () => {
      forget()
      setProblem((shown) => (shown?.kind === 'open' ? shown : null))
    },
  }
}
