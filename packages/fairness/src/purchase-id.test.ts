import { describe, expect, test } from 'vitest'
import { purchaseId } from './purchase-id.ts'

const MEMBER = '0190c2a4-5b1e-7c3a-9f00-1a2b3c4d5e6f'
const V4 = '0f8fad5b-d9cb-469f-a165-70867728950e'
const V7 = '0190c2a4-6000-7c3a-8f00-0a0b0c0d0e0f'

describe('the id of a purchase', () => {
  test('is the worked value of a request id of version 4, in any case', () => {
    expect(purchaseId(MEMBER, V4)).toBe('3743945c-1c12-854a-8c10-14417be2cdc8')
    expect(purchaseId(MEMBER, V4.toUpperCase())).toBe(purchaseId(MEMBER, V4))
  })

  test('is the worked value of a request id of version 7, and begins with its time', () => {
    expect(purchaseId(MEMBER, V7)).toBe('0190c2a4-6000-8a6f-ae9f-78dfcbe8d529')
    expect(purchaseId(MEMBER, V7.toUpperCase())).toBe(purchaseId(MEMBER, V7))
  })

  test('differs between members with the same request id', () => {
    const other = MEMBER.replace(/f$/, 'e')
    expect(purchaseId(other, V4)).not.toBe(purchaseId(MEMBER, V4))
    expect(purchaseId(other, V7)).toMatch(/^0190c2a4-6000-8/)
    expect(purchaseId(other, V7)).not.toBe(purchaseId(MEMBER, V7))
  })

  test('is a UUID of version 8', () => {
    const ids = Array.from({ length: 64 }, (_, n) => purchaseId(MEMBER, V4.replace(/..$/, `${10 + n}`)))
    expect(new Set(ids).size).toBe(64)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
