// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { CallError } from '@fairlot/contract/client'
import { CODES } from '@fairlot/contract/flags'
import type { Code, Failure } from '@fairlot/contract/flags'
import * as refusals from './refusals.ts'

const refused = (code: Code, more: Partial<Failure> = {}) =>
  new CallError(CODES[code], { code, message: `the message of ${code}`, ...more })

test('places a refusal at its field and announces only the rest', () => {
  const placed = refusals.placedIn(['phone', 'code'])
  expect(placed(refused('CODE_WRONG', { fields: { code: 'wrong' } }))).toBe(true)
  expect(placed(refused('INPUT_INVALID', { fields: { code: 'wrong', surprise: 'no' } }))).toBe(false)
  expect(placed(refused('LOGIN_FAILED'))).toBe(true)
  expect(placed(refused('CODE_TOO_SOON', { retryAfter: 42 }))).toBe(true)
  expect(placed(refused('DEFECT', { incident: '8F2K' }))).toBe(false)
  expect(placed(refused('SESSION_ENDED'))).toBe(false)
})

test('locks the button for the seconds that the server names; announces a delay without a time', () => {
  const delayed = refused('LOGIN_DELAYED', { retryAfter: 30 })
  expect(refusals.waitOf(delayed)).toBe(30)
  expect(refusals.placedIn([])(delayed)).toBe(true)
  expect(refusals.waitOf(refused('TOO_MANY_CALLS'))).toBe(0)
  expect(refusals.placedIn([])(refused('TOO_MANY_CALLS'))).toBe(false)
  expect(refusals.waitOf(refused('CODE_WRONG', { retryAfter: 5 }))).toBe(0)
  expect(refusals.waitOf(new Error('the network failed'))).toBe(0)
})

test('places messages at the fields that the form has', () => {
  const setError = vi.fn<(name: string, error: { message?: string }) => void>()
  const error = refused('INPUT_INVALID', { fields: { phone: 'not a number', other: 'unknown' } })
  refusals.showFields<{ phone: string; code: string }>({ setError }, error, ['phone', 'code'])
  expect(setError.mock.calls).toEqual([['phone', { type: 'server', message: 'not a number' }]])
})
