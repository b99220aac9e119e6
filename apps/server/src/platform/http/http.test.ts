import { createSecretKey } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoint, type EndpointDefinition } from '@fairlot/contract/define'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { codeMessage, fieldMessage } from '@fairlot/contract/messages'
import { encodeForm, type Answer } from '@fairlot/contract/wire'
import { signText } from '@fairlot/fairness/signatures/sign'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { envelope, keyedSign, postForm, rawCall } from '../../testing/client.ts'
import { testClock } from '../../testing/clock.ts'
import { createSessions, tokenHash, type Caller } from './auth.ts'
import { createApi, type Registered } from './http.ts'
import type { ErasedHandler } from './http-handler.ts'
import { json, notFound } from './http-responses.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { createLimiter, RATES, unlimited, type Limiter } from './rate.ts'
import { Refusal } from '../refusal.ts'

const text = z.strictObject({ text: z.string().check(z.minLength(2, 'REQUIRED'), z.maxLength(5)) })
const anyInput = z.strictObject({ value: z.optional(z.unknown()) })
const define = (path: `/${string}`, auth: 'anyone' | 'optional' | 'member', input: z.ZodMiniType) =>
  endpoint({ path, summary: path, auth, input, output: z.object({ who: z.string() }), errors: ['SOLD_OUT'] })
const add = (at: EndpointDefinition, handler: ErasedHandler): Registered => ({
  endpoint: at,
  handler,
  rate: 'session',
})
const who: ErasedHandler = ({ member }) => ({ who: member?.memberId ?? 'nobody' })

let release: (() => void) | undefined
const ENDPOINTS: Registered[] = [
  add(define('/index/getsystem', 'anyone', z.strictObject({})), who),
  add(define('/t/anyone', 'anyone', text), who),
  add(define('/t/optional', 'optional', anyInput), who),
  add(define('/t/member', 'member', anyInput), who),
  { ...add(define('/t/large', 'optional', anyInput), who), addressRate: 'proofAddress' },
  add(define('/t/declared', 'anyone', anyInput), () => {
    throw new Refusal('SOLD_OUT')
  }),
  add(define('/t/undeclared', 'anyone', anyInput), () => {
    throw new Refusal('PHONE_TAKEN')
  }),
  add(define('/t/throws', 'anyone', anyInput), () => {
    throw new Error('a secret detail')
  }),
  add(define('/t/misshapen', 'anyone', anyInput), () => ({ who: 7 })),
  add(define('/t/long', 'optional', anyInput), () => ({ who: 'nobody '.repeat(1_000) })),
  add(define('/t/long-member', 'member', anyInput), () => ({ who: 'nobody '.repeat(1_000) })),
  add({ ...define('/t/long-secret', 'anyone', anyInput), secret: true }, () => ({
    who: 'nobody '.repeat(1_000),
  })),
  add(define('/t/outage', 'anyone', anyInput), () => {
    throw new Error('Connection terminated unexpectedly')
  }),
  add(
    define('/t/slow', 'anyone', anyInput),
    () =>
      new Promise((resolve) => {
        release = () => resolve({ who: 'slow' })
      }),
  ),
]

const session = { token: Buffer.alloc(32, 7).toString('base64url'), signKey: 'ab'.repeat(32) }
const caller: Caller = {
  memberId: 'm1',
  sessionId: 's1',
  status: 'active',
  country: null,
  realityDueAt: Number.MAX_SAFE_INTEGER,
  signKey: createSecretKey(session.signKey, 'hex'),
}
const dead = { token: Buffer.alloc(32, 8).toString('base64url'), signKey: session.signKey }

const logged: { fields: object; message: string }[] = []
const log = {
  warn: (fields: object, message: string) => void logged.push({ fields, message }),
  error: (fields: object, message: string) => void logged.push({ fields, message }),
}

/** More than the operating system buffers for a client. */
const LARGE = 'x'.repeat(16 << 20)

/** It stands still. The calls of the tests carry the date of this machine, less than five minutes later. */
const clock = testClock(Date.now())

