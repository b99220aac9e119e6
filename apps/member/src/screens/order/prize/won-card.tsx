import { Trophy } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Money } from '../../../ui/values/money.tsx'
import type { OrderData } from '../detail/order-view.tsx'

/** The prize in gold: what was won, with which code, what it is worth. */
export function WonCard({ data: { order, code } }: { data: OrderData }) {
  const { t } = useTranslation('prize')
  const { product, prizeValue } = order.card
  return (
    <div className="bg-gold text-on-gold rounded-card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <span className="bg-on-gold text-gold grid size-12 shrink-0 place-items-center rounded-full">
        <Trophy size={24} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <div className="min-w-40 flex-1">
        <h2 className="text-title font-bold">{t('won.title')}</h2>
        <p className="font-semibold break-words">
          <bdi>{product.title}</bdi>
        </p>
        {code !== null && <p>{t('won.code', { code: String(code) })}</p>}
      </div>
      <p className="ms-auto flex flex-col items-end">
        <span className="text-cap">{t('won.value')}</span>
        <Money amount={prizeValue} form="price" className="text-title" />
      </p>
    </div>
  )
}
