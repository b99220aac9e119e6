/** Response headers. Every response has the security headers; a page may replace directives of the policy. */

/** Directives of the content security policy (docs/SECURITY.md, "Headers"). */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  // One character of the bundled font is part of index.html.
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'frame-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
} as const

export type PolicyDirective = keyof typeof POLICY

/** The content security policy with the given directives replaced. The caller states why its page needs that. */
export function contentSecurityPolicy(loosened: Partial<Record<PolicyDirective, string>> = {}): string {
  return Object.entries({ ...POLICY, ...loosened })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** Headers of every response. Lower-case names, because ENVELOPE_HEADERS is written without normalisation. */
export const SECURITY_HEADERS = {
  'content-security-policy': contentSecurityPolicy(),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const

/** Header pairs in the form that `writeHead` takes, computed once for the envelope's answers. */
export const ENVELOPE_HEADERS: readonly string[] = [
  ...Object.entries(SECURITY_HEADERS).flat(),
  'cache-control',
  'no-store',
  'content-type',
  'application/json; charset=utf-8',
]
