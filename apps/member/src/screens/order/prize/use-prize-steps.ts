import { addressList } from '@fairlot/contract/endpoints/address'
import { account, home } from '@fairlot/contract/endpoints/home'
import { orderDetail, orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import {
  orderAddress,
  orderDispute,
  orderReceive,
  orderRecycle,
} from '@fairlot/contract/endpoints/mall/prizes'
import { canStep } from '@fairlot/contract/life/order-life'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Address } from '../../../parts/address/address-lines.tsx'
import { hrefOf } from '../../../paths.ts'
import { useAction, useMoneyCall } from '../../../queries/actions.ts'
import { refreshAll, useRead } from '../../../queries/queries.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { OrderData } from '../detail/order-view.tsx'

/** How the member gets the prize: the product itself, or its recycling value. */
export type Way = 'delivery' | 'cash'
/** What the page asks for in a sheet or dialog. */
type Asking = 'addresses' | 'send' | 'recycle' | 'problem' | 'arrived'

const TOUCHES = [orderDetail, orderIssues, orderList, account, home] as const

/**
 * The steps that a member can take with a prize, and what they need: the choice, the address, what is asked for now. The
 * address of the page names the chosen delivery address, so that the form of a new one can return to it.
 */
export function usePrizeSteps({ order: { order }, prize }: Pick<OrderData, 'order' | 'prize'>) {
  const { t } = useTranslation('prize')
  const status = prize?.status ?? 'awaiting_draw'
  const canSend = prize !== null && canStep(status, 'address') && !prize.addressFixed
  const [way, setWay] = useState<Way>('delivery')
  const { chosen, choose, formLink } = useChosenAddress()
  // back from the form of a new address, while another one is confirmed
  const isBack = chosen !== undefined && status === 'address_confirmed' && canSend
  const [asking, setAsking] = useState<Asking | null>(isBack ? 'addresses' : null)
  const book = useRead(addressList, {}, { enabled: canSend })
  const addresses = book.data?.items ?? []
  const address =
    addresses.find(({ id }) => id === chosen) ?? (status === 'won' ? (addresses[0] ?? null) : null)

  const client = useQueryClient()
  const done = (text: string) => () => {
    toast.ok(text)
    setAsking(null)
  }
  // the prize may be in another state now, by another tab or an operator
  const onError = () => {
    setAsking(null)
    void refreshAll(client, TOUCHES)
  }
  const send = useAction(orderAddress, { touches: TOUCHES, onSuccess: done(t('done.sent')), onError })
  const recycle = useMoneyCall(orderRecycle, {
    touches: TOUCHES,
    onSuccess: done(t('done.recycled')),
    onError,
  })
  const receive = useAction(orderReceive, { touches: TOUCHES, onSuccess: done(t('done.received')), onError })
  const dispute = useAction(orderDispute, {
    touches: TOUCHES,
    quietFields: true,
    onSuccess: done(t('done.disputed')),
  })
  return {
    way,
    setWay,
    asking,
    ask: setAsking,
    /** the addresses are known, or cannot be chosen any more */
    isReady: !canSend || book.data !== undefined,
    canSend,
    book,
    addresses,
    address,
    choose,
    formLink,
    send: (to: Address) => send.mutate({ order, address: to.id }),
    recycle: () => prize !== null && recycle.mutate({ order, amount: prize.recycleAmount }),
    receive: () => receive.mutate({ order }),
    dispute: {
      mutate: ({ text }: { text: string }) => dispute.mutate({ order, text }),
      error: dispute.error,
      isPending: dispute.isPending,
    },
    sending: send.isPending || recycle.isPending || receive.isPending,
  }
}

export type PrizeSteps = ReturnType<typeof usePrizeSteps>

/** The delivery address that the page's address names, and the form that returns with a new one. */
function useChosenAddress() {
  const chosen = useSearch({ strict: false, select: (search) => search.address })
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return {
    chosen,
    choose: (id: string) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, address: id }),
        replace: true,
        resetScroll: false,
      }),
    formLink: (id?: string) => {
      const next = hrefOf({ to: pathname, search: { ...search, address: undefined } })
      return id === undefined ? { next } : { id, next }
    },
  }
}
