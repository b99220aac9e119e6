import { parseMoney } from '@fairlot/contract/money/money'
import { Banknote, Check, Clock3, Truck } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../i18n/format.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { useSystem } from '../../../queries/system.ts'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Plan } from '../../../ui/lists/plan.tsx'
import type { PlanStep } from '../../../ui/lists/plan.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { OrderData } from '../detail/order-view.tsx'
import { AddressChoice } from './address-choice.tsx'
import type { Prize } from './delivery.ts'
import type { PrizeSteps } from './use-prize-steps.ts'

type PrizeChoiceProps = { data: OrderData; prize: Prize; steps: PrizeSteps; bar?: ReactNode }

/** What a part is of a whole, in whole percent. */
const percentOf = (part: string, whole: string): number => {
  const all = parseMoney(whole)
  return all === 0n ? 0 : Math.round(Number((parseMoney(part) * 1000n) / all) / 10)
}

/** The question after a win: the product, or its recycling value. Then the address, and what happens next. */
export function PrizeChoice({ data, prize, steps, bar }: PrizeChoiceProps) {
  const { t } = useTranslation('prize')
  const money = useMoneyText()
  const isSandbox = useSystem()?.moneyMode === 'sandbox'
  const name = useId()
  const amount = money(prize.recycleAmount, 'price')
  const hasCash = parseMoney(prize.recycleAmount) > 0n
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="text-lead mb-3">{t('choice.title')}</legend>
        <div className="flex flex-col gap-2.5">
          <Option
            name={name}
            icon={Truck}
            title={t('choice.delivery')}
            text={t('choice.deliveryText')}
            isChosen={steps.way === 'delivery'}
            onChoose={() => steps.setWay('delivery')}
          />
          {hasCash && (
            <Option
              name={name}
              icon={Banknote}
              title={t('choice.cash', { amount })}
              text={t('choice.cashText', {
                rate: percentOf(prize.recycleAmount, data.order.card.prizeValue),
              })}
              isChosen={steps.way === 'cash'}
              onChoose={() => steps.setWay('cash')}
            />
          )}
        </div>
      </fieldset>
      {steps.way === 'delivery' && <AddressChoice steps={steps} />}
      {bar}
      {hasCash && prize.recycleUntil !== null && (
        <p className="flex items-start gap-2.5">
          <Clock3 size={20} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
          <span className="text-ink-2 min-w-0 flex-1">
            {t('choice.until', { amount, date: formatDate(prize.recycleUntil, activeLanguage()) })}
          </span>
        </p>
      )}
      {isSandbox && <p className="text-ink-2">{t('sandbox')}</p>}
      <NextPlan data={data} steps={steps} />
    </>
  )
}

type OptionProps = {
  name: string
  icon: LucideIcon
  title: string
  text: string
  isChosen: boolean
  onChoose: () => void
}

function Option({ name, icon: Icon, title, text, isChosen, onChoose }: OptionProps) {
  return (
    <label
      className={cx(
        'rounded-card has-focus-visible:outline-focus relative flex min-h-18 cursor-pointer items-center gap-3.5 px-4 py-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
        isChosen ? 'bg-brand-soft ring-brand ring-2 ring-inset' : 'bg-surface ring-control ring-1 ring-inset',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
      />
      <Icon size={22} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="text-ink-2 block">{text}</span>
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-full',
          isChosen ? 'bg-brand text-on-brand' : 'border-control border-2',
        )}
      >
        {isChosen && <Check size={15} strokeWidth={3} />}
      </span>
    </label>
  )
}

/** From the draw to the receipt; or to the wallet, when that is chosen. */
function NextPlan({ data, steps: { way } }: Pick<PrizeChoiceProps, 'data' | 'steps'>) {
  const { t } = useTranslation('prize')
  const drawn = data.order.card.drawnAt
  const ahead = (...keys: ('packed' | 'travels' | 'received' | 'paid')[]): PlanStep[] =>
    keys.map((key) => ({ key, place: 'ahead', name: t(`plan.${key}`) }))
  return (
    <Card>
      <h2 className="text-lead mb-3.5">{t('plan.title')}</h2>
      <Plan
        label={t('plan.title')}
        steps={[
          {
            key: 'drawn',
            place: 'done',
            name: t('plan.drawn'),
            end: drawn === null ? undefined : <bdi>{formatDateTime(drawn, activeLanguage())}</bdi>,
          },
          { key: 'choose', place: 'now', name: t('plan.choose'), end: t('plan.now') },
          ...(way === 'cash' ? ahead('paid') : ahead('packed', 'travels', 'received')),
        ]}
      />
    </Card>
  )
}
