// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useAmount } from './use-amount.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The hook with an address that a test can change from outside. */
function amount(first: number | undefined, writes = true) {
  const written: number[] = []
  const write = (quantity: number) => written.push(quantity)
  const { result, rerender } = renderHook(
    ({ address }: { address: number | undefined }) => useAmount(address, writes, write),
    { initialProps: { address: first } },
  )
  return {
    written,
    shown: () => result.current[0],
    choose: (quantity: number) => act(() => result.current[1](quantity)),
    address: (quantity: number | undefined) => rerender({ address: quantity }),
    rest: () =>
      act(() => {
        vi.advanceTimersByTime(1_000)
      }),
  }
}

describe('the amount of a purchase', () => {
  test('shows at once, and the first change goes into the address at once', () => {
    const { choose, shown, written } = amount(3)
    choose(4)
    expect(shown()).toBe(4)
    expect(written).toEqual([4])
  })

  test('of many changes in a row the last one goes into the address', () => {
    const { address, choose, shown, rest, written } = amount(3)
    choose(4)
    address(4)
    for (const quantity of [5, 6, 7]) choose(quantity)
    expect(shown()).toBe(7)
    expect(written).toEqual([4])
    rest()
    expect(written).toEqual([4, 7])
  })

  test('follows an address that changes from outside', () => {
    const { address, shown } = amount(3)
    address(8)
    expect(shown()).toBe(8)
  })

  test('follows the address back to a quantity that the page has written itself', () => {
    const { address, choose, rest, shown } = amount(3)
    choose(4)
    rest()
    address(4)
    address(3)
    address(4)
    expect(shown()).toBe(4)
    address(3)
    expect(shown()).toBe(3)
  })

  test('does not go back when its own change arrives late', () => {
    const { address, choose, rest, shown } = amount(3)
    choose(4)
    rest()
    choose(5)
    address(4)
    expect(shown()).toBe(5)
  })

  test('does not go back when two of its own changes arrive late', () => {
    const { address, choose, rest, shown } = amount(3)
    choose(4)
    rest()
    choose(2)
    rest()
    address(4)
    expect(shown()).toBe(2)
    address(2)
    expect(shown()).toBe(2)
  })

  test('stays when the form closes, and a closed form writes nothing', () => {
    const open = amount(3)
    open.address(undefined)
    expect(open.shown()).toBe(3)
    const closed = amount(undefined, false)
    closed.choose(5)
    closed.rest()
    expect(closed.written).toEqual([])
  })
})
