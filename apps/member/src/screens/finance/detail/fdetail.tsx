import { financeDetail } from '@fairlot/contract/endpoints/finance'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { financeTopic } from '../../../live/topics.ts'
import { useRead } from '../../../queries/queries.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { ProductView } from './product-view.tsx'

/** Without a stream, the product is asked for this often. */
const EVERY_MS = 15_000

/** One finance product: terms, the purchase of units, where the interest comes from, the reserve, the risks. */
export default function FinanceProductScreen(): ReactNode {
  const { t } = useTranslation('finance')
  const { code } = useSearch({ from: '/pages/finance/fdetail' })
  const query = useRead(financeDetail, { code }, { everyMs: EVERY_MS, topics: [financeTopic(code)] })
  return (
    <QueryState
      query={query}
      data={query.data}
      missing={<NotFound />}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-64" />
          <Bone className="rounded-card mt-5 h-52" />
          <Bone className="rounded-card mt-5 h-44" />
        </Skeleton>
      }
      frame={(state) => (
        <Page title={t('title')} nav={<NavBar title={t('title')} />}>
          {state}
        </Page>
      )}
    >
      {/* One view per product: what was entered is never carried over to another one. */}
      {(detail) => <ProductView key={code} detail={detail} query={query} />}
    </QueryState>
  )
}
