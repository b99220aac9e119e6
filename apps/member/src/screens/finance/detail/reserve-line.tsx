import { parseMoney } from '@fairlot/contract/money/money'
import { useTranslation } from '../../../i18n/i18n.ts'
import { activeLanguage } from '../../../i18n/i18n.ts'
import { formatDay } from '../../../i18n/lazy-formats.ts'
import { useMoneyText, Money } from '../../../ui/values/money.tsx'
import { areaOf, lineOf, scaleOf } from './reserve-shape.ts'
import type { ReserveDay } from './reserve-shape.ts'

/** The picture's own units. It is stretched to the card, its lines are not. */
const WIDTH = 300
const HEIGHT = 120

/** The reserve (line) against the interest that is owed (area), day by day, the newest day at the end edge. */
export function ReserveLine({ days }: { days: readonly ReserveDay[] }) {
  const { t } = useTranslation('finance')
  const money = useMoneyText()
  const language = activeLanguage()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return <p className="text-ink-2 mt-3">{t('reserve.none')}</p>
  const scale = scaleOf(days, WIDTH, HEIGHT)
  const below = days.filter(({ reserve, liability }) => parseMoney(reserve) < parseMoney(liability)).length
  const verdict = below === 0 ? t('reserve.always') : t('reserve.below', { count: below })
  const summary = t('reserve.summary', {
    reserve: money(last.reserve),
    liability: money(last.liability),
  })
  const reserve = days.map((day) => day.reserve)
  const liability = days.map((day) => day.liability)
  return (
    <figure className="mt-4">
      <p className="text-cap text-ink-2 flex items-baseline justify-between gap-3">
        <span>{t('reserve.days', { count: days.length })}</span>
        <Money amount={scale.most} form="price" />
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t('reserve.days', { count: days.length })}. ${summary} ${verdict}`}
        className="border-line mt-1 block h-36 w-full border-y rtl:-scale-x-100"
      >
        <path d={areaOf(reserve, scale)} className="fill-brand-soft" />
        <path d={areaOf(liability, scale)} className="fill-sold" />
        <path
          d={lineOf(reserve, scale)}
          className="stroke-brand fill-none"
          strokeWidth="2.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="text-cap text-ink-2 mt-1 flex justify-between gap-3" aria-hidden="true">
        <span>{formatDay(first.day, language)}</span>
        {days.length > 1 && <span>{formatDay(last.day, language)}</span>}
      </p>
      <figcaption className="mt-2 font-medium">{verdict}</figcaption>
      <DayTable days={days} />
    </figure>
  )
}

/** The same figures as text, newest day first. */
function DayTable({ days }: { days: readonly ReserveDay[] }) {
  const { t } = useTranslation('finance')
  const language = activeLanguage()
  return (
    <details className="mt-1">
      <summary className="text-brand inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {t('reserve.table')}
      </summary>
      <div
        className="max-h-72 overflow-y-auto overscroll-contain focus-visible:-outline-offset-3"
        // a scrolling part has to be reachable by the keys
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t('reserve.title')}
      >
        <table className="w-full">
          <thead>
            <tr className="text-cap text-ink-2">
              <th className="py-1.5 text-start font-medium">{t('reserve.day')}</th>
              <th className="py-1.5 text-end font-medium">{t('reserve.reserve')}</th>
              <th className="py-1.5 text-end font-medium">{t('reserve.liability')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, reserve, liability }) => (
              <tr key={day} className="border-line border-t">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {formatDay(day, language)}
                </th>
                <td className="text-end">
                  <Money amount={reserve} />
                </td>
                <td className="text-end">
                  <Money amount={liability} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
