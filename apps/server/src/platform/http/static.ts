import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import { acceptedEncodings } from './encoding.ts'
import { contentSecurityPolicy, SECURITY_HEADERS } from './headers.ts'

export type Files = {
  /** Answers a GET or HEAD with a file, or with the app's page for `/`. @returns false when no such file exists */
  serve(request: IncomingMessage, response: ServerResponse): boolean
}

/** Path of the files whose names contain a hash of their content. */
const HASHED = '/assets/'
/** The page and files by their names: sirv would find `index.html` under `/index` and `/index.html/` too. */
const NAMED = /^\/(?:[^?]*\.\w+)?(?:\?|$)/
const YEAR_SECONDS = 31_536_000
/** The copies of the files in other encodings. */
const COPY = /\.(?:br|gz)(?:\?|$)/
/** The only form of a range that sirv reads correctly. */
const RANGE = /^bytes=\d+-\d*$/

/**
 * Reduces the headers to what sirv reads correctly: it ignores `q=0` in Accept-Encoding, and it knows neither If-Range nor
 * several ranges nor a range from the end. A range counts the bytes of the file itself, so it is not compressed.
 */
function narrow({ headers }: IncomingMessage): void {
  if (headers.range !== undefined && (headers['if-range'] !== undefined || !RANGE.test(headers.range)))
    delete headers.range
  const accepted = headers.range === undefined ? acceptedEncodings(headers['accept-encoding']) : []
  headers['accept-encoding'] = accepted.join(', ')
}

/** `'self'` and the hashes of the page's inline elements with this name. */
function sources(page: string, element: 'script' | 'style'): string {
  const inline = page.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))
  const hashes = [...inline].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return ["'self'", ...hashes].join(' ')
}

/**
 * Serves a built web app. Browsers cache hashed assets for a year and revalidate the page at every load. A file with a `.br`
 * or `.gz` copy beside it (scripts/compress.ts) is sent in that encoding to clients that accept it. The content policy allows the
 * inline script and style sheet of the page by their hashes: they show the brand from the page's first bytes.
 *
 * @param directory the build; its file list is read once
 * @returns undefined when the app is not built
 */
export function createFiles(directory: string): Files | undefined {
  const index = path.join(directory, 'index.html')
  if (!existsSync(index)) return undefined
  const page = readFileSync(index, 'utf8')
  const policy = contentSecurityPolicy({
    'script-src': sources(page, 'script'),
    'style-src': sources(page, 'style'),
  })
  const serve = sirv(directory, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders(response, pathname) {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
      response.setHeader('content-security-policy', policy)
      const isHashed = pathname.startsWith(HASHED)
      response.setHeader(
        'cache-control',
        isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      )
    },
  })
  return {
    serve(request, response) {
      // the copies are encodings of files, not files
      if (COPY.test(request.url ?? '') || !NAMED.test(request.url ?? '')) return false
      narrow(request)
      // sirv leaves the errors of the file's stream to the process, which would end with a file that is gone since the start
      response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()))
      let found = true
      serve(request, response, () => {
        found = false
      })
      return found
    },
  }
}