async function start(options: { limiter?: Limiter; trustLoopback?: boolean; stallMs?: number } = {}) {
  const api = createApi({
    endpoints: ENDPOINTS,
    sessions: createSessions((hashes) =>
      Promise.resolve(
        new Map(hashes.filter((hash) => hash === tokenHash(session.token)).map((hash) => [hash, caller])),
      ),
    ),
    clock,
    limiter: options.limiter ?? unlimited,
    trustLoopback: options.trustLoopback ?? false,
    defaultLanguage: 'en-us',
    log,
    checkAnswers: true,
  })
  const server = createHttpServer({
    api,
    plain: [
      { method: 'GET', path: '/plain', handle: ({ query }) => json(200, { q: query.get('q') }) },
      {
        method: 'POST',
        path: '/hooks/*',
        handle: ({ rest, body }) => json(202, { rest, size: body.length }),
      },
      {
        method: 'GET',
        path: '/broken',
        handle: () => {
          throw new Error('a secret detail')
        },
      },
      { method: 'GET', path: '/large', handle: () => json(200, LARGE) },
      { method: 'GET', path: '/address', handle: ({ address }) => json(200, { address }) },
    ],
    streams: [{ path: '/stream', open: () => Promise.resolve(notFound()) }],
    files: undefined,
    trustProxy: 1,
    log,
    ...(options.limiter && { limiter: options.limiter, trustLoopback: options.trustLoopback }),
    ...(options.stallMs !== undefined && { stallMs: options.stallMs }),
  })
  const port = await server.listen(0, '127.0.0.1')
  return { server, url: `http://127.0.0.1:${port}`, port }
}

let server: HttpServer
let url: string
let port: number
beforeAll(async () => {
  ;({ server, url, port } = await start())
})
afterAll(() => server.close())

const answerTo = async (path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Answer> => {
  const response = await postForm(`${url}/api${path}`, body)
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}
const code = (answer: Answer) => (answer.flag === 0 ? 'OK' : answer.data.code)

describe('compressed answers', () => {
  /** The header and the bytes of an answer; `fetch` would decode them. */
  function bytesOf(path: string, accepted: string, withSession = false) {
    const body = encodeForm(envelope({ path, ...(withSession && { session }) }))
    return new Promise<{ encoding: string | undefined; length: string | undefined; bytes: Buffer }>(
      (resolve, reject) => {
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          'accept-encoding': accepted,
        }
        const sent = httpRequest(
          `${url}/api${path}`,
          { method: 'POST', headers, agent: false },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('end', () => {
              const { 'content-encoding': encoding, 'content-length': length } = response.headers
              resolve({ encoding, length, bytes: Buffer.concat(chunks) })
            })
          },
        )
        sent.on('error', reject)
        sent.end(body)
      },
    )
  }
  const whoIn = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { data: { who: string } }).data.who

  test('a long public answer is compressed as the client accepts it', async () => {
    const long = 'nobody '.repeat(1_000)
    const brotli = await bytesOf('/t/long', 'gzip, br')
    expect([brotli.encoding, brotli.length]).toEqual(['br', String(brotli.bytes.length)])
    expect(whoIn(brotliDecompressSync(brotli.bytes))).toBe(long)
    const gzip = await bytesOf('/t/long', 'gzip')
    expect(gzip.encoding).toBe('gzip')
    expect(whoIn(gunzipSync(gzip.bytes))).toBe(long)
    const plain = await bytesOf('/t/long', 'identity')
    expect(plain.encoding).toBeUndefined()
    expect(whoIn(plain.bytes)).toBe(long)
  })

  test('short answers, answers for members only and answers with a secret are not compressed', async () => {
    expect((await bytesOf('/t/optional', 'br')).encoding).toBeUndefined()
    expect((await bytesOf('/t/long-member', 'br', true)).encoding).toBeUndefined()
    expect((await bytesOf('/t/long-secret', 'br')).encoding).toBeUndefined()
  })
})

