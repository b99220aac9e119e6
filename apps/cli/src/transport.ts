/** Sends calls over HTTP and handles the session cookie. */
import { TransportError } from '@fairlot/contract/client'
import { BASE_PATH, OPERATOR_COOKIE } from '@fairlot/contract/wire'
import { sentenceOf, UsageProblem } from './problem.ts'

const LIMIT_MS = 30_000
const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Mac OS X',
  win32: 'Windows',
  linux: 'Linux',
}
/** the device name in the list of sessions */
const USER_AGENT = `Fairlot command line (${SYSTEMS[process.platform] ?? process.platform})`

export type TransportOptions = {
  fetch: typeof fetch
  /** address of the server, without a trailing slash */
  url: string
  token(): string | null
  /** called with the session cookie of an answer; null: the server removed it */
  onToken(token: string | null): void
}

/** Posts a form, or one with a file, and returns the parsed JSON. @throws TransportError */
export function createTransport({ fetch, url, token, onToken }: TransportOptions) {
  return async (at: string, body: string | FormData): Promise<unknown> => {
    // only operator calls get the cookie
    const cookie = at.startsWith(`${BASE_PATH}/operator/`) ? token() : null
    const headers = {
      // fetch names the boundary of a form with a file itself
      ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
      'user-agent': USER_AGENT,
      ...(cookie === null ? {} : { cookie: `${OPERATOR_COOKIE}=${cookie}` }),
    }
    try {
      // a redirect could send the cookie to another server
      const response = await fetch(url + at, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      if (response.status !== 200)
        throw new TransportError(`the server answered with status ${response.status}`)
      const answer: unknown = await response.json()
      for (const header of response.headers.getSetCookie()) {
        const value = tokenIn(header)
        if (value !== undefined) onToken(value === '' ? null : value)
      }
      return answer
    } catch (error) {
      if (error instanceof TransportError) throw error
      const { cause } = error as { cause?: unknown }
      throw new TransportError(reasonOf(cause ?? error))
    }
  }
}

/** The error of a name with several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  return sentenceOf(error) || ((error as NodeJS.ErrnoException).code ?? 'no answer')
}

/** The token of a Set-Cookie header; empty when the server removes it, undefined for other cookies. */
function tokenIn(header: string): string | undefined {
  const [pair = ''] = header.split(';')
  const begin = `${OPERATOR_COOKIE}=`
  return pair.trim().startsWith(begin) ? pair.trim().slice(begin.length) : undefined
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Validates the address of a server and removes a trailing slash.
 * @param insecure whether unencrypted http to another machine is allowed
 * @throws UsageProblem
 */
export function serverUrl(text: string, insecure: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new UsageProblem(`${text} is not a server address. Example: https://shop.example`)
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !insecure) {
    throw new UsageProblem(
      `${url.origin} is another machine without TLS: password and session would be sent unencrypted. ` +
        'Use https, or add --insecure on a network that you trust.',
    )
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
