import { describe, expect, test } from 'vitest'
import { countries, read } from './phones.ts'

describe('phone numbers', () => {
  test('reads a national number in its country', () => {
    expect(read('01712-345678', 'BD')).toMatchObject({ e164: '+8801712345678', possible: true })
  })

  test('switches the country when a number with a country code is pasted', () => {
    expect(read('+966 50 123 4567', 'BD')).toMatchObject({ e164: '+966501234567', country: 'SA' })
  })

  test('keeps an impossible number and marks it as impossible', () => {
    expect(read('12', 'BD').possible).toBe(false)
    expect(read('', 'BD')).toEqual({ e164: '', national: '', country: undefined, possible: false })
  })

  test('lists only the allowed countries, named in the current language', () => {
    expect(
      countries('bn-bd', ['BD', 'SA'])
        .map(({ country }) => country)
        .toSorted(),
    ).toEqual(['BD', 'SA'])
    expect(countries('ar-sa', ['SA'])[0]).toMatchObject({ code: '966' })
  })
})
