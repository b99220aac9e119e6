import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import sirv from 'sirv'
import { SECURITY_HEADERS } from './headers.ts'

export type Files = {
  /** Answers a GET or HEAD with a file, or with the app's page for a path of its own. @returns false when there is none. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
}

/** Files whose name has the hash of their content. */
const HASHED = '/assets/'
const YEAR_SECONDS = 31_536_000

/**
 * A built web app: assets are kept for ever by browsers, the page itself is asked for each time.
 *
 * @param directory its build; read once, now
 * @returns undefined when it was not built
 */
export function createFiles(directory: string): Files | undefined {
  if (!existsSync(path.join(directory, 'index.html'))) return undefined
  const serve = sirv(directory, {
    // paths of the app have no file; paths with an extension that are not there stay 404
    single: true,
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, pathname) {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
      const isHashed = pathname.startsWith(HASHED)
      response.setHeader(
        'cache-control',
        isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      )
    },
  })
  return {
    serve(request, response) {
      let found = true
      serve(request, response, () => {
        found = false
      })
      return found
    },
  }
}
