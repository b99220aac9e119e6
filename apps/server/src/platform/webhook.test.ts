import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTICE_WINDOW_SECONDS, NoticeRefused, signNotice, verifyNotice } from './webhook.ts'

const secret = new Uint8Array(32).fill(7)
const now = 1_800_000_000_000

function fault(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof NoticeRefused) return error.fault
    throw error
  }
  return 'none'
}

describe('signed notices', () => {
  test('have the signature of the worked example', () => {
    expect(signNotice(secret, 'evt_1', now, '{"a":1}')).toEqual({
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1800000000',
      'webhook-signature': 'v1,yDpesPWQu6niUQRIpFwO2w7nJqK9Bd7ZOFxf2V74skM=',
    })
  })

  test('verify for the signed text, and not with a changed byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(), (body, at) => {
        const headers = signNotice(secret, 'evt_1', now, body)
        const bytes = Buffer.from(body)
        expect(verifyNotice(secret, headers, bytes, now)).toBe('evt_1')
        bytes[at % bytes.length]! ^= 1
        expect(fault(() => verifyNotice(secret, headers, bytes, now))).toBe('signature')
      }),
      { numRuns: 1_000 },
    )
  })

  test('are refused with another id, time, key or signature', () => {
    const body = Buffer.from('{}')
    const headers = signNotice(secret, 'evt_1', now, '{}')
    const check = (changed: Record<string, string>, key = secret) =>
      fault(() => verifyNotice(key, { ...headers, ...changed }, body, now))
    expect(check({})).toBe('none')
    expect(check({ 'webhook-id': 'evt_2' })).toBe('signature')
    expect(check({ 'webhook-timestamp': '1800000001' })).toBe('signature')
    expect(check({}, new Uint8Array(32))).toBe('signature')
    expect(check({ 'webhook-signature': 'v1,' })).toBe('signature')
    expect(check({ 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') })).toBe(
      'signature',
    )
    expect(check({ 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` })).toBe('none')
    expect(check({ 'webhook-timestamp': '1e9' })).toBe('malformed')
    expect(fault(() => verifyNotice(secret, {}, body, now))).toBe('malformed')
  })

  test('are refused more than 300 seconds before or after the server time', () => {
    const headers = signNotice(secret, 'evt_1', now, '{}')
    const at = (seconds: number) =>
      fault(() => verifyNotice(secret, headers, Buffer.from('{}'), now + seconds * 1_000))
    expect([0, NOTICE_WINDOW_SECONDS, -NOTICE_WINDOW_SECONDS].map(at)).toEqual(['none', 'none', 'none'])
    expect([NOTICE_WINDOW_SECONDS + 1, -NOTICE_WINDOW_SECONDS - 1].map(at)).toEqual(['stale', 'stale'])
  })
})
