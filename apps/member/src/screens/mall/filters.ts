/**
 * The filters of the mall in the address. A range is `above-upTo`, such as `5-20` or `20-`; several are separated by
 * commas.
 */
import type { goodsFilters } from '@fairlot/contract/endpoints/mall/goods'
import type { Input, Output } from '../../api/api.ts'
import type { paths } from '../../paths.ts'

export type Filter = Parameters<typeof paths.mall>[0] & object
export type Choices = Output<typeof goodsFilters>
type FilterInput = Input<typeof goodsFilters>

/** A range of the address and of the choices; `upTo` null = without an end. */
export type Range = { above: string; upTo: string | null }

/** `5.00` and `5` are one amount. */
const plain = (amount: string | number): string => String(amount).replace(/\.0+$/, '')

export const keyOf = ({ above, upTo }: { above: string | number; upTo: string | number | null }): string =>
  `${plain(above)}-${upTo === null ? '' : plain(upTo)}`

export function rangesOf(text: string | undefined): Range[] {
  return (text?.split(',') ?? []).map((range) => {
    const [above = '0', upTo = ''] = range.split('-')
    return { above, upTo: upTo === '' ? null : upTo }
  })
}

/** The text of the ranges with one more, or without it when it is there; undefined: none is left. */
export function toggled(text: string | undefined, range: string): string | undefined {
  const chosen = text?.split(',') ?? []
  const next = chosen.includes(range) ? chosen.filter((one) => one !== range) : [...chosen, range]
  return next.length === 0 ? undefined : next.join(',')
}

/** What issues on sale are filtered by besides the category: drawn issues have only category, search and saved products. */
export function chosenOf({
  status,
  price,
  size,
  mine,
  saved,
}: Filter): Pick<Filter, 'price' | 'size' | 'mine' | 'saved'> {
  return status === 'drawn' ? { saved } : { price, size, mine, saved }
}

export const NO_CHOICE = { price: undefined, size: undefined, mine: undefined, saved: undefined } as const

/** The number of chosen ranges and switches. */
export function countChosen(filter: Filter): number {
  const { price, size, mine, saved } = chosenOf(filter)
  const switches = [mine, saved].filter((one) => one !== undefined)
  return rangesOf(price).length + rangesOf(size).length + switches.length
}

/** The part of a call's input that both the list and the counts take. */
export function inputOf(filter: Filter): FilterInput {
  const { price, size, mine, saved } = chosenOf(filter)
  const { category, search, exact, mode = 'goods' } = filter
  return {
    mode,
    ...(category === undefined ? {} : { category }),
    ...(search === undefined ? {} : { search }),
    ...(search === undefined || exact === undefined ? {} : { exact: true as const }),
    ...(price === undefined ? {} : { prices: rangesOf(price) }),
    ...(size === undefined
      ? {}
      : {
          sizes: rangesOf(size).map(({ above, upTo }) => ({
            above: Number(above),
            upTo: upTo === null ? null : Number(upTo),
          })),
        }),
    ...(mine === undefined ? {} : { mine: true as const }),
    ...(saved === undefined ? {} : { favourites: true as const }),
  }
}
