import { parseMoney } from '@fairlot/contract/money/money'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/values/money.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { Stated } from './newest-totals.tsx'

/** The days that are shown at once. */
const FIRST = 10

/** The totals of each day, newest first. A day leads to its check. */
export function StatedDays({ days, chosen }: { days: readonly Stated[]; chosen: string | undefined }) {
  const { t } = useTranslation('solvency')
  const [all, setAll] = useState(false)
  if (days.length === 0) return null
  return (
    <Card>
      <h2 className="text-title">{t('days.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('days.text')}</p>
      <ul className="mt-2">
        {(all ? days : days.slice(0, FIRST)).map((stated) => (
          <Day key={stated.day} stated={stated} isChosen={stated.day === chosen} />
        ))}
      </ul>
      {!all && days.length > FIRST && (
        <Button tone="sunken" wide className="mt-3" onClick={() => setAll(true)}>
          {t('days.all')}
        </Button>
      )}
    </Card>
  )
}

function Day({ stated, isChosen }: { stated: Stated; isChosen: boolean }) {
  const { t } = useTranslation('solvency')
  const isShort = parseMoney(stated.assets) < parseMoney(stated.total)
  return (
    <li
      className={cx(
        'border-line -mx-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-2 py-2.5 last:border-transparent',
        isChosen && 'bg-brand-soft rounded-tile border-transparent',
      )}
    >
      <Link
        {...paths.solvency({ day: stated.day })}
        replace
        aria-current={isChosen || undefined}
        className="text-brand inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {formatDate(stated.at, activeLanguage())}
      </Link>
      {isShort && <StatusPill tone="bad">{t('days.short')}</StatusPill>}
      <dl className="ms-auto grid grid-cols-[auto_auto] items-baseline gap-x-3 text-end">
        <dt className="text-cap text-ink-2">{t('days.own')}</dt>
        <dd className="font-semibold">
          <Money amount={stated.total} />
        </dd>
        <dt className="text-cap text-ink-2">{t('days.has')}</dt>
        <dd>
          <Money amount={stated.assets} />
        </dd>
      </dl>
    </li>
  )
}
