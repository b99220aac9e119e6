import { expect, test } from 'vitest'
import { charactersOf } from './fonts.ts'

test('a range of the style sheet gives its characters, those at its ends too', () => {
  expect(charactersOf('U+20AB')).toBe('₫')
  expect(charactersOf('\n  U+0041-0043, U+00E9,\n  U+1EA0-1EA1')).toBe('ABCéẠạ')
})
