import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { ProductTicket } from '../../../parts/finance/product-ticket.tsx'
import { useFinanceList } from '../../../parts/finance/use-finance-list.ts'
import { paths } from '../../../paths.ts'
import { useMember } from '../../../stores/session.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'

const BONES = [0, 1, 2]
const GRID = 'tab:grid-cols-2 tab:gap-4 desk:gap-5 full:grid-cols-3 grid grid-cols-1 gap-3'

/** The finance products: those on sale first, then those that open, then the others. */
export default function FinanceListScreen() {
  const { t } = useTranslation('finance')
  const member = useMember()
  const query = useFinanceList()
  const title = t('title')
  return (
    <Page
      title={title}
      nav={
        <NavBar
          title={title}
          actions={
            member !== null && (
              <Link
                {...paths.financeOrders()}
                className="text-brand inline-flex min-h-11 items-center px-2 font-semibold"
              >
                {t('orders.short')}
              </Link>
            )
          }
        />
      }
      dataAt={query.dataUpdatedAt}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="flex flex-col gap-4 pt-1">
          <div className="max-w-160">
            <p className="text-ink-2">{t('text')}</p>
            <p className="mt-1 font-semibold">{t('promise')}</p>
          </div>
          <QueryState
            query={query}
            data={query.data}
            pending={
              <Skeleton>
                <div className={GRID}>
                  {BONES.map((key) => (
                    <Bone key={key} className="rounded-card h-64" />
                  ))}
                </div>
              </Skeleton>
            }
          >
            {({ items, on }) => (
              <>
                {!on && items.length > 0 && <Notice>{t('why.off')}</Notice>}
                {items.length === 0 ? (
                  <EmptyState
                    title={t(on ? 'empty.title' : 'off.title')}
                    text={t(on ? 'empty.text' : 'off.text')}
                    action={<ButtonLink {...paths.home()}>{t('empty.action')}</ButtonLink>}
                  />
                ) : (
                  <ul className={GRID}>
                    {items.map((product) => (
                      <li key={product.code}>
                        <ProductTicket product={product} on={on} onMoment={() => void query.refetch()} />
                      </li>
                    ))}
                  </ul>
                )}
              </>
            )}
          </QueryState>
        </div>
      </PullToRefresh>
    </Page>
  )
}
