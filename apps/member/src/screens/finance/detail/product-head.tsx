import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { DailyRate, Fact } from '../../../parts/finance/product-ticket.tsx'
import { UnitStrip } from '../../../parts/finance/unit-strip.tsx'
import { SALE_TONES, saleStateOf, useFinanceWords } from '../../../parts/finance/use-finance-words.ts'
import type { FinanceProduct } from '../../../parts/finance/use-finance-words.ts'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'

type ProductHeadProps = { product: FinanceProduct; on: boolean; onMoment: () => void }

/** What the product is: state, daily rate, term, price of a unit, what is left. */
export function ProductHead({ product, on, onMoment }: ProductHeadProps) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  const isDesk = useWide('desk')
  const state = saleStateOf(product, on)
  const why = words.why(state, product.saleFrom)
  const { name, units, left, unitPrice, saleFrom, saleUntil } = product
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StatusPill tone={SALE_TONES[state]} dot={state === 'open'}>
          {t(`state.${state}`)}
        </StatusPill>
        {state === 'open' && (
          <span className="text-cap text-ink-2">
            {t('until', { time: formatDateTime(saleUntil, activeLanguage()) })}
          </span>
        )}
      </div>
      {/* below 1024 px, the bar above has the heading */}
      {isDesk && (
        <h1 className="text-head mt-3 break-words">
          <bdi>{name}</bdi>
        </h1>
      )}
      <DailyRate ppm={product.dailyRatePpm} className="mt-3" />
      <dl className="mt-3 grid grid-cols-2 gap-x-4">
        <Fact name={t('term.label')}>{words.term(product)}</Fact>
        <Fact name={t('unitPrice')}>
          <Money amount={unitPrice} form="price" />
        </Fact>
      </dl>
      <UnitStrip
        name={name}
        sold={units - left}
        units={units}
        ended={state === 'closed'}
        stubs={24}
        className="mt-4"
      />
      {state === 'soon' && (
        <p className="mt-3 flex flex-wrap items-baseline gap-x-1.5">
          {t('opensIn')} <Countdown until={saleFrom} label={t('opensIn')} onEnd={onMoment} />
        </p>
      )}
      {why !== undefined && <p className="text-ink-2 mt-2">{why}</p>}
    </>
  )
}
