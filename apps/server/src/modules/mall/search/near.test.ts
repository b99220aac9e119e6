import { expect, test } from 'vitest'
import { distance, errorsBetween, nearOf } from './near.ts'
import { piecesOf, wordsOf } from './words.ts'

const words = (text: string, joined = false) => [...wordsOf(text, joined).keys()]

test('counts added, missing, wrong and swapped letters', () => {
  expect(errorsBetween('phnoe', 'phone')).toBe(1)
  expect(errorsBetween('phne', 'phone')).toBe(1)
  expect(errorsBetween('phoone', 'phone')).toBe(1)
  expect(errorsBetween('pjone', 'phone')).toBe(1)
  expect(errorsBetween('telefone', 'telephone')).toBe(2)
  expect(errorsBetween('', 'abc')).toBe(3)
})

test('two words within the number of errors share a text that both are found by', () => {
  for (const [typed, word] of [
    ['phnoe', 'phone'],
    ['refrigiratr', 'refrigerator'],
    ['headphnes', 'headphones'],
    ['telephnoe', 'telephone'],
    ['মোবইল', 'মোবাইল'],
    ['هاتق', 'هاتف'],
    ['फरिज', 'फ्रिज'],
    ['智能手几', '智能手机'],
  ] as const) {
    expect(distance(typed, word), typed).not.toBe(null)
    expect(nearOf(word), typed).toEqual(expect.arrayContaining([expect.toBeOneOf(nearOf(typed))]))
  }
})

test('finds no near word of a number, of two letters, or beyond the number of errors', () => {
  expect(nearOf('x200')).toEqual([])
  expect(nearOf('tv')).toEqual([])
  expect(distance('phone', 'photo')).toBe(null)
  expect(distance('gold', 'golf')).toBe(1)
  expect(distance('refrigar', 'refrigerator')).toBe(1.5)
})

test('drops marks that people leave out, and keeps vowel signs', () => {
  expect(words('Điện thoại CAFÉ')).toEqual(['dien', 'thoai', 'cafe'])
  expect(words('ثَلَّاجَة الهاتف أحمد')).toEqual(['ثلاجه', 'هاتف', 'احمد'])
  expect(words('ফোন ফান')).toHaveLength(2)
  expect(words('বিড়াল')).toEqual(words('বিডাল'))
  expect(words('फ़ोन')).toEqual(words('फोन'))
  expect(words('٢٥٦ ২৫৬ २५६ ２５６')).toEqual(['256'])
})

test('keeps numbers together, splits letters from digits, and joins neighbours', () => {
  expect(words('6.3 inch, 1,200')).toEqual(['63', 'inch', '1200'])
  expect(words('256GB')).toEqual(['256gb', '256', 'gb'])
  expect(words('256 GB', true)).toContain('256gb')
  expect(words('rice cooker', true)).toContain('ricecooker')
  expect(words("women's")).toEqual(['womens'])
  expect(words('%_ …')).toEqual([])
})

test('splits Chinese into the run, its pairs and its characters, and keeps the way that words are written', () => {
  expect(words('智能手机')).toEqual(['智能手机', '智能', '能手', '手机', '智', '能', '手', '机'])
  expect(piecesOf('新款iPhone手机').map(({ word }) => word)).toEqual(['新款', 'iphone', '手机'])
  expect(wordsOf('Điện').get('dien')).toBe('điện')
})
