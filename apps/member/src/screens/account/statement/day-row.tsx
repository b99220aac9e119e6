import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../i18n/format.ts'
import { cx } from '../../../ui/cx.ts'
import { Bone } from '../../../ui/feedback/skeleton.tsx'
import { ExactMoney } from '../../../ui/values/money.tsx'
import type { Day } from './days.ts'
import { ICONS, TILES } from './kinds.ts'
import { FundingRow } from './statement-row.tsx'

const Icon = ICONS.rebate

type DayRowProps = { day: Day; isFirst: boolean; isLast: boolean }

/** The rebates of a day as one row, which opens to its lines. */
export function DayRow({ day: { lines, sum }, isFirst, isLast }: DayRowProps) {
  const { t } = useTranslation('statement')
  const [open, setOpen] = useState(false)
  const [{ at }] = lines
  const endsCard = isLast && !open
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-busy={sum === null || undefined}
        onClick={() => setOpen(!open)}
        className={cx(
          'bg-surface hover:bg-sunken block w-full px-4 text-start focus-visible:-outline-offset-3',
          isFirst && 'rounded-t-card',
          endsCard && 'rounded-b-card',
        )}
      >
        <span
          className={cx(
            'tab:min-h-13 tab:gap-x-4 tab:py-1.5 flex items-center gap-x-3 py-3',
            !endsCard && 'border-line border-b',
          )}
        >
          <span
            className={cx('rounded-tile tab:size-9 grid size-10 shrink-0 place-items-center', TILES.rebate)}
          >
            <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">
              {sum === null ? t('kinds.rebate') : t('row.rebates', { count: lines.length })}
            </span>
            <span className="text-cap text-ink-2 block">{formatDate(at, activeLanguage())}</span>
          </span>
          {sum === null ? (
            <Bone className="w-16" />
          ) : (
            <ExactMoney amount={sum} signed className="text-ok font-bold" />
          )}
          <ChevronDown
            size={20}
            aria-hidden="true"
            className={cx('text-ink-3 shrink-0 transition-transform', open && 'rotate-180')}
          />
        </span>
      </button>
      {open && (
        <ul aria-label={t('row.rebates', { count: lines.length })}>
          {lines.map((line, place) => (
            <li key={line.id}>
              <FundingRow
                line={line}
                isOrder={false}
                isFirst={false}
                isLast={isLast && place === lines.length - 1}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
