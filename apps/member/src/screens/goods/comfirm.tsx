import { FLAG } from '@fairlot/contract/flags'
import { confirmOrder } from '@fairlot/contract/endpoints/mall'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { issueTopic } from '../../api/live.ts'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { DEBOUNCE_MS } from '../../timing.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { ConfirmView } from './confirm-view.tsx'

type Quoted = Output<typeof confirmOrder>

/** The confirmation of an order: everything about it on one page that has an address of its own. */
export default function ConfirmScreen() {
  const { t } = useTranslation('confirm')
  const { issue, shares } = useSearch({ from: '/pages/goods/comfirm' })
  const [quantity, setQuantity] = useState(shares ?? 1)
  const asked = useAtRest(quantity, DEBOUNCE_MS)
  useInAddress(issue, asked)
  const topics = [issueTopic(issue), 'balance'] as const
  const query = useRead(confirmOrder, { issue, quantity: asked }, { everyMs: 5_000, staleMs: 0, topics })
  const quoted = useLast(query.data)
  if (query.error instanceof CallError && query.error.flag === FLAG.missing) return <NotFound />
  if (quoted) {
    return (
      <ConfirmView
        key={issue}
        quoted={quoted}
        quantity={quantity}
        onQuantity={setQuantity}
        dataAt={query.dataUpdatedAt || undefined}
      />
    )
  }
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Skeleton>
          <Bone className="rounded-card h-32" />
          <Bone className="rounded-card mt-4 h-20" />
          <Bone className="rounded-card mt-4 h-40" />
        </Skeleton>
      )}
    </Page>
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

/** The quantity stands in the address, so that a reload or a recharge comes back to it. */
function useInAddress(issue: string, quantity: number): void {
  const navigate = useNavigate()
  const written = useRef(quantity)
  useEffect(() => {
    if (written.current === quantity) return
    written.current = quantity
    void navigate({ ...paths.confirm(issue, quantity), replace: true, resetScroll: false })
  }, [navigate, issue, quantity])
}

/** The last quote, while the one for another quantity is on its way. */
function useLast(data: Quoted | undefined): Quoted | undefined {
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return data ?? last
}
