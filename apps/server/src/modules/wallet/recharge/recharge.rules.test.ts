import {
  RECHARGE_LIFE,
  RECHARGE_REASONS,
  RECHARGE_STATES,
  type RechargeState,
} from '@fairlot/contract/life/recharge-life'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayAmount } from '../display.ts'
import { checkTransition, decideNotice, rechargeNumber, type RechargeFacts } from './recharge.rules.ts'

const notices = fc.record({
  type: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
  amount: fc.constantFrom(500n, 499n),
  currency: fc.constantFrom('VND', 'USD'),
})

test('of any sequence of notices at most one credits, and only for the right amount', () => {
  fc.assert(
    fc.property(fc.array(notices, { maxLength: 12 }), (story) => {
      let recharge: RechargeFacts = { state: 'processing', reason: null, amount: 500n, currency: 'VND' }
      let credits = 0
      for (const notice of story) {
        const { outcome, next } = decideNotice(recharge, notice)
        expect(next?.state === 'success').toBe(outcome === 'credited' || outcome === 'credited_late')
        if (!next) continue
        checkTransition(recharge.state, next.state)
        if (next.state === 'success') {
          credits++
          expect(notice).toEqual({ type: 'succeeded', amount: 500n, currency: 'VND' })
        }
        recharge = { ...recharge, ...next }
      }
      expect(credits).toBe(recharge.state === 'success' ? 1 : 0)
    }),
    { numRuns: 2_000 },
  )
})

test('a payment of the right amount is credited in every state, except after a mismatch', () => {
  for (const state of RECHARGE_STATES) {
    for (const reason of state === 'failed' ? RECHARGE_REASONS : [null]) {
      const { outcome } = decideNotice(
        { state, reason, amount: 500n, currency: 'VND' },
        { type: 'succeeded', amount: 500n, currency: 'VND' },
      )
      const expected = {
        processing: 'credited',
        success: 'unchanged',
        failed: reason === 'amount_mismatch' ? 'mismatch' : 'credited_late',
      }[state]
      expect(outcome).toBe(expected)
    }
  }
})

test('every state can be reached from the first, and other transitions are refused', () => {
  const reached = new Set<RechargeState>(['processing'])
  for (const state of reached) for (const next of RECHARGE_LIFE[state]) reached.add(next)
  expect([...reached].toSorted()).toEqual([...RECHARGE_STATES].toSorted())
  expect(() => checkTransition('success', 'failed')).toThrow('does not go from success to failed')
})

test('the number for support has no letters that look like digits', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), (id) => {
      expect(rechargeNumber(id)).toMatch(/^R[0-9A-HJKMNP-TV-Z]{12}$/)
    }),
    { numRuns: 1_000 },
  )
  expect(rechargeNumber('00000000-0000-7000-8000-000000000021')).toBe('R000000000011')
})

test('amounts are shown in the marks of the language, and with decimals only when they have some', () => {
  const currency = { symbol: '₫', code: 'VND' }
  const shown = [1_000_000n, 10_000_000_000n, 12_345n, 500_5000n, 1n].map((minor) =>
    displayAmount(minor, currency, 'en-us'),
  )
  expect(shown).toEqual(['₫100', '₫1,000,000', '₫1.2345', '₫500.50', '₫0.0001'])
  expect(displayAmount(12_345_678_5000n, currency, 'vi-vn')).toBe('₫12.345.678,50')
  expect(displayAmount(12_345_678_5000n, currency, 'bn-bd')).toBe('₫1,23,45,678.50')
})
