import { Check, Minus } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import type { Stated } from './newest-totals.tsx'

const PROVES = ['counted', 'kept', 'private'] as const
const NOT = ['others', 'equal', 'view', 'bank', 'prizes'] as const

/** What the check shows, and what members still have to trust. Phone numbers tell leaves apart, and witnesses see one log. */
export function WhatItProves({ stated }: { stated: Stated | undefined }) {
  const { t } = useTranslation('solvency')
  const solved = new Set<string>([
    ...(stated?.binds === 'phone' ? ['equal'] : []),
    ...(stated && stated.witnesses !== null ? ['view'] : []),
  ])
  return (
    <Card>
      <h2 className="text-title">{t('proves.title')}</h2>
      <ul className="mt-2">
        {PROVES.map((what) => (
          <Line key={what} text={t(`proves.${what}`)} isProven />
        ))}
      </ul>
      <h2 className="text-title mt-5">{t('not.title')}</h2>
      <ul className="mt-2">
        {NOT.filter((what) => !solved.has(what)).map((what) => (
          <Line key={what} text={t(`not.${what}`)} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ text, isProven = false }: { text: string; isProven?: boolean }) {
  const Icon = isProven ? Check : Minus
  return (
    <li className="flex items-start gap-3 py-1.5">
      <span
        className={cx(
          'mt-px grid size-6 shrink-0 place-items-center rounded-full',
          isProven ? 'bg-ok-soft text-ok' : 'bg-sunken text-ink-2',
        )}
      >
        <Icon size={15} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 text-pretty">{text}</span>
    </li>
  )
}
