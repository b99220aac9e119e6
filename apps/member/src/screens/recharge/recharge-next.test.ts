import { beforeEach, expect, test, vi } from 'vitest'
import { keepNext, keptNext } from './recharge-next.ts'

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

test('the way on belongs to one recharge', () => {
  keepNext('a', goods)
  expect(keptNext('a')).toBe(goods)
  expect(keptNext('b')).toBeUndefined()
  keepNext('b', undefined)
  expect(keptNext('a')).toBeUndefined()
})

test('what is not a path of the app is not followed', () => {
  keepNext('a', '//elsewhere.example/')
  expect(keptNext('a')).toBeUndefined()
  store.set('fairlot.recharge-next', '{broken')
  expect(keptNext('a')).toBeUndefined()
})

test('a browser without storage has no way on, and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepNext('a', goods)
  expect(keptNext('a')).toBeUndefined()
})
