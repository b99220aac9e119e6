import { expect, test, vi } from 'vitest'
import { merged } from './merged.ts'

const list = (times: readonly number[], hasMore: boolean) => ({
  items: times.map((createdAt) => ({ createdAt })),
  loading: false,
  failed: false,
  error: null,
  hasMore,
  loadingMore: false,
  moreFailed: false,
  loadMore: vi.fn<() => void>(),
  retry: vi.fn<() => void>(),
})
const timesOf = ({ items }: { items: { createdAt: number }[] }) => items.map(({ createdAt }) => createdAt)

test('shows the entries of two complete lists, newest first', () => {
  expect(timesOf(merged(list([9, 5, 1], false), list([8, 2], false)))).toEqual([9, 8, 5, 2, 1])
})

test('holds back what an entry of the other list may still precede, and loads that list first', () => {
  const [a, b] = [list([9, 8, 7], true), list([6, 2], true)]
  const both = merged(a, b)
  expect(timesOf(both)).toEqual([9, 8, 7])
  expect(both.hasMore).toBe(true)
  both.loadMore()
  expect(a.loadMore).toHaveBeenCalledOnce()
  expect(b.loadMore).not.toHaveBeenCalled()
})

test('shows the whole of a list when the other one is complete', () => {
  const both = merged(list([9, 3], false), list([6, 2], true))
  expect(timesOf(both)).toEqual([9, 6, 3, 2])
})

test('fails when one of the lists failed', () => {
  expect(merged({ ...list([], false), failed: true }, list([1], false)).failed).toBe(true)
})
