import { describe, expect, test } from 'vitest'
import { readWithout } from './phone-without.ts'
import { countries, likelyCountries, otherCountry, read } from './phones.ts'

describe('phone numbers', () => {
  test('reads a national number in its country', () => {
    expect(read('01712-345678', 'BD')).toMatchObject({ e164: '+8801712345678', possible: true })
  })

  test.each(['০১৭১২-৩৪৫৬৭৮', '०१७१२ ३४५६७८', '٠١٧١٢٣٤٥٦٧٨'])('reads %s, typed in other digits', (text) => {
    expect(read(text, 'BD')).toMatchObject({ e164: '+8801712345678', possible: true })
  })

  test('switches the country when a number with a country code is pasted', () => {
    expect(read('+966 50 123 4567', 'BD')).toMatchObject({ e164: '+966501234567', country: 'SA' })
    expect(read('+966 50 123 4567', '')).toMatchObject({ e164: '+966501234567', country: 'SA' })
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

describe('the likely country', () => {
  const surroundings = {
    zone: 'UTC',
    languages: ['en-US', 'en'],
    app: 'en-us',
    deployment: 'en-us',
    allowed: [],
    own: '',
  }

  test('of a member is that of their number, not of the language or the time zone', () => {
    expect(likelyCountries({ ...surroundings, own: '+8801•••678' })).toEqual(['BD', 'US'])
    expect(likelyCountries({ ...surroundings, own: '+8801•••678', zone: 'Asia/Riyadh' })).toEqual([
      'BD',
      'SA',
      'US',
    ])
  })

  test('of a number whose code several countries share is the one that the surroundings name, else the largest', () => {
    const own = '+1416•••678'
    expect(likelyCountries({ ...surroundings, own, zone: 'America/Toronto' })[0]).toBe('CA')
    expect(likelyCountries({ ...surroundings, own, zone: 'Asia/Dhaka' })[0]).toBe('US')
    expect(likelyCountries({ ...surroundings, own: '+7916•••678' })[0]).toBe('RU')
    expect(likelyCountries({ ...surroundings, own: '+4479•••678' })[0]).toBe('GB')
  })

  test('is the country of the time zone, also for a browser in American English', () => {
    expect(likelyCountries({ ...surroundings, zone: 'Asia/Dhaka' })[0]).toBe('BD')
    expect(likelyCountries({ ...surroundings, zone: 'America/Sao_Paulo' })[0]).toBe('BR')
    expect(likelyCountries({ ...surroundings, zone: 'America/New_York' })[0]).toBe('US')
  })

  test('is the region of a language when the time zone names no country', () => {
    expect(likelyCountries({ ...surroundings, languages: ['en-US', 'ar-EG'], app: 'ar-sa' })).toEqual([
      'EG',
      'SA',
      'US',
    ])
  })

  test('is that of the deployment before that of American English', () => {
    expect(likelyCountries({ ...surroundings, deployment: 'vi-vn' })).toEqual(['VN', 'US'])
    expect(likelyCountries({ ...surroundings, languages: ['en'], app: 'en', deployment: 'x' })).toEqual([])
  })

  test('is one of those that may register', () => {
    expect(likelyCountries({ ...surroundings, zone: 'Asia/Dhaka', allowed: ['IN'] })).toEqual(['IN'])
    expect(likelyCountries({ ...surroundings, own: '+8801•••678', allowed: ['IN'] })).toEqual(['IN'])
  })
})

describe('a number of another country', () => {
  const likely = ['US', 'BD', 'IN']

  test('is recognised by its country code without a plus', () => {
    expect(otherCountry('8801712345678', 'US', [], 'en-us')).toEqual({
      country: 'BD',
      name: 'Bangladesh',
      code: '880',
      national: '1712345678',
    })
  })

  test('is recognised as a national number of a likely country', () => {
    expect(otherCountry('01712-345678', 'US', likely, 'en-us')).toMatchObject({ country: 'BD' })
    expect(otherCountry('98765 43210', 'VN', ['IN'], 'en-us')).toMatchObject({ country: 'IN' })
  })

  test('is not suspected in a number of the chosen country or in a few digits', () => {
    expect(otherCountry('01712-345678', 'BD', likely, 'en-us')).toBe(null)
    expect(otherCountry('2015550123', 'US', likely, 'en-us')).toBe(null)
    expect(otherCountry('017', 'US', likely, 'en-us')).toBe(null)
  })
})

test.each([
  ['01712345678', '+8801712345678'],
  ['8801812345678', '+8801812345678'],
  ['00966501234567', '+966501234567'],
  ['+55 11 99000-0002', '+5511990000002'],
])('takes %s while the library has not loaded', (typed, e164) => {
  expect(readWithout(typed, '880')).toEqual({ e164, possible: true })
})

test('takes no number of fewer than 6 or more than 15 digits', () => {
  expect(readWithout('01712', '880').possible).toBe(false)
  expect(readWithout('+8801712345678901', '880').possible).toBe(false)
})
