import { useTranslation } from '../../../i18n/i18n.ts'
import { Money } from '../../../ui/values/money.tsx'
import { Num } from '../../../ui/values/num.tsx'
import { formatPercent } from '../../../i18n/format.ts'
import { cx } from '../../../ui/cx.ts'
import { luckyDraws } from '../../../parts/tiers/odds.ts'
import type { Tiers } from '../../../parts/tiers/odds.ts'
import type { Quote } from './purchase-math.ts'

/** Chance, amount and balance after the purchase. */
export function PurchaseLines({
  quote,
  shares,
  balance,
  tiers = [],
  quantity = 0,
  dense = false,
}: {
  quote: Quote
  shares: number
  /** the balance before the purchase; only the confirmation page shows it */
  balance?: string
  /** of cash: the chances of the purchase are those of a prize and of the first prize */
  tiers?: Tiers
  quantity?: number
  /** less space between the lines */
  dense?: boolean
}) {
  const { t } = useTranslation(['goods', 'tiers'])
  return (
    <dl className={cx('flex flex-col', dense ? 'gap-1.5' : 'gap-3')}>
      {tiers.length > 0 && quantity > 0 && (
        <Line term={t('tiers:any', { count: quantity })}>
          <Num
            value={formatPercent((luckyDraws(tiers, shares, quantity) / shares) * 100)}
            className="font-bold"
          />
        </Line>
      )}
      <Line term={t(tiers.length > 0 ? 'tiers:first' : 'buy.chance')}>
        {quote.percent === null ? (
          '–'
        ) : (
          <>
            <span className="text-ink-2">{t('buy.odds', { mine: quote.sharesAfter, total: shares })}</span>{' '}
            <Num value={formatPercent(quote.percent)} className="font-bold" />
          </>
        )}
      </Line>
      {balance !== undefined && (
        <Line term={t('balance')}>
          <Money amount={balance} className="font-semibold" />
        </Line>
      )}
      {quote.discount !== null && (
        <>
          <Line term={t('buy.price')}>
            <Money amount={quote.total} className="font-semibold" />
          </Line>
          <Line term={t('buy.voucher')}>
            <Money amount={`-${quote.discount}`} className="text-leaf-3 font-semibold" />
          </Line>
        </>
      )}
      <Line term={t('buy.toPay')}>
        <Money amount={quote.due} className="font-bold" />
      </Line>
      {quote.missing === null ? (
        quote.balanceAfter !== null && (
          <Line term={t('buy.balanceAfter')}>
            <Money amount={quote.balanceAfter} className="font-bold" />
          </Line>
        )
      ) : (
        <Line term={t('buy.missing')}>
          <Money amount={quote.missing} className="text-gold-ink font-bold" />
        </Line>
      )}
    </dl>
  )
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
      <dt className="text-ink-2">{term}</dt>
      <dd className="flex flex-wrap items-baseline justify-end gap-x-2">{children}</dd>
    </div>
  )
}
