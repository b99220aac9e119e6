import { describe, expect, test } from 'vitest'
import { purchaseId } from './purchase-id.ts'

describe('the id of a purchase', () => {
  const member = '00000000-0000-4000-8000-000000000001'
  const v4 = 'a5f1a2b3-c4d5-4e6f-8a9b-0c1d2e3f4a5b'
  const v7 = '0199f0e1-d2c3-7abc-8def-0123456789ab'

  test('is a hash of member and request id, whatever the case of the request id', () => {
    expect(purchaseId(member, v4)).toBe('d726d8a8-699c-848f-a810-efd8dc6e5b91')
    expect(purchaseId(member, v4.toUpperCase())).toBe(purchaseId(member, v4))
    expect(purchaseId(member, v7.toUpperCase())).toBe(purchaseId(member, v7))
  })

  test('begins with the time of a request id of version 7, and differs between members', () => {
    const other = member.replace(/1$/, '2')
    expect(purchaseId(member, v7)).toMatch(/^0199f0e1-d2c3-8/)
    expect(purchaseId(other, v7)).toMatch(/^0199f0e1-d2c3-8/)
    expect(purchaseId(other, v7)).not.toBe(purchaseId(member, v7))
  })
})
