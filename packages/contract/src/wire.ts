/** The envelope of a call: POST, form-encoded, fields `date`, `sign`, `language`, `token`, `param`; answer `{flag, data}`. */
import type { Failure, Flag } from './flags.ts'

export const BASE_PATH = '/api'
/** The server refuses a `date` that differs more from its own time, with DATE_ERROR. */
export const DATE_TOLERANCE_MS = 5 * 60_000
export const MAX_BODY_BYTES = 64 * 1024

/**
 * The cookie that contains an operator's token. Because of the prefix `__Host-`, a browser sends it only to this host,
 * only over TLS (or to localhost), and accepts it only from this host.
 */
export const OPERATOR_COOKIE = '__Host-fairlot-operator'

export const WIRE_FIELDS = ['date', 'sign', 'language', 'token', 'param'] as const
export type WireField = (typeof WIRE_FIELDS)[number]
export type Envelope = Record<WireField, string>

export type Answer = { flag: 0; data: unknown } | { flag: Exclude<Flag, 0>; data: Failure }

/** The request body for an envelope. */
export function encodeForm(envelope: Envelope): string {
  return WIRE_FIELDS.map((field) => `${field}=${encodeURIComponent(envelope[field])}`).join('&')
}
