import { expect, test } from 'vitest'
import { codeMessage } from './messages.ts'

test('replaces placeholders in messages by values', () => {
  expect(codeMessage('en-us', 'SPEND_LIMIT', { left: '₫2' })).toContain('still spend ₫2.')
})

test('isolates values in Arabic messages', () => {
  expect(codeMessage('ar-sa', 'SPEND_LIMIT', { left: '₫2' })).toContain('\u2068₫2\u2069.')
  expect(codeMessage('ar-sa', 'TOO_EARLY', { hours: 5 })).toContain('\u20685\u2069')
})

test('keeps a placeholder that has no value', () => {
  expect(codeMessage('ar-sa', 'SPEND_LIMIT')).toContain('{left}')
})
