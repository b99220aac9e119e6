import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import sirv from 'sirv'
import { SECURITY_HEADERS } from './headers.ts'

export type Files = {
  /** Answers a GET or HEAD with a file, or with the app's page for one of the app's paths. @returns false when neither exists */
  serve(request: IncomingMessage, response: ServerResponse): boolean
}

/** Path of the files whose names contain a hash of their content. */
const HASHED = '/assets/'
const YEAR_SECONDS = 31_536_000

/**
 * Serves a built web app. Browsers cache hashed assets for a year and revalidate the page at every load.
 *
 * @param directory the build; its file list is read once
 * @returns undefined when the app is not built
 */
export function createFiles(directory: string): Files | undefined {
  if (!existsSync(path.join(directory, 'index.html'))) return undefined
  const serve = sirv(directory, {
    // the app's paths have no file; a missing path with an extension answers 404
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
