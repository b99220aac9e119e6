/** Calls over HTTP with the session's cookie by hand. */
import { TransportError } from '@fairlot/contract/client'
import { BASE_PATH, OPERATOR_COOKIE } from '@fairlot/contract/wire'
import { sentenceOf, UsageProblem } from './problem.ts'

const LIMIT_MS = 30_000
const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Mac OS X',
  win32: 'Windows',
  linux: 'Linux',
}
/** what the list of sessions names as the device */
const USER_AGENT = `Fairlot command line (${SYSTEMS[process.platform] ?? process.platform})`

export type TransportOptions = {
  fetch: typeof fetch
  /** of the server, without a slash at the end */
  url: string
  token(): string | null
  /** told of every cookie that an answer sets; null: it was taken back */
  onToken(token: string | null): void
}

/** Posts a form and answers the parsed JSON. @throws TransportError */
export function createTransport({ fetch, url, token, onToken }: TransportOptions) {
  return async (at: string, body: string): Promise<unknown> => {
    // nobody but the operators' calls is to see the cookie
    const cookie = at.startsWith(`${BASE_PATH}/operator/`) ? token() : null
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': USER_AGENT,
      ...(cookie === null ? {} : { cookie: `${OPERATOR_COOKIE}=${cookie}` }),
    }
    try {
      // a redirect would carry the cookie to wherever it points
      const response = await fetch(url + at, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      if (response.status !== 200) throw new TransportError(`it answered with status ${response.status}`)
      const answer: unknown = await response.json()
      for (const header of response.headers.getSetCookie()) {
        const value = tokenIn(header)
        if (value !== undefined) onToken(value === '' ? null : value)
      }
      return answer
    } catch (error) {
      if (error instanceof TransportError) throw error
      const { cause } = error as { cause?: unknown }
      throw new TransportError(sentenceOf(cause ?? error))
    }
  }
}

/** The operator's token that a Set-Cookie header sets; empty when it takes it back, undefined for other cookies. */
function tokenIn(header: string): string | undefined {
  const [pair = ''] = header.split(';')
  const begin = `${OPERATOR_COOKIE}=`
  return pair.trim().startsWith(begin) ? pair.trim().slice(begin.length) : undefined
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * The address of a server, without a slash at the end.
 * @param insecure whether password and cookie may go out in the clear
 * @throws UsageProblem with a sentence
 */
export function serverUrl(text: string, insecure: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new UsageProblem(`${text} is not the address of a server, like https://shop.example.`)
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !insecure) {
    throw new UsageProblem(
      `${url.origin} is another machine, without TLS: password and session would travel in the clear. ` +
        'Use https, or say --insecure when you know the way there.',
    )
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
