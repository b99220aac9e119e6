/**
 * Storage in a bucket with the S3 protocol: Amazon S3, or another service or server that speaks it. Requests have the bucket in
 * their path (`https://host/bucket/prefix/name`) and are signed with Signature Version 4.
 */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { checkName, STORED_NAME, type Storage } from './storage.ts'

export type S3Options = {
  /** of the bucket, with a prefix of the names if several installations share it; without a slash at its end */
  url: string
  region: string
  keyId: string
  secret: string
  /** milliseconds for one request; default: 30,000 */
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000
/** Further attempts after an answer of the kinds 429 and 5xx, with pauses that grow from 50 ms. */
const RETRIES = 3
const PAGE = 1_000

/** The answer of a list has names of our own alphabet only, which XML does not escape. */
const KEY = /<Key>([^<]*)<\/Key>/g
const NEXT = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/

/** What the service said about a failure, without what could repeat a key. */
async function failure(doing: string, answer: Response): Promise<Error> {
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(await answer.text())?.[1]
  return new Error(`the storage refused to ${doing}: status ${answer.status}${code ? `, ${code}` : ''}`)
}

export function s3Storage({ url, region, keyId, secret, timeoutMs = TIMEOUT_MS }: S3Options): Storage {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: RETRIES,
  })
  const at = new URL(url)
  const [, bucket = '', ...rest] = at.pathname.split('/')
  const prefix = rest.length > 0 ? `${rest.join('/')}/` : ''
  const send = (path: string, init: RequestInit = {}) =>
    client.fetch(`${at.origin}/${bucket}${path}`, {
      ...init,
      // a redirect would send the signed request to another host
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  const pathOf = (name: string) => `/${prefix}${checkName(name)}`

  async function isThere(name: string): Promise<boolean> {
    const answer = await send(pathOf(name), { method: 'HEAD' })
    if (answer.status === 404) return false
    if (answer.ok) return true
    throw await failure('look for a file', answer)
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      // not every service knows conditional writes; a name is random, so only a defect repeats one
      if (await isThere(name)) throw new Error('the name of a stored file is taken')
      const headers = {
        'content-type': 'application/octet-stream',
        // part of the signature: the service refuses bytes that changed on the way
        'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      }
      const answer = await send(path, { method: 'PUT', headers, body: new Uint8Array(bytes) })
      if (!answer.ok) throw await failure('store a file', answer)
      await answer.body?.cancel()
    },
    async get(name) {
      const answer = await send(pathOf(name))
      if (answer.status === 404) {
        await answer.body?.cancel()
        return undefined
      }
      if (!answer.ok) throw await failure('read a file', answer)
      return Buffer.from(await answer.arrayBuffer())
    },
    async delete(name) {
      const answer = await send(pathOf(name), { method: 'DELETE' })
      if (!answer.ok && answer.status !== 404) throw await failure('delete a file', answer)
      await answer.body?.cancel()
    },
    async *list() {
      for (let token: string | undefined, more = true; more;) {
        const query = new URLSearchParams({ 'list-type': '2', 'max-keys': String(PAGE), prefix })
        if (token !== undefined) query.set('continuation-token', token)
        const answer = await send(`?${query.toString()}`)
        if (!answer.ok) throw await failure('list its files', answer)
        const xml = await answer.text()
        for (const [, key = ''] of xml.matchAll(KEY)) {
          const name = key.slice(prefix.length)
          if (key.startsWith(prefix) && STORED_NAME.test(name)) yield name
        }
        token = NEXT.exec(xml)?.[1]
        more = token !== undefined
      }
    },
  }
}
