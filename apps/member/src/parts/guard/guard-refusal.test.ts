import { buy } from '@fairlot/contract/endpoints/mall/orders'
import { openRecharge } from '@fairlot/contract/endpoints/wallet'
import { describe, expect, test } from 'vitest'
import { helpFor, isGuardRefusal } from './guard-refusal.ts'

describe("refusals by the member's own protection", () => {
  test('are separate from refusals by the sale', () => {
    expect(buy.errors.filter(isGuardRefusal).toSorted()).toEqual([
      'ACCOUNT_CLOSING',
      'COUNTRY_NOT_SERVED',
      'EXCLUDED',
      'FROZEN',
      'LOSS_LIMIT',
      'MODULE_OFF',
      'SPEND_LIMIT',
      'TIME_LIMIT',
    ])
    expect(openRecharge.errors.filter(isGuardRefusal).toSorted()).toEqual([
      'ACCOUNT_CLOSING',
      'COUNTRY_NOT_SERVED',
      'DEPOSIT_LIMIT',
      'EXCLUDED',
      'FROZEN',
      'MODULE_OFF',
      'TIME_LIMIT',
    ])
  })
  test('link to the page that helps', () => {
    expect(helpFor('LOSS_LIMIT')).toBe('limits')
    expect(helpFor('EXCLUDED')).toBe('break')
    expect(helpFor('ACCOUNT_CLOSING')).toBe('closing')
    expect(helpFor('MODULE_OFF')).toBeNull()
    expect(helpFor('SOLD_OUT')).toBeNull()
  })
})
