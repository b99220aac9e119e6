import { describe, expect, it } from 'vitest'
import { countries, read } from './phones.ts'

describe('phone numbers', () => {
  it('reads a national number in its country', () => {
    expect(read('01712-345678', 'BD')).toMatchObject({ e164: '+8801712345678', possible: true })
  })

  it('follows a country code that was pasted', () => {
    expect(read('+966 50 123 4567', 'BD')).toMatchObject({ e164: '+966501234567', country: 'SA' })
  })

  it('keeps what cannot be a number, and says so', () => {
    expect(read('12', 'BD').possible).toBe(false)
    expect(read('', 'BD')).toEqual({ e164: '', national: '', country: undefined, possible: false })
  })

  it('names countries in the language, and only those allowed', () => {
    expect(
      countries('bn-bd', ['BD', 'SA'])
        .map(({ country }) => country)
        .toSorted(),
    ).toEqual(['BD', 'SA'])
    expect(countries('ar-sa', ['SA'])[0]).toMatchObject({ code: '966' })
  })
})
