import { expect, test } from 'vitest'
import { breaking, defaultQuorum, isEnoughForMoney, isQuorum, together } from './quorum.ts'

test('the quorum where no other is chosen is a quorum, and two thirds of the witnesses are below it', () => {
  for (let n = 1; n <= 16; n++) {
    const k = defaultQuorum(n)
    expect(isQuorum(n, k)).toBe(true)
    expect(3 * k > 2 * n || k === n).toBe(true)
    expect(k === 1 || 3 * (k - 1) <= 2 * n).toBe(true)
  }
})

test('two histories with a quorum each share X witnesses, and f silent ones leave no quorum', () => {
  for (let n = 1; n <= 16; n++) {
    for (let k = 1; k <= n; k++) {
      expect(isQuorum(n, k)).toBe(together(n, k) >= 1)
      expect(n - breaking(n, k)).toBe(k - 1)
    }
  }
  expect([0, 1, 4].map((k) => isQuorum(3, k))).toEqual([false, false, false])
})

test('real money needs two witnesses who would have to lie, and one more than the house runs', () => {
  expect(isEnoughForMoney(1, 1, 0)).toBe(false)
  expect(isEnoughForMoney(2, 2, 0)).toBe(true)
  expect(isEnoughForMoney(4, 3, 1)).toBe(true)
  expect(isEnoughForMoney(4, 3, 2)).toBe(false)
  expect(isEnoughForMoney(3, 2, 0)).toBe(false)
})
