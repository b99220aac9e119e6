import { ORDER_STATUSES } from '@fairlot/contract/order-life'
import { describe, expect, it } from 'vitest'
import { askAgainAfter, askAllAgainAfter, codeRange, nextStep } from './order-state.ts'

const state = (
  status: (typeof ORDER_STATUSES)[number],
  card: 'selling' | 'sold_out' | 'drawn' = 'drawn',
) => ({
  status,
  card: { status: card },
})

describe('nextStep', () => {
  it('leads to the issue while it sells, to the draw once it is sold out, then to the calculation', () => {
    expect(nextStep(state('awaiting_draw', 'selling'))).toBe('progress')
    expect(nextStep(state('awaiting_draw', 'sold_out'))).toBe('watch')
    expect(nextStep(state('awaiting_draw', 'drawn'))).toBe('watch')
    expect(nextStep(state('won'))).toBe('calculation')
    expect(nextStep(state('not_won'))).toBe('calculation')
    expect(nextStep(state('refunded', 'selling'))).toBe('again')
  })
})

describe('asking again', () => {
  it('ends with the state that cannot change any more', () => {
    for (const status of ['won', 'not_won', 'refunded'] as const) {
      expect(askAgainAfter(state(status))).toBe(false)
    }
    expect(askAllAgainAfter([state('won'), state('refunded')])).toBe(false)
    expect(askAllAgainAfter([])).toBe(false)
  })

  it('follows the most impatient order', () => {
    const selling = askAgainAfter(state('awaiting_draw', 'selling'))
    const drawing = askAgainAfter(state('awaiting_draw', 'sold_out'))
    expect(drawing).toBeLessThan(Number(selling))
    expect(
      askAllAgainAfter([state('won'), state('awaiting_draw', 'selling'), state('awaiting_draw', 'sold_out')]),
    ).toBe(drawing)
  })
})

it('writes codes as a range, or the only one', () => {
  expect([codeRange(1_000_001, 12), codeRange(1_000_009, 1)]).toEqual(['1000001–1000012', '1000009'])
})
