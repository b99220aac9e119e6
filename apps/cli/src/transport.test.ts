import { TransportError } from '@fairlot/contract/client'
import { describe, expect, test } from 'vitest'
import { createTransport, serverUrl } from './transport.ts'

type Sent = { url: string; init: RequestInit }

function transport(answer: () => Response | Promise<Response>) {
  const sent: Sent[] = []
  const tokens: (string | null)[] = []
  const send = createTransport({
    fetch: async (url, init) => {
      sent.push({ url: url as string, init: init! })
      return answer()
    },
    url: 'https://shop.example/desk',
    token: () => 'secret',
    onToken: (token) => tokens.push(token),
  })
  return { send, sent, tokens }
}

const cookieOf = ({ init }: Sent) => new Headers(init.headers).get('cookie')

describe('the transport', () => {
  test('sends the cookie with operator calls only, and follows no redirect', async () => {
    const { send, sent } = transport(() => Response.json({ flag: 0, data: {} }))
    expect(await send('/api/operator/me', 'a=b')).toEqual({ flag: 0, data: {} })
    await send('/api/index/getsystem', '')
    expect(sent.map(({ url }) => url)).toEqual([
      'https://shop.example/desk/api/operator/me',
      'https://shop.example/desk/api/index/getsystem',
    ])
    expect(sent.map(cookieOf)).toEqual(['__Host-fairlot-operator=secret', null])
    expect(sent.map(({ init }) => init.redirect)).toEqual(['error', 'error'])
  })

  test('reads the token that an answer sets or removes', async () => {
    const headers = new Headers()
    headers.append('set-cookie', 'other=x; Path=/')
    headers.append('set-cookie', '__Host-fairlot-operator=abc; Path=/; Secure; HttpOnly')
    const { send, tokens } = transport(() => Response.json({}, { headers }))
    await send('/api/operator/login', '')
    expect(tokens).toEqual(['abc'])
    headers.set('set-cookie', '__Host-fairlot-operator=; Max-Age=0; Path=/')
    await send('/api/operator/logout', '')
    expect(tokens).toEqual(['abc', null])
  })

  test('throws a TransportError for everything that is not an answer', async () => {
    const failures: (() => Response)[] = [
      () => new Response('not found', { status: 404 }),
      () => new Response('<html>'),
      () => {
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
      },
    ]
    for (const failure of failures) {
      await expect(transport(failure).send('/api/operator/me', '')).rejects.toThrow(TransportError)
    }
    await expect(transport(failures[2]!).send('/api/operator/me', '')).rejects.toThrow('ECONNREFUSED')
  })
})

test.each([
  ['https://shop.example/', 'https://shop.example'],
  ['https://shop.example:8443/desk/', 'https://shop.example:8443/desk'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.1.2.3', 'http://127.1.2.3'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('accepts the address %s', (text, url) => {
  expect(serverUrl(text, false)).toBe(url)
})

test.each([
  ['shop.example', 'is not a server address'],
  ['ftp://shop.example', 'is not a server address'],
  ['https://me:pw@shop.example', 'is not a server address'],
  ['https://shop.example?x', 'is not a server address'],
  ['http://shop.example', 'would be sent unencrypted'],
  ['http://127.0.0.1.evil.example', 'would be sent unencrypted'],
  ['http://localhost.evil.example', 'would be sent unencrypted'],
])('refuses the address %s', (text, problem) => {
  expect(() => serverUrl(text, false)).toThrow(problem)
})

test('allows unencrypted http to another machine with --insecure', () => {
  expect(serverUrl('http://10.0.0.2:8080', true)).toBe('http://10.0.0.2:8080')
})
