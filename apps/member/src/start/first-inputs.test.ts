import { expect, test } from 'vitest'
import { inputOf } from '../screens/mall/filters.ts'
import { FIRST_FILTERS, FIRST_GOODS } from './first-inputs.ts'

test('the early calls of the mall have the text of its own calls', () => {
  expect(JSON.stringify(FIRST_FILTERS)).toBe(JSON.stringify(inputOf({})))
  expect(JSON.stringify(FIRST_GOODS)).toBe(
    JSON.stringify({ ...inputOf({}), sort: 'closing', status: 'selling' }),
  )
})
