import { expect, test } from 'vitest'
import { createAttempts } from './attempts.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

test('keeps the id of the same input, also after a reload, until the outcome is known', () => {
  const tab = storage()
  const id = createAttempts(tab).open('/order/buy', 'm1', '{"quantity":2}')
  const reloaded = createAttempts(tab)
  expect(reloaded.open('/order/buy', 'm1', '{"quantity":2}')).toBe(id)
  reloaded.close('/order/buy')
  expect(createAttempts(tab).open('/order/buy', 'm1', '{"quantity":2}')).not.toBe(id)
})

test('makes a new id for another input, member, call or day', () => {
  const tab = storage()
  let now = 1_000
  const attempts = createAttempts(tab, () => now)
  const id = attempts.open('/order/buy', 'm1', 'a')
  expect(attempts.open('/user/recharge', 'm1', 'a')).not.toBe(id)
  expect(attempts.open('/order/buy', 'm1', 'a')).toBe(id)
  now += 11 * 60_000
  const later = attempts.open('/order/buy', 'm1', 'a')
  expect(later).not.toBe(id)
  const other = attempts.open('/order/buy', 'm2', 'a')
  expect(other).not.toBe(later)
  expect(attempts.open('/order/buy', 'm2', 'b')).not.toBe(other)
})

test('keeps one id per tap when storage is blocked or damaged', () => {
  const refusing = {
    getItem: (): string => {
      throw new Error('refused')
    },
    setItem: (): void => {
      throw new Error('refused')
    },
    removeItem: (): void => {
      throw new Error('refused')
    },
  }
  const attempts = createAttempts(refusing)
  const id = attempts.open('/order/buy', null, 'a')
  expect(attempts.open('/order/buy', null, 'a')).toBe(id)
  attempts.close('/order/buy')
  expect(attempts.open('/order/buy', null, 'a')).not.toBe(id)
  const nonsense = { ...storage(), getItem: () => '{"requestId":7}' }
  expect(createAttempts(nonsense).open('/order/buy', null, 'a')).toMatch(/^[0-9a-f-]{36}$/)
})

test('tells a call whose answer is lost to the next page, but none that is under way', () => {
  const attempts = createAttempts(storage())
  const requestId = attempts.open('/game/bet', 'm1', 'a')
  expect(attempts.left('/game/bet', 'm1')).toBeNull()
  attempts.lose('/game/bet')
  expect(attempts.left('/game/bet', 'm1')).toMatchObject({ input: 'a', requestId })
  expect(attempts.left('/game/bet', 'm2')).toBeNull()
  expect(attempts.open('/game/bet', 'm1', 'a')).toBe(requestId)
  expect(attempts.left('/game/bet', 'm1')).toBeNull()
})
