import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { UnitStrip } from './unit-strip.tsx'
import { SALE_TONES, saleStateOf, useFinanceWords } from './use-finance-words.ts'
import type { FinanceProduct } from './use-finance-words.ts'

type ProductTicketProps = {
  product: FinanceProduct
  /** finance products are switched on */
  on: boolean
  /** a moment of the sale has come: the answer is asked for again */
  onMoment: () => void
}

/** A product: daily rate, term and minimum above the cut, the units below. The whole ticket is one link. */
export function ProductTicket({ product, on, onMoment }: ProductTicketProps) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  const state = saleStateOf(product, on)
  const { code, name, unitPrice, minUnits, units, left, saleFrom } = product
  const least = formatMoney(parseMoney(unitPrice) * BigInt(minUnits))
  return (
    <div className="relative h-full">
      <Ticket
        className="h-full"
        factsClass="p-4"
        yoursClass="p-4"
        facts={
          <>
            <div className="flex items-start justify-between gap-3">
              <h2 className="text-lead min-w-0 break-words">
                <Link {...paths.financeProduct(code)} className="cover">
                  <bdi>{name}</bdi>
                </Link>
              </h2>
              <StatusPill tone={SALE_TONES[state]} dot={state === 'open'}>
                {t(`state.${state}`)}
              </StatusPill>
            </div>
            <DailyRate ppm={product.dailyRatePpm} className="mt-3" />
            <dl className="mt-3 grid grid-cols-2 gap-x-4">
              <Fact name={t('term.label')}>{words.term(product)}</Fact>
              <Fact name={t('minimum')}>
                <Money amount={least} form="price" />
              </Fact>
            </dl>
          </>
        }
        yours={
          <>
            <UnitStrip name={name} sold={units - left} units={units} ended={state === 'closed'} />
            {state === 'soon' && (
              <p className="mt-2 flex flex-wrap items-baseline gap-x-1.5">
                {t('opensIn')} <Countdown until={saleFrom} label={t('opensIn')} onEnd={onMoment} />
              </p>
            )}
            {state === 'reserve' && <p className="text-cap text-ink-2 mt-2">{t('why.reserve')}</p>}
          </>
        }
      />
    </div>
  )
}

/** The rate of one day, large, and nothing that suggests that it grows. */
export function DailyRate({ ppm, className }: { ppm: number; className?: string }) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  return (
    <p className={className}>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Code className="text-hero">{words.rate(ppm)}</Code>
        <span className="text-ink-2">{t('perDay')}</span>
      </span>
    </p>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-cap text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
