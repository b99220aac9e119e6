import { expect, test } from 'vitest'
import { uuidv7 } from './uuid.ts'

test('begins with the time and carries version and variant', () => {
  const id = uuidv7(0x0123_4567_89ab)
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('two ids of one millisecond differ', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => uuidv7(1_767_225_600_000))).size).toBe(1_000)
})