describe('the order of the checks', () => {
  test('checks path, date, token, sign, param and schema in this order', async () => {
    const wrong = { date: '1', token: dead.token, sign: 'x', param: '{' }
    const at = async (path: string, tamper: Record<string, string>) =>
      (await rawCall(url, { path, tamper })).flag
    expect(await at('/t/nowhere', wrong)).toBe(1003)
    expect(await at('/t/member', wrong)).toBe(1001)
    const { date: _, ...withoutDate } = wrong
    expect(await at('/t/member', withoutDate)).toBe(1004)
    expect(await at('/t/member', { sign: 'x', param: '{' })).toBe(1004)
    expect(await at('/t/anyone', { sign: 'x', param: '{' })).toBe(1002)
    expect((await rawCall(url, { path: '/t/anyone', param: '{' })).flag).toBe(1003)
    expect((await rawCall(url, { path: '/t/anyone', param: {} })).flag).toBe(1005)
    expect((await rawCall(url, { path: '/t/anyone', param: { text: 'abc' } })).flag).toBe(0)
  })

  test('answers every flag in every language', async () => {
    for (const language of OFFERED_LANGUAGES) {
      const cases = [
        ['DATE_ERROR', { path: '/t/member', date: 1 }],
        ['SIGN_FAILED', { path: '/t/optional', tamper: { sign: '0'.repeat(64) } }],
        ['NO_SUCH_DATA', { path: '/t/nowhere' }],
        ['SESSION_ENDED', { path: '/t/member', session: dead }],
        ['INPUT_INVALID', { path: '/t/anyone' }],
        ['SOLD_OUT', { path: '/t/declared' }],
      ] as const
      for (const [name, call] of cases) {
        const answer = await rawCall(url, { ...call, language })
        expect(answer).toMatchObject({ data: { code: name, message: codeMessage(language, name) } })
      }
      const answer = await rawCall(url, { path: '/t/anyone', language, param: { text: '', x: 1 } })
      expect(answer).toMatchObject({
        data: {
          fields: { text: fieldMessage(language, 'REQUIRED'), x: fieldMessage(language, 'UNKNOWN_FIELD') },
        },
      })
    }
    // a language that is not offered falls back to the nearest one, else to the default
    expect(await rawCall(url, { path: '/t/nowhere', language: 'ar-eg' })).toMatchObject({
      data: { message: codeMessage('ar-sa', 'NO_SUCH_DATA') },
    })
    expect(await rawCall(url, { path: '/t/nowhere', language: 'xx' })).toMatchObject({
      data: { message: codeMessage('en-us', 'NO_SUCH_DATA') },
    })
  })

  test('refuses a language that is not offered, and accepts none or a near one', async () => {
    for (const language of ['', 'AR-EG', 'pt']) {
      expect((await rawCall(url, { path: '/t/optional', language })).flag, language).toBe(0)
    }
    expect(await rawCall(url, { path: '/t/optional', language: 'xx-yy' })).toMatchObject({
      flag: 1005,
      data: { code: 'INPUT_INVALID', fields: { language: fieldMessage('en-us', 'INVALID') } },
    })
  })
})

describe('date', () => {
  test('accepts dates within five minutes, else answers the server time; getsystem needs no date', async () => {
    for (const off of [-300_000, 300_000]) {
      expect((await rawCall(url, { path: '/t/optional', date: clock.now() + off })).flag).toBe(0)
    }
    for (const off of [-300_001, 300_001]) {
      const answer = await rawCall(url, { path: '/t/optional', date: clock.now() + off })
      expect(answer).toMatchObject({ flag: 1001, data: { serverTime: clock.now() } })
    }
    for (const date of ['', 'abc', '1e12', '-5', ' 1']) {
      expect((await rawCall(url, { path: '/t/optional', tamper: { date } })).flag).toBe(1001)
    }
    expect((await rawCall(url, { path: '/index/getsystem', date: 5 })).flag).toBe(0)
  })
})

