/** The short number of an order: the number of its issue and its rank there, such as `M1-0014-37`. */

const ORDER_NUMBER = /^([A-Z0-9]{1,12}-\d{4,10})-([1-9]\d{0,9})$/

/** The highest rank that the server can store. */
const MAX_SEQ = 2_147_483_647

export const orderNumberOf = (issue: string, seq: number): string => `${issue}-${seq}`

/** The issue's number and the rank in the issue, counted from 1. Null: the text is no order number. */
export function readOrderNumber(text: string): { issue: string; seq: number } | null {
  const [, issue, digits] = ORDER_NUMBER.exec(text) ?? []
  if (issue === undefined || digits === undefined) return null
  const seq = Number(digits)
  return seq > MAX_SEQ ? null : { issue, seq }
}
