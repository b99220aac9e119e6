import { useTranslation } from '../../../i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { usePrizeSteps } from '../prize/use-prize-steps.ts'
import { OrderBar } from './order-bar.tsx'
import { OrderBones, OrderView } from './order-view.tsx'
import type { OrderData } from './order-view.tsx'
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
        {(data) => <Loaded key={order} data={data} />}
      </QueryState>
    </section>
  )
}

function Loaded({ data }: { data: OrderData }) {
  const steps = usePrizeSteps(data)
  return <OrderView data={data} steps={steps} bar={<OrderBar data={data} steps={steps} tone="brand" />} />
}
