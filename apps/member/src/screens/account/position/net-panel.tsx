import { useTranslation } from '../../../i18n/i18n.ts'
import { moneyParts } from '../../../i18n/format.ts'
import { useCurrency } from '../../../queries/system.ts'
import { ExactMoney } from '../../../ui/values/money.tsx'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'

/** Rings without a sun: the figure is stated, not celebrated. */
const STITCHES = { at: { end: 10, bottom: -20 }, sun: 0, first: 70, step: 25, rings: 8 }

const isZero = (amount: string) => !/[1-9]/.test(amount)

/**
 * The net position in large, with one sentence on how it is computed.
 * @param net below zero is a loss
 */
export function NetPanel({ net, balance }: { net: string; balance: string }) {
  const { t } = useTranslation('position')
  const state = isZero(net) ? 'even' : net.startsWith('-') ? 'cost' : 'ahead'
  return (
    <Stage sunrise={STITCHES}>
      <div className="flex flex-col items-start px-5 pt-4 pb-4.5">
        <h2 className="text-lead">{t(`net.${state}`)}</h2>
        {state !== 'even' && (
          <p className="mt-1">
            <Figure amount={net} />
          </p>
        )}
        <p className="text-cap text-on-brand-2 mt-2">{t('net.how')}</p>
        <div className="mt-3.5 flex flex-wrap items-center gap-2">
          <p className="bg-stage-raised text-cap inline-flex min-h-7 flex-wrap items-center gap-x-2 rounded-full px-3">
            <span>{t('balance')}</span>
            <ExactMoney amount={balance} under={false} className="font-bold" />
          </p>
          <PlayMoneyBadge onStage />
        </div>
      </div>
    </Stage>
  )
}

/** The amount without its sign, which the heading says in words. Sign and cents are small, as in a balance. */
function Figure({ amount }: { amount: string }) {
  const { symbol } = useCurrency()
  const { whole, mark, cents } = moneyParts(amount)
  return (
    <span className="num text-display">
      <span className="text-[0.6em]">{symbol}</span>
      {whole}
      <span className="text-[0.6em] opacity-80">
        {mark}
        {cents}
      </span>
    </span>
  )
}
