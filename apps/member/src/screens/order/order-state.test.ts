import { ORDER_STATUSES } from '@fairlot/contract/life/order-life'
import { describe, expect, test } from 'vitest'
import { askAgainAfter, askAllAgainAfter, codeRange, nextStep } from './order-state.ts'

const state = (
  status: (typeof ORDER_STATUSES)[number],
  card: 'selling' | 'sold_out' | 'drawn' = 'drawn',
) => ({
  status,
  card: { status: card },
})

describe('nextStep', () => {
  test('links to the issue while it sells, to the draw once sold out, then to the calculation', () => {
    expect(nextStep(state('awaiting_draw', 'selling'))).toBe('progress')
    expect(nextStep(state('awaiting_draw', 'sold_out'))).toBe('watch')
    expect(nextStep(state('awaiting_draw', 'drawn'))).toBe('watch')
    expect(nextStep(state('won'))).toBe('prize')
    expect(nextStep(state('in_delivery'))).toBe('follow')
    expect(nextStep(state('recycled'))).toBe('calculation')
    expect(nextStep(state('not_won'))).toBe('calculation')
    expect(nextStep(state('refunded', 'selling'))).toBe('again')
  })
})

describe('polling an order', () => {
  test('stops in a final state', () => {
    for (const status of ['won', 'not_won', 'refunded'] as const) {
      expect(askAgainAfter(state(status))).toBe(false)
    }
    expect(askAllAgainAfter([state('won'), state('refunded')])).toBe(false)
    expect(askAllAgainAfter([])).toBe(false)
  })

  test('polls as often as the most urgent order needs', () => {
    const selling = askAgainAfter(state('awaiting_draw', 'selling'))
    const drawing = askAgainAfter(state('awaiting_draw', 'sold_out'))
    expect(drawing).toBeLessThan(Number(selling))
    expect(
      askAllAgainAfter([state('won'), state('awaiting_draw', 'selling'), state('awaiting_draw', 'sold_out')]),
    ).toBe(drawing)
  })
})

test('writes codes as a range, and a single code alone', () => {
  expect([codeRange(1_000_001, 12), codeRange(1_000_009, 1)]).toEqual(['1000001–1000012', '1000009'])
})
