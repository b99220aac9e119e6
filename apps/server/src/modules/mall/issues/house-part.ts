/**
 * SQL of what the house keeps of a share on average: its part of the sales that neither the prizes, a product at its market price, nor
 * the highest rebates and VIP refunds of the issue need. At least 0; rounded down to 1/10,000.
 * @param terms alias of the terms
 */
const HOUSE_PART = (terms: string): string => `
  greatest(0, div(${terms}.price::numeric * ${terms}.shares
    - case when ${terms}.tiers is null then ${terms}.prize_value else prizes_of(${terms}.tiers) end
    - ${terms}.rebates - ${terms}.refunds, ${terms}.shares))`

/**
 * SQL of what the house keeps of a drawn order on average: the part of its shares, less what a voucher paid. At least 0.
 * @param order alias of the purchase
 */
export const KEPT_OF_SHARES = (order: string, terms: string): string =>
  `greatest(0, ${order}.quantity * ${HOUSE_PART(terms)} - coalesce(${order}.house_paid, 0))::bigint`
