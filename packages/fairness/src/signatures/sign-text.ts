/**
 * The canonical text of a signed call. The caller computes the hashes, because a browser uses its built-in hash function.
 * Formula: docs/FAIRNESS.md, "The wire signature".
 */

export type SignedFields = {
  /** includes `/api`, excludes the query: `/api/order/buy` */
  readonly path: string
  /** Unix milliseconds, exactly as sent */
  readonly date: string
  /** exactly as sent, e.g. `en-us` */
  readonly language: string
}

/**
 * Seven lines, separated by LF, without a final LF. Without a token the first line is `fairlot-sign-1-anon` and the
 * token's line is empty.
 * @param tokenHash SHA-256 (hex) of the token's text, or null before login
 * @param paramHash SHA-256 (hex) of `param` exactly as sent
 * @throws RangeError when a field contains a line break (two different calls could then have the same text)
 */
export function signTextOf(
  { path, date, language }: SignedFields,
  tokenHash: string | null,
  paramHash: string,
): string {
  if (/[\r\n]/.test(path + date + language)) throw new RangeError('a line break in a signed field')
  const version = tokenHash === null ? 'fairlot-sign-1-anon' : 'fairlot-sign-1'
  return [version, 'POST', path, date, language, tokenHash ?? '', paramHash].join('\n')
}

/**
 * The canonical text of an operator's call. The session token is in a cookie that the page cannot read, so the token's
 * line is empty. The text is always signed with the session's key.
 */
export function operatorSignTextOf(fields: SignedFields, paramHash: string): string {
  return signTextOf(fields, null, paramHash).replace('fairlot-sign-1-anon', 'fairlot-sign-operator-1')
}
