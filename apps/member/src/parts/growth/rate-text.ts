import { formatNumber } from '../../i18n/format.ts'

/** `1.1%`: a rate of the contract, in hundredths of a percent, with all its decimals. */
export const rateText = (rate: number): string => `${formatNumber(String(rate / 100))}%`

/** `+0.1%`: what a rate adds to another one; `0%` when it adds nothing. */
export const addedRate = (rate: number): string => (rate === 0 ? rateText(0) : `+${rateText(rate)}`)
