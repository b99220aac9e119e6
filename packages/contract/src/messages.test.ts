import { expect, test } from 'vitest'
import { codeMessage } from './messages.ts'

test('puts values into messages', () => {
  expect(codeMessage('en-us', 'SPEND_LIMIT', { left: '₫2' })).toContain('still spend ₫2.')
})

test('keeps values in their own order inside Arabic', () => {
  expect(codeMessage('ar-sa', 'SPEND_LIMIT', { left: '₫2' })).toContain('\u2068₫2\u2069.')
  expect(codeMessage('ar-sa', 'TOO_EARLY', { hours: 5 })).toContain('\u20685\u2069')
})

test('leaves a hole without a value as it is', () => {
  expect(codeMessage('ar-sa', 'SPEND_LIMIT')).toContain('{left}')
})
