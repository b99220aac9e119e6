import { CallError, TransportError } from '@fairlot/contract/client'
import { CODES } from '@fairlot/contract/flags'
import type { Code } from '@fairlot/contract/flags'
import { describe, expect, it } from 'vitest'
import { problemOf } from './purchase-problem.ts'

const refused = (code: Code) => new CallError(CODES[code], { code, message: `message of ${code}` })

describe('what a failed purchase means', () => {
  it.each([
    'SOLD_OUT',
    'NOT_ENOUGH_SHARES',
    'OVER_MEMBER_CAP',
    'INSUFFICIENT_BALANCE',
    'REQUEST_ID_REUSED',
    'SPEND_LIMIT',
    'SPENDING_STOPPED',
  ] as const)('takes %s as "nothing was bought"', (code) => {
    expect(problemOf(refused(code), 3)).toEqual({ kind: 'refused', code, message: `message of ${code}` })
  })
  it('leaves the reality check to its own dialog', () => {
    expect(problemOf(refused('REALITY_CHECK'), 3)).toBeNull()
  })
  it.each(['PENDING', 'DEFECT'] as const)('takes %s as "not known yet", for this quantity only', (code) => {
    expect(problemOf(refused(code), 3)).toEqual({ kind: 'open', quantity: 3, message: `message of ${code}` })
  })
  it('takes a lost answer as "not known yet"', () => {
    expect(problemOf(new TransportError('the network failed'), 7)).toEqual({
      kind: 'open',
      quantity: 7,
      message: null,
    })
  })
})
