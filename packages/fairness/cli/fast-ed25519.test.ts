import { expect, test } from 'vitest'
import { utf8 } from '../src/bytes.ts'
import { publicKeyOf, signBytes, verifyBytes } from '../src/signatures/ed25519.ts'
import { fastVerify } from './fast-ed25519.ts'

test('accepts and refuses the same signatures as the package', () => {
  const verify = fastVerify()
  const secrets = ['5c'.repeat(32), '77'.repeat(32)]
  for (const secret of secrets) {
    const key = publicKeyOf(secret)
    for (let i = 0; i < 6; i++) {
      const message = utf8(`message ${i}`)
      const signature = signBytes(secret, message)
      const cases = [
        [message, signature],
        [utf8('another'), signature],
        [message, signature.with(i, signature[i]! ^ 1)],
        [message, signature.subarray(1)],
        [
          message,
          signBytes(
            secrets.find((other) => other !== secret)!,
            message,
          ),
        ],
      ] as const
      for (const [said, by] of cases) expect(verify(key, said, by)).toBe(verifyBytes(key, said, by))
    }
  }
})

test('refuses a key of small order and a key that is no point', () => {
  const verify = fastVerify()
  const nothing = new Uint8Array(64)
  nothing[0] = 1
  for (const key of [`01${'00'.repeat(31)}`, 'ff'.repeat(32), '00'.repeat(31)]) {
    expect(verify(key, utf8('x'), nothing)).toBe(false)
    expect(verify(key, utf8('y'), nothing)).toBe(false)
  }
})
