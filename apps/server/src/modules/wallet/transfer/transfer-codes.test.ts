/** References of transfers and the texts of their QR codes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemRandom } from '../../../platform/random.ts'
import { brCode, qrOf, withCrc } from './qr-payloads.ts'
import { newReference, referencesIn } from './reference.ts'

const some = () => newReference(systemRandom)

test('a reference is found in what a bank makes of it', () => {
  for (let n = 0; n < 200; n++) {
    const reference = some()
    expect(reference).toMatch(/^FL[0-9A-HJKMNP-TV-Y]{7}$/)
    for (const text of [
      reference,
      `NEFT/000123/${reference}/ASHA RAO`,
      reference.toLowerCase(),
      reference.split('').join(' '),
      `${reference.slice(0, 4)}-${reference.slice(4)}`,
      reference.replaceAll('0', 'O').replaceAll('1', 'I'),
    ])
      expect(referencesIn(text)).toContain(reference)
  }
})

test('a wrong character or two swapped neighbours are no reference', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXY'.split('')
  fc.assert(
    fc.property(fc.nat(6), fc.constantFrom(...alphabet), fc.nat(5), (at, other, swap) => {
      const reference = some()
      const body = reference.slice(2).split('')
      const wrong = body.with(at, other)
      if (wrong.join('') !== body.join('')) expect(referencesIn(`FL${wrong.join('')}`)).toEqual([])
      const swapped = body.with(swap, body[swap + 1]!).with(swap + 1, body[swap]!)
      if (swap < 5 && swapped.join('') !== body.join(''))
        expect(referencesIn(`FL${swapped.join('')}`)).toEqual([])
    }),
  )
})

test('ordinary texts have no reference', () => {
  for (const text of ['', 'salary november', 'FLAT 12 RENT', 'IMPS P2A 409912345678', 'FLORIDA TRAVEL 2026'])
    expect(referencesIn(text)).toEqual([])
})

test('a BR Code has the checksum of the example of the Banco Central', () => {
  const example =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***'
  expect(withCrc(example)).toBe(`${example}63041D3D`)
})

test('a BR Code contains key, amount, holder without accents, and the reference as txid', () => {
  const code = brCode({
    key: 'caixa@example.com',
    holder: 'João Conceição & Cia',
    currency: '986',
    amount: '150.50',
    reference: 'FL0123456',
  })
  expect(code).toContain('0117caixa@example.com')
  expect(code).toContain('5406150.50')
  expect(code).toContain('5920Joao Conceicao & Cia')
  expect(code).toContain('62130509FL0123456')
  expect(code).toMatch(/6304[0-9A-F]{4}$/)
})

test('UPI and EPC codes have the reference; other transfers have no code', () => {
  const payable = { amount: '150.50', reference: 'FL0123456' }
  const upi = qrOf(
    { kind: 'upi', currency: 'INR', lines: { holder: 'Fair & Lot', upi: 'fairlot@okbank' } },
    payable,
  )
  expect(upi).toBe(
    'upi://pay?pa=fairlot%40okbank&pn=Fair%20%26%20Lot&am=150.50&tr=FL0123456&tn=FL0123456&cu=INR',
  )
  const bank = { holder: 'Fairlot', bank: 'Bank', number: 'DE89370400440532013000' }
  expect(qrOf({ kind: 'bank', currency: 'EUR', lines: bank }, payable)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Fairlot',
    'DE89370400440532013000',
    'EUR150.50',
    '',
    '',
    'FL0123456',
  ])
  expect(qrOf({ kind: 'bank', currency: 'VND', lines: bank }, payable)).toBeNull()
  expect(qrOf({ kind: 'ewallet', currency: 'BDT', lines: { number: '01700000000' } }, payable)).toBeNull()
})
