import { useTranslation } from '../../../i18n/i18n.ts'
import { addedRate, rateText } from '../../../parts/growth/rate-text.ts'
import type { Vip } from '../../../parts/growth/use-vip.ts'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'

/** All levels with what they cost and bring, for comparison. */
export function LevelTable({ vip }: { vip: Vip }) {
  const { t } = useTranslation(['vip', 'ui'])
  const cell = 'py-2.5 text-end align-top'
  return (
    <Card pad="none" className="overflow-hidden">
      <h2 className="text-title px-4 pt-4">{t('compare')}</h2>
      <table className="mt-1 w-full">
        <thead>
          <tr className="text-cap text-ink-2 border-line border-b">
            <th scope="col" className="py-2 ps-4 pe-2 text-start font-medium">
              {t('col.level')}
            </th>
            <th scope="col" className="px-1.5 py-2 text-end font-medium">
              {t('col.feeShort')}
            </th>
            <th scope="col" className="px-1.5 py-2 text-end font-medium">
              {t('col.rewardShort')}
            </th>
            <th scope="col" className="py-2 ps-1.5 pe-4 text-end font-medium">
              {t('col.refundShort')}
            </th>
          </tr>
        </thead>
        <tbody>
          {vip.levels.map(({ level, spend, withdrawalFee, extraReward, refund }) => {
            const isOwn = level === vip.level
            return (
              <tr
                key={level}
                aria-current={isOwn ? 'true' : undefined}
                className={cx('border-line border-b last:border-transparent', isOwn && 'bg-gold-soft')}
              >
                <th scope="row" className="py-2.5 ps-4 pe-2 text-start font-normal">
                  <Code className="font-semibold">{t('ui:vip', { level })}</Code>
                  {isOwn && <span className="sr-only"> {t('yours')}</span>}
                  <span className="text-cap text-ink-2 block">
                    <Money amount={spend} form="price" />
                  </span>
                </th>
                <td className={cx(cell, 'px-1.5')}>
                  <Code>{rateText(withdrawalFee)}</Code>
                </td>
                <td className={cx(cell, 'px-1.5')}>
                  <Code>{addedRate(extraReward)}</Code>
                </td>
                <td className={cx(cell, 'ps-1.5 pe-4')}>
                  <Code>{rateText(refund)}</Code>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="text-cap text-ink-2 px-4 pt-1 pb-4">{t('compareText')}</p>
    </Card>
  )
}
