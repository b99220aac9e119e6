import type { financeList } from '@fairlot/contract/endpoints/finance'
import type { Output } from '../../api/api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import type { StatusTone } from '../../ui/values/status-pill.tsx'

export type FinanceProduct = Output<typeof financeList>['items'][number]

/** Whether units can be bought; `reserve`: the reserve covers the interest of no further purchase. */
export type SaleState = 'open' | 'soon' | 'soldOut' | 'closed' | 'reserve' | 'off'

/** @param on whether finance products are switched on */
export function saleStateOf(
  { sale, covered, minUnits, left }: Pick<FinanceProduct, 'sale' | 'covered' | 'minUnits' | 'left'>,
  on: boolean,
): SaleState {
  if (!on) return 'off'
  if (sale === 'upcoming') return 'soon'
  if (sale === 'ended') return 'closed'
  if (sale === 'sold_out') return 'soldOut'
  return covered < Math.min(minUnits, left) ? 'reserve' : 'open'
}

export const SALE_TONES: Record<SaleState, StatusTone> = {
  open: 'brand',
  soon: 'wait',
  soldOut: 'quiet',
  closed: 'quiet',
  reserve: 'wait',
  off: 'quiet',
}

const DAY_HOURS = 24
/** 1/1,000,000 in percent has four decimals. */
const PPM_PER_PERCENT = 10_000

/** The words of a product that several pages show. */
export function useFinanceWords() {
  const { t } = useTranslation('finance')
  return {
    /** `7 days`, `36 hours` */
    term: ({ termHours, termUnit }: Pick<FinanceProduct, 'termHours' | 'termUnit'>) =>
      termUnit === 'days'
        ? t('term.days', { count: termHours / DAY_HOURS })
        : t('term.hours', { count: termHours }),
    units: (count: number) => t('units', { count }),
    /** `0.05%`: a daily rate with all its decimals */
    rate: (ppm: number) => `${formatNumber(String(ppm / PPM_PER_PERCENT))}%`,
    /** why no units can be bought; undefined: they can */
    why: (state: SaleState, saleFrom: number): string | undefined => {
      if (state === 'open') return undefined
      return t(`why.${state}`, { time: formatDateTime(saleFrom, activeLanguage()) })
    },
  }
}
