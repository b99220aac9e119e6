import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { createFiles } from './static.ts'

const script = 'export const value = 1;\n'.repeat(200)
const page = `<!doctype html><title>app</title><style>p{margin:0}</style><script>start()</script>${'<p>text</p>'.repeat(100)}`
const font = Buffer.from('a font is compressed already')

let directory: string
let server: HttpServer
let port: number
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-files-'))
  await mkdir(path.join(directory, 'assets'))
  const write = async (name: string, content: string) => {
    await writeFile(path.join(directory, name), content)
    await writeFile(path.join(directory, `${name}.br`), brotliCompressSync(content))
    await writeFile(path.join(directory, `${name}.gz`), gzipSync(content))
  }
  await write('index.html', page)
  await write('assets/main-abc123.js', script)
  await writeFile(path.join(directory, 'assets', 'font-abc123.woff2'), font)
  await writeFile(path.join(directory, 'assets', 'gone-abc123.js'), script)
  const silent = { warn: () => undefined, error: () => undefined }
  const api = { answer: () => Promise.reject(new Error('no call is expected')) }
  server = createHttpServer({ api, plain: [], files: createFiles(directory), trustProxy: 0, log: silent })
  port = await server.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Reads the bytes of the connection as they are; `fetch` would decode them. */
function get(at: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: at, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const ASSET = '/assets/main-abc123.js'

describe('a file with compressed copies', () => {
  test.each([
    ['br, gzip', 'br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip, deflate, br, zstd', 'br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['br;q=0, gzip;q=0.5', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['identity', undefined, (body: Buffer) => body],
    ['br;q=0, gzip;q=0', undefined, (body: Buffer) => body],
  ])('is sent for "%s" as %s', async (accepted, encoding, decode) => {
    const { status, headers, body } = await get(ASSET, { 'accept-encoding': accepted })
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-length']).toBe(String(body.length))
    expect(headers['content-type']).toBe('text/javascript')
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(decode(body).toString()).toBe(script)
    if (encoding !== undefined) expect(body.length).toBeLessThan(script.length / 4)
  })

  test('has another entity tag in each encoding, and each is confirmed', async () => {
    const tags = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get(ASSET, { 'accept-encoding': encoding })
      const tag = headers.etag!
      tags.add(tag)
      const again = await get(ASSET, { 'accept-encoding': encoding, 'if-none-match': tag })
      expect([again.status, again.body.length]).toEqual([304, 0])
    }
    expect(tags.size).toBe(3)
  })

  test('answers HEAD with the length of the encoding and without a body', async () => {
    const { headers, body } = await get(ASSET, { 'accept-encoding': 'br' }, 'HEAD')
    expect(headers['content-encoding']).toBe('br')
    expect(Number(headers['content-length'])).toBe(brotliCompressSync(script).length)
    expect(body.length).toBe(0)
  })

  test('is not compressed for a range', async () => {
    const { status, headers, body } = await get(ASSET, { 'accept-encoding': 'br', range: 'bytes=7-11' })
    expect([status, headers['content-encoding']]).toEqual([206, undefined])
    expect(headers['content-range']).toBe(`bytes 7-11/${script.length}`)
    expect(body.toString()).toBe(script.slice(7, 12))
  })

  test.each<Record<string, string>>([
    { range: 'bytes=-5' },
    { range: 'bytes=0-1,3-4' },
    { range: 'bytes=0-1', 'if-range': '"x"' },
  ])('is sent whole for %j', async (headers) => {
    const { status, body } = await get(ASSET, headers)
    expect([status, body.length]).toEqual([200, script.length])
  })

  test('has no address of its own for a copy', async () => {
    for (const at of [`${ASSET}.br`, `${ASSET}.gz`, '/index.html.br?x'])
      expect((await get(at)).status).toBe(404)
  })
})

test("sends the app's page compressed for its paths, with the page's content type", async () => {
  const { headers, body } = await get('/', { 'accept-encoding': 'br' })
  expect(headers['content-type']).toBe('text/html;charset=utf-8')
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(brotliDecompressSync(body).toString()).toBe(page)
})

test("allows the page's inline script and style sheet by their hashes, and no other inline code", async () => {
  const policy = String((await get('/')).headers['content-security-policy'])
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toContain(`script-src 'self' ${hash('start()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('p{margin:0}')};`)
  expect(policy).not.toContain('unsafe-inline')
})

test('sends a file without copies as it is', async () => {
  const { headers, body } = await get('/assets/font-abc123.woff2', { 'accept-encoding': 'br, gzip' })
  expect(headers['content-encoding']).toBeUndefined()
  expect(body).toEqual(font)
})

test('ends the connection for a file that is gone since the start, and goes on', async () => {
  await rm(path.join(directory, 'assets', 'gone-abc123.js'))
  await expect(get('/assets/gone-abc123.js')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect((await get(ASSET)).status).toBe(200)
})