describe('token and sign', () => {
  test('accepts a sign made with the session key', async () => {
    expect(await rawCall(url, { path: '/t/member', session })).toEqual({ flag: 0, data: { who: 'm1' } })
    expect(await rawCall(url, { path: '/t/optional', session })).toEqual({ flag: 0, data: { who: 'm1' } })
    // the handler of an endpoint for anyone does not get the member
    expect(await rawCall(url, { path: '/t/anyone', session, param: { text: 'abc' } })).toEqual({
      flag: 0,
      data: { who: 'nobody' },
    })
  })

  test('refuses an active token with the anonymous checksum or another key', async () => {
    const fields = envelope({ path: '/t/member' })
    expect(code(await answerTo('/t/member', encodeForm({ ...fields, token: session.token })))).toBe(
      'SIGN_FAILED',
    )
    const call = { path: '/t/member', session: { ...session, signKey: 'cd'.repeat(32) } }
    expect(code(await rawCall(url, call))).toBe('SIGN_FAILED')
  })

  test('treats an ended token as anonymous where none is required, whatever its sign', async () => {
    for (const token of [dead.token, 'short', `${session.token}x`]) {
      const tamper = { token, sign: 'whatever' }
      expect(await rawCall(url, { path: '/t/optional', tamper })).toEqual({
        flag: 0,
        data: { who: 'nobody' },
      })
      expect((await rawCall(url, { path: '/t/member', tamper })).flag).toBe(1004)
    }
  })

  test('refuses a call after any signed field was changed', async () => {
    const fields = envelope({ path: '/t/member', session, param: { value: 1 } })
    const changes = {
      date: String(Number(fields.date) + 1),
      language: 'bn-bd',
      param: '{"value":2}',
      sign: fields.sign.toUpperCase(),
    }
    for (const [field, value] of Object.entries(changes)) {
      expect(code(await answerTo('/t/member', encodeForm({ ...fields, [field]: value })))).toBe('SIGN_FAILED')
    }
    // the same sign on another path
    expect(code(await answerTo('/t/optional', encodeForm(fields)))).toBe('SIGN_FAILED')
    expect(code(await answerTo('/t/member', encodeForm(fields)))).toBe('OK')
  })

  test('refuses a line break that would move between signed fields', async () => {
    const date = '123\nen-us'
    const raw = `fairlot-sign-1\nPOST\n/api/index/getsystem\n${date}\n\n\n`
    const tamper = { date, language: '', sign: keyedSign(session.signKey, raw) }
    expect((await rawCall(url, { path: '/index/getsystem', tamper })).flag).toBe(1002)
    expect(() => signText({ path: '/x', date, language: '', token: null, param: '' })).toThrow(RangeError)
  })
})

describe('the form', () => {
  const good = () => encodeForm(envelope({ path: '/t/optional' }))
  test.each([
    ['a field twice', () => `${good()}&date=1`],
    ['an unknown field', () => `${good()}&extra=1`],
    ['a field without =', () => `${good()}&extra`],
    ['an escaped name', () => good().replace('date=', 'd%61te=')],
    ['a bad escape', () => good().replace('language=', 'language=%zz')],
    ['an incomplete escape', () => `${good()}%4`],
    ['escaped bytes that are not UTF-8', () => good().replace('language=', 'language=%ff')],
    ['an escaped NUL', () => good().replace('language=', 'language=%00')],
    ['JSON instead of a form', () => JSON.stringify({ date: 1 })],
  ])('refuses %s', async (_, body) => {
    expect((await answerTo('/t/optional', body())).flag).toBe(1005)
  })

  test('refuses raw bytes that are not UTF-8', async () => {
    const body = new Uint8Array([...Buffer.from(`${good()}&language=`), 0xc3, 0x28])
    expect((await answerTo('/t/optional', body)).flag).toBe(1005)
  })

  test('answers an empty body or missing fields with the error of the field', async () => {
    expect((await answerTo('/t/optional', '')).flag).toBe(1001)
    expect((await answerTo('/t/optional', `date=${clock.now()}`)).flag).toBe(1002)
  })

  test('accepts + for spaces', async () => {
    const body = encodeForm(envelope({ path: '/t/anyone', param: { text: 'a b' } })).replaceAll('%20', '+')
    expect((await answerTo('/t/anyone', body)).flag).toBe(0)
  })
})

describe('param', () => {
  test.each([
    ['nothing', '', 1003],
    ['not JSON', '{"value":}', 1003],
    ['NaN', '{"value":NaN}', 1003],
    ['an array', '[]', 1005],
    ['null', 'null', 1005],
    ['a text', '"x"', 1005],
    ['an unknown key', '{"other":1}', 1005],
    ['__proto__', '{"__proto__":{"value":1}}', 1005],
    ['too deep', `{"value":${'['.repeat(16)}${']'.repeat(16)}}`, 1005],
    ['deep enough', `{"value":${'['.repeat(15)}${']'.repeat(15)}}`, 0],
    ['brackets in a text', `{"value":"${'['.repeat(100)}\\"["}`, 0],
    ['a long text', `{"value":"${'x'.repeat(9_000)}"}`, 1005],
    ['an open text', '{"value":"', 1003],
    ['thousands of brackets', '['.repeat(20_000), 1005],
  ])('answers %s with its flag', async (_, param, flag) => {
    expect((await rawCall(url, { path: '/t/optional', param })).flag).toBe(flag)
  })

  test('names the broken rule of each field', async () => {
    const fields = async (param: unknown) => {
      const answer = await rawCall(url, { path: '/t/anyone', param })
      return answer.flag === 0 ? {} : answer.data.fields
    }
    const message = (rule: string) => fieldMessage('en-us', rule)
    expect(await fields({})).toEqual({ text: message('REQUIRED') })
    expect(await fields({ text: 7 })).toEqual({ text: message('INVALID') })
    expect(await fields({ text: ['a'] })).toEqual({ text: message('INVALID') })
    expect(await fields({ text: 'abcdef' })).toEqual({ text: message('TOO_LONG') })
    expect(await fields({ text: 'abc', toString: 1 })).toEqual({ toString: message('UNKNOWN_FIELD') })
  })
})

