import type { financeOrder } from '@fairlot/contract/endpoints/finance'
import { stepHours, stepsOf } from '@fairlot/contract/money/finance-interest'
import { useState } from 'react'
import type { Output } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ExactMoney } from '../../../ui/values/money.tsx'
import { isOneStep } from './order-words.ts'
import type { FinanceOrder } from './order-words.ts'

type AccrualListProps = { order: FinanceOrder; accruals: Output<typeof financeOrder>['accruals'] }

const DAY_HOURS = 24
/** The days that are shown at once; a term may have hundreds. */
const FIRST = 10

/** The interest of each day, newest first, and their sum. */
export function AccrualList({ order, accruals }: AccrualListProps) {
  const { t } = useTranslation(['finance', 'ui'])
  const [all, setAll] = useState(false)
  const { termHours } = order
  const isRest = (step: number) => step === stepsOf(termHours) && stepHours(termHours, step) % DAY_HOURS !== 0
  const isShort = isOneStep(order)
  const title = t(isShort ? 'order.interest' : 'order.days')
  const newest = accruals.toReversed()
  const shown = all ? newest : newest.slice(0, FIRST)
  return (
    <Card>
      <h2 className="text-lead">{title}</h2>
      {accruals.length === 0 ? (
        <p className="text-ink-2 mt-1">
          {isShort
            ? t('order.atMaturity', { time: formatDateTime(order.maturesAt, activeLanguage()) })
            : t('order.noDays')}
        </p>
      ) : (
        <table className="mt-1 w-full">
          <caption className="sr-only">{title}</caption>
          <tbody>
            {shown.map(({ step, amount, at }) => (
              <tr key={step} className="border-line border-b">
                <th scope="row" className="py-2 text-start font-medium">
                  {isShort
                    ? t('order.interest')
                    : isRest(step)
                      ? t('order.last')
                      : t('order.day', { number: step })}
                </th>
                <td className="text-cap text-ink-2 px-3">
                  <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, activeLanguage())}</time>
                </td>
                <td className="text-end">
                  <ExactMoney amount={amount} signed className="font-semibold" />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2} className="pt-2.5 text-start font-semibold">
                {t('order.sum')}
              </th>
              <td className="pt-2.5 text-end">
                <ExactMoney amount={order.accrued} className="font-bold" />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      {shown.length < newest.length && (
        <Button tone="sunken" wide className="mt-3" onClick={() => setAll(true)}>
          {t('ui:seeAll')}
        </Button>
      )}
    </Card>
  )
}
