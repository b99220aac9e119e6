import { TransportError } from '@fairlot/contract/client'
import { describe, expect, it, test } from 'vitest'
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
  it("sends the cookie with operators' calls alone, and follows no redirect", async () => {
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

  it('reads the token of a log in, and that one is taken back', async () => {
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

  it('makes one kind of error of everything that is no answer', async () => {
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
])('%s is an address', (text, url) => {
  expect(serverUrl(text, false)).toBe(url)
})

test.each([
  ['shop.example', 'is not the address of a server'],
  ['ftp://shop.example', 'is not the address of a server'],
  ['https://me:pw@shop.example', 'is not the address of a server'],
  ['https://shop.example?x', 'is not the address of a server'],
  ['http://shop.example', 'would travel in the clear'],
  ['http://127.0.0.1.evil.example', 'would travel in the clear'],
  ['http://localhost.evil.example', 'would travel in the clear'],
])('%s is refused', (text, problem) => {
  expect(() => serverUrl(text, false)).toThrow(problem)
})

test('plain http to another machine goes when that is meant', () => {
  expect(serverUrl('http://10.0.0.2:8080', true)).toBe('http://10.0.0.2:8080')
})
