import { useTranslation } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { OrderBones, OrderView } from './order-view.tsx'
import { NextStep } from './order-next-step.tsx'
import { useOrder } from './use-order.ts'

/** An order beside the list, with its next step under the outcome. */
export function OrderPane({ order }: { order: string }) {
  const { t } = useTranslation('order')
  const query = useOrder(order)
  return (
    <section aria-label={t('detail.title')} className="p-5 desk:p-6">
      <QueryState
        query={query}
        data={query.data}
        pending={<OrderBones />}
        missing={<EmptyState title={t('missing.title')} text={t('missing.text')} />}
      >
        {(data) => <OrderView key={order} data={data} step={<NextStep data={data} tone="brand" />} />}
      </QueryState>
    </section>
  )
}
