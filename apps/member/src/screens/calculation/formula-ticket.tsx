import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { CodeChip } from '../../parts/shares/code-chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Code, Num } from '../../ui/values/num.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { countedOrders, formulaOf } from './formula.ts'

type FormulaTicketProps = {
  timesCounted: 'all' | 'before-final'
  grade: 'plain' | 'salt' | 'beacon' | 'witnessed'
  shares: number
  /** null before the seal */
  sealed: { orders: number; sum: string } | null
  /** E mod N; null before the draw */
  entropyRemainder: number | null
}

/** The whole calculation in rows, each with its sign. Unknown values say so. */
export function FormulaTicket({ timesCounted, grade, shares, sealed, entropyRemainder }: FormulaTicketProps) {
  const { t } = useTranslation('calculation')
  const formula = sealed && formulaOf({ sum: sealed.sum, entropyRemainder, shares })
  const counted = sealed && countedOrders(sealed.orders, timesCounted)
  return (
    <Ticket
      factsClass="px-4 pt-4 pb-5"
      facts={
        <section aria-labelledby="formula-title">
          <h2 id="formula-title" className="sr-only">
            {t('formula.title')}
          </h2>
          <p className="text-ink-2 mb-3">{t(`timesCounted.${timesCounted}`)}</p>
          <ol className="flex flex-col gap-4">
            <Row
              sign="Σ"
              name={t('formula.sum')}
              note={counted === null ? undefined : t('formula.orders', { count: counted })}
              value={sealed && <Num value={sealed.sum} />}
              long
            />
            <Row
              sign="+"
              name={t('formula.entropy')}
              note={t(`formula.entropyNote.${grade === 'witnessed' ? 'beacon' : grade}`, {
                total: formatNumber(shares),
              })}
              value={entropyRemainder === null ? null : <Num value={entropyRemainder} />}
            />
            <Row
              sign="÷"
              name={t('formula.divided')}
              note={formula ? t('formula.times', { times: formatNumber(formula.times) }) : undefined}
              value={<Num value={shares} />}
            />
            <Row
              sign="="
              name={t('formula.remainder')}
              note={<Code>(S + E) mod N</Code>}
              value={formula && <Num value={formula.remainder} />}
            />
            <Row sign="+" name={t('formula.start')} value={<Code>{FIRST_CODE}</Code>} />
          </ol>
        </section>
      }
      yours={
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-lead">{t('formula.code')}</span>
          {formula ? (
            <CodeChip code={Number(formula.code)} size="large" />
          ) : (
            <span className="text-ink-2 font-medium">{t('formula.open')}</span>
          )}
        </p>
      }
    />
  )
}

function Row({
  sign,
  name,
  note,
  value,
  long = false,
}: {
  sign: string
  name: string
  note?: ReactNode
  value: ReactNode
  /** the value may be too long for one line with its name */
  long?: boolean
}) {
  const { t } = useTranslation('calculation')
  return (
    <li className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="bg-brand-soft text-brand text-lead grid size-9 shrink-0 place-items-center rounded-full font-bold"
      >
        {sign}
      </span>
      <span className={cx('flex min-w-0 flex-1 items-center justify-between gap-x-3', long && 'flex-wrap')}>
        <span className={cx('min-w-0', !long && 'flex-1')}>
          <span className="block font-medium">{name}</span>
          {note !== undefined && <span className="text-cap text-ink-2 block">{note}</span>}
        </span>
        <span className="text-lead ms-auto shrink-0 font-bold">
          {value ?? <span className="text-ink-2 text-body font-medium">{t('formula.open')}</span>}
        </span>
      </span>
    </li>
  )
}
