/** The picture of the reserve: paths in its own units, from exact amounts. */
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'

export type ReserveDay = {
  /** the business day, such as `2026-11-22` */
  day: string
  /** wire amounts at the end of the day */
  reserve: string
  liability: string
}

export type Scale = {
  width: number
  height: number
  days: number
  /** the amount at the upper edge: the highest of all, wire amount */
  most: string
}

/** Room above the highest value, so that its line is not cut, as a part of the height. */
const AIR = 0.04

export function scaleOf(days: readonly ReserveDay[], width: number, height: number): Scale {
  const all = days.flatMap(({ reserve, liability }) => [parseMoney(reserve), parseMoney(liability)])
  const most = all.reduce((highest, one) => (one > highest ? one : highest), 0n)
  return { width, height, days: days.length, most: formatMoney(most) }
}

function points(amounts: readonly string[], { width, height, days, most }: Scale): string[] {
  const highest = Number(parseMoney(most)) || 1
  const level = (amount: string) => height * (1 - (1 - AIR) * (Number(parseMoney(amount)) / highest))
  // one day alone is a level line
  const values = days === 1 ? [...amounts, ...amounts] : amounts
  const step = width / Math.max(1, values.length - 1)
  return values.map((amount, index) => `${round(index * step)} ${round(level(amount))}`)
}

const round = (value: number): number => Math.round(value * 100) / 100

export const lineOf = (amounts: readonly string[], scale: Scale): string =>
  `M${points(amounts, scale).join('L')}`

/** From the lower edge up to the amounts. */
export const areaOf = (amounts: readonly string[], scale: Scale): string =>
  `M0 ${scale.height}L${points(amounts, scale).join('L')}L${scale.width} ${scale.height}Z`
