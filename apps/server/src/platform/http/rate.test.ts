import { expect, test } from 'vitest'
import { createLimiter, RATES } from './rate.ts'

test('allows a whole window at once, then refills evenly', () => {
  let now = 0
  const limiter = createLimiter(() => now)
  const { calls, perMs } = RATES.session
  for (let i = 0; i < calls; i++) expect(limiter.take('session', 'a')).toBe(0)
  expect(limiter.take('session', 'a')).toBe(1)
  // another key, and another limit of the same key, are not touched
  expect(limiter.take('session', 'b')).toBe(0)
  expect(limiter.take('buy', 'a')).toBe(0)
  now += perMs / calls
  expect(limiter.take('session', 'a')).toBe(0)
  expect(limiter.take('session', 'a')).toBe(1)
  now += 10 * perMs
  for (let i = 0; i < calls; i++) expect(limiter.take('session', 'a')).toBe(0)
  expect(limiter.take('session', 'a')).toBeGreaterThan(0)
})

test('allows a call after the wait that it returned', () => {
  let now = 0
  const limiter = createLimiter(() => now)
  for (let i = 0; i < RATES.loginAccount.calls; i++) limiter.take('loginAccount', 'a')
  const wait = limiter.take('loginAccount', 'a')
  expect(wait).toBe(6)
  now += wait * 1_000
  expect(limiter.take('loginAccount', 'a')).toBe(0)
})

test('forgets rare keys before frequent ones when there are too many', () => {
  const limiter = createLimiter(() => 0, 10)
  for (let i = 0; i < RATES.loginAccount.calls; i++) limiter.take('loginAccount', 'often')
  for (let i = 0; i < 1_000; i++) {
    limiter.take('loginAccount', `stranger ${i}`)
    if (i % 5 === 0) expect(limiter.take('loginAccount', 'often')).toBeGreaterThan(0)
  }
})
