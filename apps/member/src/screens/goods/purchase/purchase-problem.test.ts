import { CallError, TransportError } from '@fairlot/contract/client'
import { CODES } from '@fairlot/contract/flags'
import type { Code } from '@fairlot/contract/flags'
import { describe, expect, test } from 'vitest'
import { problemOf } from './purchase-problem.ts'

const refused = (code: Code) => new CallError(CODES[code], { code, message: `message of ${code}` })

describe('the problem after a failed purchase', () => {
  test.each([
    'SOLD_OUT',
    'NOT_ENOUGH_SHARES',
    'OVER_MEMBER_CAP',
    'REQUEST_ID_REUSED',
    'SPEND_LIMIT',
    'EXCLUDED',
  ] as const)('takes %s as "nothing was bought"', (code) => {
    expect(problemOf(refused(code), 3)).toEqual({ kind: 'refused', code, message: `message of ${code}` })
  })
  test.each(['REALITY_CHECK', 'INSUFFICIENT_BALANCE', 'VIP_REQUIRED', 'SESSION_ENDED'] as const)(
    'is none for %s, whose reaction asks or leads elsewhere',
    (code) => {
      expect(problemOf(refused(code), 3)).toBeNull()
    },
  )
  test.each(['PENDING', 'DEFECT'] as const)('is open after %s, for this quantity only', (code) => {
    expect(problemOf(refused(code), 3)).toEqual({ kind: 'open', quantity: 3, message: `message of ${code}` })
  })
  test('is open after a lost answer', () => {
    expect(problemOf(new TransportError('the network failed'), 7)).toEqual({
      kind: 'open',
      quantity: 7,
      message: null,
    })
  })
})
