import { canStep } from '@fairlot/contract/life/order-life'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { OrderData } from '../detail/order-view.tsx'
import type { Prize } from './delivery.ts'
import type { PrizeSteps } from './use-prize-steps.ts'

type PrizeBarProps = {
  data: OrderData
  prize: Prize
  steps: PrizeSteps
  /** `brand` beside the list, where another action of the page is gold */
  tone?: 'gold' | 'brand'
}

/** The next step with a prize, and the other one that is possible. Without one, the calculation of the draw. */
export function PrizeBar({ data, prize, steps, tone = 'gold' }: PrizeBarProps) {
  const { t } = useTranslation(['prize', 'order', 'ui'])
  const online = useOnline()
  const why = online ? undefined : t('ui:offline.money')
  const { status } = prize
  if (status === 'won') return <ChooseButton prize={prize} steps={steps} tone={tone} why={why} />
  const problem = canStep(status, 'dispute') && (
    <Button size="lg" tone="sunken" className="flex-auto" onClick={() => steps.ask('problem')}>
      {t('act.problem')}
    </Button>
  )
  if (canStep(status, 'receive')) {
    return (
      <div className="flex flex-wrap gap-2.5">
        {problem}
        <Button
          size="lg"
          tone={status === 'disputed' ? 'outline' : tone}
          className="flex-auto"
          onClick={() => steps.ask('arrived')}
        >
          {t('act.arrived')}
        </Button>
      </div>
    )
  }
  if (steps.canSend) {
    return (
      <Button size="lg" tone="outline" wide onClick={() => steps.ask('addresses')}>
        {t('act.otherAddress')}
      </Button>
    )
  }
  if (prize.canReview)
    return (
      <div className="flex flex-wrap gap-2.5">
        {problem}
        <ButtonLink {...paths.writeReview(data.order.order)} size="lg" tone={tone} className="flex-auto">
          {t('act.review')}
        </ButtonLink>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2.5">
      {problem}
      {prize.review !== null && prize.review !== 'deleted' && (
        <ButtonLink {...paths.myReviews()} size="lg" tone="sunken" className="flex-auto">
          {t('act.ownReview')}
        </ButtonLink>
      )}
      <ButtonLink
        {...paths.calculation(data.order.card.issue)}
        size="lg"
        tone="outline"
        className="flex-auto"
      >
        {t('order:step.calculation')}
      </ButtonLink>
    </div>
  )
}

type ChooseButtonProps = Pick<PrizeBarProps, 'prize' | 'steps'> & {
  tone: 'gold' | 'brand'
  why: string | undefined
}

/** What is chosen: the cash, the address, or first an address. */
function ChooseButton({ prize, steps, tone, why }: ChooseButtonProps) {
  const { t } = useTranslation('prize')
  const money = useMoneyText()
  if (steps.way === 'cash')
    return (
      <Button size="lg" tone={tone} wide why={why} onClick={() => steps.ask('recycle')}>
        {t('act.cash', { amount: money(prize.recycleAmount, 'price') })}
      </Button>
    )
  if (steps.isReady && steps.address === null)
    return (
      <ButtonLink {...paths.addressForm(steps.formLink())} size="lg" tone={tone} wide>
        {t('address.add')}
      </ButtonLink>
    )
  return (
    <Button
      size="lg"
      tone={tone}
      wide
      why={why}
      sending={!steps.isReady || steps.sending}
      onClick={() => steps.ask('send')}
    >
      {t('act.send')}
    </Button>
  )
}
