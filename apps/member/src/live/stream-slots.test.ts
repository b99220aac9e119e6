import { expect, test } from 'vitest'
import { createSlots, SLOT_AGAIN_MS } from './stream-slots.ts'

function windows(count: number) {
  const kept = new Map<string, string>()
  const clock = { now: 1_000_000 }
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const all = Array.from({ length: count }, (_, n) => createSlots(storage, `w${n}`, () => clock.now))
  return { all, clock, kept }
}

test('three of seven windows hold a stream, and keep it', () => {
  const { all, clock } = windows(7)
  expect(all.map((one) => one.claim())).toEqual([true, true, true, false, false, false, false])
  clock.now += SLOT_AGAIN_MS
  expect(all.map((one) => one.claim())).toEqual([true, true, true, false, false, false, false])
})

test('a window that is closed gives its slot to another, also when it could not say so', () => {
  const { all, clock } = windows(5)
  for (const one of all) one.claim()
  all[0]!.release()
  expect(all[3]!.claim()).toBe(true)
  expect(all[4]!.claim()).toBe(false)
  clock.now += 3 * SLOT_AGAIN_MS
  expect(all[4]!.claim()).toBe(true)
})

test('damaged or blocked storage gives every window a stream', () => {
  const { all, kept } = windows(1)
  kept.set('fairlot.streams', '{')
  expect(all[0]!.claim()).toBe(true)
})
