/** The canonical text of a signed call, from hashes made elsewhere: a browser hashes with what it has built in. */

export type SignedFields = {
  /** with `/api`, without query: `/api/order/buy` */
  readonly path: string
  /** Unix milliseconds, the text as sent */
  readonly date: string
  /** the text as sent, e.g. `en-us` */
  readonly language: string
}

/**
 * Seven lines with LF between them and none at the end. Without a token the first line says `anon` and the
 * token's line is empty.
 * @param tokenHash SHA-256 (hex) of the token's text, or null before login
 * @param paramHash SHA-256 (hex) of `param` exactly as sent
 * @throws RangeError when a field holds a line break (two calls could then share a text)
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
 * The same of an operator's call. Its session is a cookie that the page cannot read, so the token's line is empty; the
 * text is always signed with the session's key.
 */
export function operatorSignTextOf(fields: SignedFields, paramHash: string): string {
  return signTextOf(fields, null, paramHash).replace('fairlot-sign-1-anon', 'fairlot-sign-operator-1')
}
