import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber, formatPercent } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/values/money.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import { codeRuns } from './odds.ts'
import type { Tiers, WonTier } from './odds.ts'

type TierTableProps = {
  tiers: Tiers
  shares: number
  /** the winning code: each tier then lists its codes */
  winning?: number | null
  /** what the member won */
  won?: readonly WonTier[]
}

/** The tiers with distance, number of codes, chance of one share and prize. */
export function TierTable({ tiers, shares, winning = null, won = [] }: TierTableProps) {
  const { t } = useTranslation('tiers')
  return (
    <table className="-mx-2 w-[calc(100%+1rem)] border-collapse text-start">
      <caption className="sr-only">{t('title')}</caption>
      <thead>
        <tr className="text-cap text-ink-2">
          <th scope="col" className="w-11 pb-2 text-start font-normal">
            <span className="sr-only">{t('kind')}</span>
          </th>
          <Head>{t('distance')}</Head>
          <Head end>{t('codes')}</Head>
          <Head end>{t('chance')}</Head>
          <Head end>{t('prize')}</Head>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <Row
            key={tier.tier}
            tier={tier}
            shares={shares}
            winning={winning}
            own={won.find((one) => one.tier === tier.tier)?.codes ?? 0}
          />
        ))}
      </tbody>
    </table>
  )
}

function Head({ children, end = false }: { children: ReactNode; end?: boolean }) {
  return (
    <th
      scope="col"
      className={cx('pb-2 font-normal last:pe-2', end ? 'whitespace-nowrap ps-2 text-end' : 'text-start')}
    >
      {children}
    </th>
  )
}

type RowProps = { tier: Tiers[number]; shares: number; winning: number | null; own: number }

function Row({ tier, shares, winning, own }: RowProps) {
  const { t } = useTranslation('tiers')
  return (
    <tr className={cx('border-line border-b last:border-transparent', own > 0 && 'bg-gold-soft')}>
      <th scope="row" className="px-2 py-2.5 text-start">
        <span className="sr-only">{t('tier', { tier: tier.tier })}</span>
        <span
          aria-hidden="true"
          className={cx(
            'rounded-chip grid size-7 place-items-center text-body font-bold',
            tier.tier === 1 ? 'bg-gold text-on-gold' : 'bg-brand-soft text-brand',
          )}
        >
          <Code>{tier.tier}</Code>
        </span>
      </th>
      <td className="py-2.5 break-words">
        {tier.to === 0
          ? t('exact')
          : t('range', { from: formatNumber(tier.from), to: formatNumber(tier.to) })}
        {winning !== null && <Runs tier={tier} shares={shares} winning={winning} />}
      </td>
      <td className="text-ink-2 py-2.5 ps-2 text-end">
        <Num value={tier.codes} />
      </td>
      <td className="text-ink-2 py-2.5 ps-2 text-end">
        <Num value={formatPercent((tier.codes / shares) * 100)} />
      </td>
      <td className="py-2.5 px-2 text-end">
        <Money amount={tier.prize} form="price" className="font-bold" />
      </td>
    </tr>
  )
}

/** The codes of a tier around a winning code. */
function Runs({ tier, shares, winning }: Omit<RowProps, 'own' | 'winning'> & { winning: number }) {
  return (
    <span className="text-cap text-ink-2 mt-0.5 flex flex-col items-start">
      {codeRuns(tier, shares, winning).map(({ first, quantity }) => (
        <Code key={first}>{quantity === 1 ? first : `${first}–${first + quantity - 1}`}</Code>
      ))}
    </span>
  )
}
