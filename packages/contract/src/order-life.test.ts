import { expect, test } from 'vitest'
import { ISSUE_LIFE, ISSUE_STATUSES, ORDER_LIFE, ORDER_STATUSES, ORDER_TABS } from './order-life.ts'

/** Every state that the table leads to from its first one. */
function reachable<State extends string>(
  first: State,
  life: Readonly<Record<State, readonly State[]>>,
): State[] {
  const reached = new Set([first])
  for (const state of reached) for (const next of life[state]) reached.add(next)
  return [...reached]
}

test('every status of an issue can be reached from scheduled', () => {
  expect(reachable('scheduled', ISSUE_LIFE).toSorted()).toEqual(ISSUE_STATUSES.toSorted())
})

test('every status of an order can be reached from processing, and has a tab', () => {
  expect(reachable('processing', ORDER_LIFE).toSorted()).toEqual(ORDER_STATUSES.toSorted())
  expect(new Set(Object.values(ORDER_TABS).flatMap((tab) => tab ?? []))).toEqual(new Set(ORDER_STATUSES))
})
