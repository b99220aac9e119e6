import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useRead } from '../../../queries/queries.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { nextStep } from '../order-state.ts'
import { stepLink } from '../step-link.ts'
import type { OrderData } from './order-view.tsx'

type NextStepProps = {
  data: OrderData
  /** `brand` beside the list, where another action of the page is gold */
  tone?: 'gold' | 'brand'
}

/** The next step and, for a finished order, a link to the product's issue on sale. */
export function NextStep({ data: { order }, tone = 'gold' }: NextStepProps) {
  const { t } = useTranslation('order')
  const { issue } = order.card
  const next = nextStep(order)
  // a prize has a bar of its own
  const step = next === 'prize' || next === 'follow' ? 'calculation' : next
  const over = order.status === 'not_won' || order.status === 'refunded'
  const { data: goods } = useRead(goodsDetail, { issue }, { enabled: over })
  const selling = over ? (goods?.selling ?? null) : null
  const label = t(`step.${step}`)
  const again =
    selling === null ? null : (
      <ButtonLink {...paths.goods(selling)} size="lg" tone="outline" className="flex-auto">
        {t('step.again')}
      </ButtonLink>
    )
  if (step === 'again') {
    return (
      again ?? (
        <ButtonLink {...paths.mall()} size="lg" tone={tone} wide>
          {t('step.mall')}
        </ButtonLink>
      )
    )
  }
  return (
    <div className="flex flex-wrap gap-2.5">
      <ButtonLink {...stepLink(step, issue)} size="lg" tone={tone} className="flex-auto">
        {label}
      </ButtonLink>
      {again}
    </div>
  )
}
