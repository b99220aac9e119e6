import { beforeEach, expect, test, vi } from 'vitest'
import { keepNext, keptNext, takePurchase } from './recharge-next.ts'

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
})

const goods = '/pages/goods/goods?issue=M1-0001'

test('keeps the return address for one recharge only', () => {
  keepNext('a', goods)
  expect(keptNext('a')).toBe(goods)
  expect(keptNext('b')).toBeUndefined()
  keepNext('b', undefined)
  expect(keptNext('a')).toBeUndefined()
})

test('ignores a return address outside the app', () => {
  keepNext('a', '//elsewhere.example/')
  expect(keptNext('a')).toBeUndefined()
  store.set('fairlot.recharge-next', '{broken')
  expect(keptNext('a')).toBeUndefined()
})

test('works without a return address when storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepNext('a', goods)
  expect(keptNext('a')).toBeUndefined()
})

test('a purchase is returned to once, and another page only by its button', () => {
  keepNext('a', goods)
  expect(takePurchase('b')).toBeUndefined()
  expect(takePurchase('a')).toBe(goods)
  expect(takePurchase('a')).toBeUndefined()
  keepNext('a', '/')
  expect(takePurchase('a')).toBeUndefined()
  expect(keptNext('a')).toBe('/')
})
