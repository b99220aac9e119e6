import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { addressSave } from './address.ts'

const ADDRESS = {
  id: '0199c2f0-1111-7000-8000-000000000001',
  name: 'Asha Rao',
  phone: '+8801712345678',
  country: 'BD',
  zip: '1212',
  province: 'Dhaka',
  city: 'Dhaka',
  subdistrict: 'Gulshan',
  street: 'House 12',
  details: '',
  isDefault: true,
}
const faults = (changed: Partial<typeof ADDRESS>) =>
  z
    .safeParse(addressSave.input, { ...ADDRESS, ...changed })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test('an address has no character that turns its direction or that nobody sees', () => {
  for (const sign of ['\u202e', '\u2067', '\u200b', '\u00ad', '\ufeff', '\u3164', '\u2800', '\u{e0041}'])
    for (const field of ['name', 'street', 'details'] as const)
      expect(faults({ [field]: `Asha${sign}` }), `${field} ${sign}`).toEqual([[field, 'UNSEEN']])
})

test('a name of nothing that can be seen is missing', () => {
  for (const name of ['\u200d', '\ufe0f', ' ', '\u3164']) expect(faults({ name }).length).toBeGreaterThan(0)
})

test('names with joiners, marks and pictures are taken', () => {
  for (const name of [
    'ক্\u200dষ',
    'می\u200cنا',
    "Anne-Marie O'Neil",
    'Asha 👨\u200d👩\u200d👧',
    'Müller & Co. (2)',
  ])
    expect(faults({ name })).toEqual([])
})
