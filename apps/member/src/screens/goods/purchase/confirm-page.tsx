import { confirmOrder } from '@fairlot/contract/endpoints/mall/orders'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Output } from '../../../api/api.ts'
import { issueTopic } from '../../../live/topics.ts'
import { useRead } from '../../../queries/queries.ts'
import { paths } from '../../../paths.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { DEBOUNCE_MS } from '../../../timing.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ConfirmView } from './confirm-view.tsx'
import { useAmount } from './use-amount.ts'

type Quoted = Output<typeof confirmOrder>

type ConfirmPageProps = {
  issue: string
  shares: number | undefined
  /** the page of the VIP zone */
  isVip: boolean
}

/** The confirmation of an order: the whole order on one page with its own address. */
export function ConfirmPage({ issue, shares, isVip }: ConfirmPageProps) {
  const { t } = useTranslation('confirm')
  const navigate = useNavigate()
  const write = useCallback(
    (chosen: number) =>
      void navigate({
        ...(isVip ? paths.vipConfirm(issue, chosen) : paths.confirm(issue, chosen)),
        replace: true,
        resetScroll: false,
      }),
    [navigate, issue, isVip],
  )
  const [quantity, setQuantity] = useAmount(shares, true, write)
  const asked = useAtRest(quantity, DEBOUNCE_MS)
  const topics = [issueTopic(issue), 'balance', 'vouchers'] as const
  const query = useRead(confirmOrder, { issue, quantity: asked }, { everyMs: 5_000, staleMs: 0, topics })
  const quoted = useLast(query.data)
  return (
    <QueryState
      query={query}
      data={quoted}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-32" />
          <Bone className="rounded-card mt-4 h-20" />
          <Bone className="rounded-card mt-4 h-40" />
        </Skeleton>
      }
      missing={<NotFound />}
      frame={(state) => (
        <Page width="text" title={t('title')} nav={<NavBar title={t('title')} />}>
          {state}
        </Page>
      )}
    >
      {(data) =>
        data.card.minVip > 0 !== isVip ? (
          <Navigate
            {...(isVip ? paths.confirm(issue, quantity) : paths.vipConfirm(issue, quantity))}
            replace
          />
        ) : (
          <ConfirmView
            key={issue}
            isVip={isVip}
            quoted={data}
            quantity={quantity}
            onQuantity={setQuantity}
            dataAt={query.dataUpdatedAt || undefined}
          />
        )
      }
    </QueryState>
  )
}

/** A value once it has not changed for `ms`. */
function useAtRest(value: number, ms: number): number {
  const [rest, setRest] = useState(value)
  useEffect(() => {
    if (value === rest) return
    const timer = setTimeout(() => setRest(value), ms)
    return () => clearTimeout(timer)
  }, [value, rest, ms])
  return rest
}

/** The last quote, shown while the quote for another quantity is loading. */
function useLast(data: Quoted | undefined): Quoted | undefined {
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return data ?? last
}
