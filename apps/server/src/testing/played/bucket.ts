/**
 * A bucket for tests: a server on this machine that speaks as much of the S3 protocol as the product uses, and checks every
 * signature by the published algorithm.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { s3Storage, type S3Options } from '../../platform/storage/s3-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'

const SECRET = 'a secret of a test'
const PAGE = 3

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Whether a request is signed as Signature Version 4 says. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers, method } = request
  const url = new URL(request.url ?? '/', 'http://x')
  const found =
    /^AWS4-HMAC-SHA256 Credential=key-1\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!found) return false
  const [, day = '', signed = '', signature] = found
  const at = String(headers['x-amz-date'])
  const hash = String(headers['x-amz-content-sha256'])
  if (method === 'PUT' && hash !== sha256(body)) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, url.pathname, query, lines.join(''), signed, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', at, `${day}/eu-test-1/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = ['eu-test-1', 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${SECRET}`, day))
  return hmac(key, text).toString('hex') === signature
}

export type TestBucket = {
  /** of the server, without the bucket */
  url: string
  /** by key, with the prefix */
  files: Map<string, Buffer>
  /** method and path of every request */
  asked: string[]
  /** answers this many requests with an error */
  fail(times: number): void
  /** of the bucket with the prefix `shop` */
  options: S3Options
  storage(more?: Partial<S3Options>): Storage
  close(): Promise<void>
}

type State = Pick<TestBucket, 'files' | 'asked'> & { failures: number }

async function answer(
  state: State,
  request: IncomingMessage,
): Promise<{ status: number; body?: string | Buffer }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { files } = state
  state.asked.push(`${request.method} ${request.url}`)
  if (!isSigned(request, body))
    return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }
  if (state.failures > 0) {
    state.failures--
    return { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }
  }
  const url = new URL(request.url ?? '/', 'http://x')
  const [, bucket, ...rest] = url.pathname.split('/')
  if (bucket !== 'pictures') return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }
  const key = rest.join('/')
  if (key === '') return { status: 200, body: listed(files, url.searchParams) }
  const file = files.get(key)
  if (request.method === 'PUT') files.set(key, body)
  if (request.method === 'DELETE') files.delete(key)
  if (request.method === 'PUT' || request.method === 'DELETE') return { status: 200 }
  return file ? { status: 200, body: request.method === 'HEAD' ? '' : file } : { status: 404 }
}

function listed(files: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...files.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, PAGE)
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`
}

/** Opens an empty bucket; the caller closes it. */
export async function openBucket(): Promise<TestBucket> {
  const state: State = { files: new Map(), asked: [], failures: 0 }
  const server = createServer((request, response) => {
    void answer(state, request).then(({ status, body = '' }) => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = { url: `${url}/pictures/shop`, region: 'eu-test-1', keyId: 'key-1', secret: SECRET }
  return {
    ...state,
    url,
    options,
    fail(times) {
      state.failures = times
    },
    storage: (more) => s3Storage({ ...options, ...more }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
