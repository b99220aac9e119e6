import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { Mark } from '../../../parts/game/marks.tsx'
import { isColour } from '../../../parts/game/outcome.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Code, Num } from '../../../ui/values/num.tsx'
import { usualRange } from './roads.ts'
import type { Trend } from './trend-card.tsx'

/** How often each option came out, beside what chance expects, and the longest runs. */
export function TrendCounts({ trend }: { trend: Trend }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const { kind, rounds } = trend
  const rows = [
    ...trend.options.map(({ option, count, expected }) => ({ option: option as string, count, expected })),
    ...trend.outcomes.map(({ outcome, count, expected }) => ({ option: String(outcome), count, expected })),
  ]
  return (
    <>
      <Card>
        <h2 className="text-lead">{t('trend.counts', { count: rounds })}</h2>
        <p className="text-ink-2 mt-1">{t('trend.countsText')}</p>
        <table className="mt-3 w-full">
          <thead>
            <tr className="text-cap text-ink-2">
              <th className="pb-1.5 text-start font-medium">{t('slip.pick')}</th>
              <th className="pb-1.5 text-end font-medium">{t('trend.seen')}</th>
              <th className="pb-1.5 text-end font-medium">{t('trend.expected')}</th>
              <th className="pb-1.5 text-end font-medium">{t('trend.usual')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ option, count, expected }) => (
              <tr key={option} className="border-line border-t">
                <th scope="row" className="py-2 text-start font-medium">
                  <Named option={option} name={words.option(option, kind)} />
                </th>
                <td className="text-end font-semibold">
                  <Num value={count} />
                </td>
                <td className="text-ink-2 text-end">
                  <Code>{formatNumber(expected)}</Code>
                </td>
                <td className="text-ink-2 text-end">
                  <Code>{usualRange(Number(expected), rounds).join('–')}</Code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <Card>
        <h2 className="text-lead">{t('trend.runs')}</h2>
        <table className="mt-3 w-full">
          <thead>
            <tr className="text-cap text-ink-2">
              <th className="pb-1.5 text-start font-medium">{t('slip.pick')}</th>
              <th className="pb-1.5 text-end font-medium">{t('trend.longestRun')}</th>
              <th className="pb-1.5 text-end font-medium">{t('trend.longestGap')}</th>
            </tr>
          </thead>
          <tbody>
            {trend.options.map(({ option, longestRun, longestGap }) => (
              <tr key={option} className="border-line border-t">
                <th scope="row" className="py-2 text-start font-medium">
                  <Named option={option} name={words.option(option, kind)} />
                </th>
                <td className="text-end font-semibold">
                  <Num value={longestRun} />
                </td>
                <td className="text-end font-semibold">
                  <Num value={longestGap} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </>
  )
}

const Named = ({ option, name }: { option: string; name: string }) => (
  <span className="flex items-center gap-2">
    {isColour(option) && <Mark colour={option} own />}
    {name}
  </span>
)