describe('failures', () => {
  test('answers a declared refusal; logs an undeclared one as a defect with an incident id', async () => {
    expect(code(await rawCall(url, { path: '/t/declared' }))).toBe('SOLD_OUT')
    for (const path of ['/t/undeclared', '/t/throws', '/t/misshapen']) {
      logged.length = 0
      const answer = await rawCall(url, { path })
      expect(answer.flag).toBe(1005)
      expect(JSON.stringify(answer)).not.toContain('secret')
      if (answer.flag === 0) throw new Error('unreachable')
      expect(answer.data).toMatchObject({ code: 'DEFECT', incident: expect.any(String) })
      expect(answer.data.message).toContain(answer.data.incident)
      expect(logged).toHaveLength(1)
      expect(logged[0]!.fields).toMatchObject({ requestId: answer.data.incident, path: `/api${path}` })
    }
  })

  test('answers UNAVAILABLE when the database is unreachable', async () => {
    expect(code(await rawCall(url, { path: '/t/outage' }))).toBe('UNAVAILABLE')
  })
})

describe('HTTP', () => {
  test('sets the security headers on every answer', async () => {
    const responses = [
      await postForm(`${url}/api/t/optional`, ''),
      await fetch(`${url}/plain`),
      await fetch(`${url}/nowhere`),
      await fetch(`${url}/api/t/optional`),
    ]
    for (const { headers } of responses) {
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toContain('max-age=')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('answers other methods and paths with 405, 404 or 500', async () => {
    const get = await fetch(`${url}/api/t/optional`)
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await fetch(`${url}/plain`, { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(`${url}/elsewhere`, { method: 'POST', body: 'x' })).status).toBe(405)
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
    const head = await fetch(`${url}/plain`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const hook = await fetch(`${url}/hooks/sandbox`, { method: 'POST', body: 'abc' })
    expect([hook.status, await hook.json()]).toEqual([202, { rest: 'sandbox', size: 3 }])
    const broken = await fetch(`${url}/broken`)
    expect([broken.status, await broken.text()]).toEqual([500, 'internal error\n'])
  })

  test('answers 413 to a body over 64 KiB, with and without content-length', async () => {
    const large = `param=${'x'.repeat(64 * 1024)}`
    expect((await postForm(`${url}/api/t/optional`, large)).status).toBe(413)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(`${url}/api/t/optional`, { method: 'POST' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject)
      // no content-length: the body is chunked
      request.write(large.slice(0, 40_000))
      request.end(large)
    })
    expect(status).toBe(413)
    expect((await postForm(`${url}/api/t/optional`, large.slice(0, 64 * 1024))).status).toBe(200)
  })

  test('uses the address that the trusted proxy appended', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }
    expect(await (await fetch(`${url}/address`, { headers })).json()).toEqual({ address: '203.0.113.9' })
    expect(await (await fetch(`${url}/address`)).json()).toEqual({ address: '127.0.0.1' })
  })

  test('survives a connection that does not speak HTTP', async () => {
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('\0\0nonsense\r\n\r\n'))
      socket.on('data', (data) => resolve(data.toString()))
      socket.on('error', reject)
    })
    expect(said).toContain('400 Bad Request')
    expect((await rawCall(url, { path: '/t/optional' })).flag).toBe(0)
  })

  test('answers too many calls with the seconds to wait', async () => {
    const limited = await start({ limiter: createLimiter(() => 0) })
    const call = { path: '/t/optional', session }
    for (let i = 0; i < 300; i++) expect((await rawCall(limited.url, call)).flag).toBe(0)
    expect(await rawCall(limited.url, call)).toMatchObject({
      flag: 1005,
      data: {
        code: 'TOO_MANY_CALLS',
        retryAfter: 1,
        message: codeMessage('en-us', 'TOO_MANY_CALLS', { seconds: 1 }),
      },
    })
    await limited.server.close()
  })

  test('limits plain routes and streams per address, each by itself, and not calls', async () => {
    const taken: string[] = []
    const limiter: Limiter = {
      take(rate, key) {
        taken.push(`${rate} ${key}`)
        return taken.filter((one) => one === `${rate} ${key}`).length > 2 ? 7 : 0
      },
    }
    const limited = await start({ limiter })
    const ask = async (path: string, from: string, method = 'GET') => {
      const body = method === 'POST' ? { body: 'x'.repeat(1_000) } : {}
      const response = await fetch(limited.url + path, {
        method,
        headers: { 'x-forwarded-for': from },
        ...body,
      })
      await response.text()
      return [response.status, response.headers.get('retry-after')]
    }
    expect(await ask('/plain', '203.0.113.1')).toEqual([200, null])
    expect(await ask('/hooks/x', '203.0.113.1', 'POST')).toEqual([202, null])
    expect(await ask('/plain', '203.0.113.1')).toEqual([429, '7'])
    expect(await ask('/hooks/x', '203.0.113.1', 'POST')).toEqual([429, '7'])
    expect(await ask('/plain', '203.0.113.2'), 'another address').toEqual([200, null])
    expect(await ask('/stream', '203.0.113.1'), 'streams are counted apart').toEqual([404, null])
    await ask('/stream', '203.0.113.1')
    expect(await ask('/stream', '203.0.113.1')).toEqual([429, '7'])
    expect((await rawCall(limited.url, { path: '/t/optional', session })).flag).toBe(0)
    await limited.server.close()
  })

  test('does not limit plain routes for this machine in a sandbox', async () => {
    const limited = await start({ limiter: { take: () => 7 }, trustLoopback: true })
    expect((await fetch(`${limited.url}/plain`)).status).toBe(200)
    const from = { 'x-forwarded-for': '203.0.113.1' }
    expect((await fetch(`${limited.url}/plain`, { headers: from })).status).toBe(429)
    await limited.server.close()
  })

  test('limits large answers per address, for all callers, and nothing else', async () => {
    const limited = await start({ limiter: createLimiter(() => 0) })
    for (let i = 0; i < RATES.proofAddress.calls; i++) {
      const call = { path: '/t/large', session: i % 2 ? session : null }
      expect((await rawCall(limited.url, call)).flag).toBe(0)
    }
    for (const from of [session, null]) {
      expect(await rawCall(limited.url, { path: '/t/large', session: from })).toMatchObject({
        data: { code: 'TOO_MANY_CALLS' },
      })
      expect((await rawCall(limited.url, { path: '/t/optional', session: from })).flag).toBe(0)
    }
    await limited.server.close()
  })

  test('cuts a client that does not read its answer', async () => {
    const stalled = await start({ stallMs: 400 })
    const accepted = new Promise<Socket>((resolve) => stalled.server.server.once('connection', resolve))
    const deaf = connect(stalled.port, '127.0.0.1').pause()
    deaf.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    const socket = await accepted
    await new Promise((resolve) => socket.once('close', resolve))
    expect(socket.bytesWritten).toBeGreaterThan(0)
    deaf.destroy()

    expect(await (await fetch(`${stalled.url}/large`)).json()).toBe(LARGE)
    await stalled.server.close()
  }, 20_000)

  test('an idle connection stays longer than any proxy of the documentation keeps it', async () => {
    const { headers } = await fetch(`${url}/plain`)
    const caddySeconds = 120
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(caddySeconds)
  })

  test('closing finishes running calls and refuses new ones', async () => {
    const closing = await start()
    const running = rawCall(closing.url, { path: '/t/slow' })
    while (!release) await new Promise((resolve) => setImmediate(resolve))
    const closed = closing.server.close()
    await expect(rawCall(closing.url, { path: '/t/optional' })).rejects.toThrow()
    release()
    expect(await running).toEqual({ flag: 0, data: { who: 'slow' } })
    await closed
  })

  test('closing does not wait for unused connections', async () => {
    const closing = await start()
    const accepted = new Promise((resolve) => closing.server.server.once('connection', resolve))
    const silent = connect(Number(new URL(closing.url).port), '127.0.0.1')
    const gone = new Promise((resolve) => silent.once('close', resolve))
    await accepted
    await closing.server.close()
    await gone
  }, 10_000)
})
