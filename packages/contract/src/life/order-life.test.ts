import { expect, test } from 'vitest'
import {
  canStep,
  DISPUTE_ANSWERS,
  ISSUE_LIFE,
  ISSUE_STATUSES,
  OPEN_PRIZES,
  ORDER_LIFE,
  ORDER_STATUSES,
  ORDER_STEPS,
  ORDER_TABS,
  PRIZE_STATUSES,
} from './order-life.ts'

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

test('the steps of a prize take exactly the ways of its life, besides cash that is complete at the draw', () => {
  const steps = new Set(
    Object.values(ORDER_STEPS).flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`)),
  )
  const life = new Set(
    PRIZE_STATUSES.flatMap((state) => ORDER_LIFE[state].map((next) => `${state} → ${next}`)),
  )
  life.delete('won → completed')
  expect([...steps].toSorted()).toEqual([...life].toSorted())
})

test('a prize that has ended takes no step, and every other one has a step of a person or the clock', () => {
  const open: readonly string[] = OPEN_PRIZES
  for (const status of PRIZE_STATUSES) {
    const steps = (Object.keys(ORDER_STEPS) as (keyof typeof ORDER_STEPS)[]).filter((step) =>
      canStep(status, step),
    )
    expect([status, steps.length > 0]).toEqual([status, open.includes(status)])
  }
  for (const answer of DISPUTE_ANSWERS) expect(ORDER_STEPS[answer].from).toEqual(['disputed'])
})
