/** The inputs of calls that the inline script of index.html sends for a page: as the page sends them, with the keys in the same order. */
export const FIRST_GOODS = { mode: 'goods', sort: 'closing', status: 'selling' } as const
export const FIRST_FILTERS = { mode: 'goods' } as const
/** The number of orders in a page of a calculation. */
export const CALCULATION_PAGE = 100
/** The account reads the sums of the member's finance orders, and needs no list. */
export const FIRST_HOLDINGS = { limit: 1 } as const
