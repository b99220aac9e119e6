import type { netMonths } from '@fairlot/contract/endpoints/guard'
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { Output } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { stubFill } from '../../../parts/shares/share-strip.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Rich } from '../../../ui/values/rich.tsx'

type Month = Output<typeof netMonths>['items'][number]

type MonthHeadProps = {
  name: string
  /** the sums of the month; undefined while they are not known, or where only some of its lines are shown */
  month: Month | undefined
}

/** The heading of a month with its sums: in the row from 768 px, in a card on a phone. */
export function MonthHead({ name, month }: MonthHeadProps) {
  const { t } = useTranslation('statement')
  const sums = month && sumsOf(month)
  return (
    <div className="tab:pt-7 pt-5 pb-2.5">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 className="text-title flex-1">{name}</h2>
        {sums && (
          <p className="tab:flex text-ink-2 hidden gap-x-6">
            <span>
              {t('month.in')} <Money amount={sums.in} className="text-ink font-semibold" />
            </span>
            <span>
              {t('month.out')} <Money amount={sums.out} className="text-ink font-semibold" />
            </span>
          </p>
        )}
        {month && (
          <p className="text-ink-2">
            <Rich
              text={t('month.net')}
              parts={{ amount: <Money amount={month.change} signed className="text-ink font-bold" /> }}
            />
          </p>
        )}
      </div>
      {month && sums && <Card month={month} sums={sums} />}
    </div>
  )
}

type Sums = { in: string; out: string; back: string }

function sumsOf({ flow }: Month): Sums {
  const sum = (...amounts: readonly string[]) =>
    formatMoney(amounts.reduce((total, amount) => total + parseMoney(amount), 0n))
  return {
    in: sum(flow.deposited, flow.won, flow.returned),
    out: sum(flow.spent, flow.withdrawn),
    back: sum(flow.won, flow.returned),
  }
}

/** In and out as two strips on one scale, and what of it was play. */
function Card({ month: { flow }, sums }: { month: Month; sums: Sums }) {
  const { t } = useTranslation('statement')
  const money = useMoneyText()
  const [comes, goes] = [Number(sums.in), Number(sums.out)]
  const most = Math.max(comes, goes, 1)
  return (
    <div className="bg-surface rounded-card shadow-card tab:hidden mt-2.5 p-4">
      <dl className="grid grid-cols-2 gap-4">
        <Side name={t('month.in')} amount={sums.in} part={comes / most} tone="in" />
        <Side name={t('month.out')} amount={sums.out} part={goes / most} tone="out" />
      </dl>
      <p className="border-line text-cap text-ink-2 mt-3 border-t pt-3">
        {t('month.play', { spent: money(flow.spent), back: money(sums.back) })}
      </p>
    </div>
  )
}

const STUBS = 12

function Side({
  name,
  amount,
  part,
  tone,
}: {
  name: string
  amount: string
  part: number
  tone: 'in' | 'out'
}) {
  const Icon = tone === 'in' ? ArrowDownLeft : ArrowUpRight
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-cap flex items-center gap-1.5">
        <Icon
          size={17}
          strokeWidth={2}
          className={cx('mirror', tone === 'in' && 'text-ok')}
          aria-hidden="true"
        />
        {name}
      </dt>
      <dd>
        <Money amount={amount} className="text-lead font-bold" />
        <span aria-hidden="true" className="strip strip-seen mt-1.5 flex h-2 gap-0.5">
          {Array.from({ length: STUBS }, (_, index) => (
            <span key={index} className="strip-stub bg-sunken relative flex-1 overflow-hidden">
              <span
                className={cx('strip-fill absolute inset-y-0 start-0', tone === 'in' ? 'bg-ok' : 'bg-sold')}
                style={{ width: `${stubFill(index, STUBS, part) * 100}%` }}
              />
            </span>
          ))}
        </span>
      </dd>
    </div>
  )
}
