import { PAYOUT_FORMS, PAYOUT_KINDS, type PayoutKind } from '@fairlot/contract/life/payout-life'
import { expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { maskNumber, readDetails, type PayoutDetails } from './payout-details.ts'

const VALID: Record<PayoutKind, Required<PayoutDetails> | PayoutDetails> = {
  bank: {
    bankName: 'Dutch-Bangla Bank',
    bankCode: 'HDFC0CAGSBK',
    number: '5010 0123-4567',
    holder: 'Nusrat Jahan',
    phone: '+8801712345678',
    email: 'nusrat@example.org',
  },
  upi: { number: 'Nusrat.Jahan@okbank', holder: 'নুসরাত জাহান' },
  ewallet: { bankName: 'bKash', number: '+8801712345678', holder: 'محمد علي' },
  trc20: { number: 'TSDHRojGC3Q5UaoCWDzDakTPzC6gKNUkv8' },
  pix: { number: '529.982.247-25', holder: 'João da Silva' },
}

function faults(kind: PayoutKind, changed: PayoutDetails): Record<string, string> {
  try {
    readDetails(kind, { ...VALID[kind], ...changed })
    return {}
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code).toBe('INPUT_INVALID')
    return error.details.fields ?? {}
  }
}

test.each(PAYOUT_KINDS)('takes a complete %s account and keeps only the fields of its kind', (kind) => {
  const details = readDetails(kind, { ...VALID.bank, ...VALID[kind] })
  expect(Object.keys(details)).toEqual([...PAYOUT_FORMS[kind]])
})

test.each(PAYOUT_KINDS)('asks for every field of a %s account', (kind) => {
  for (const field of PAYOUT_FORMS[kind])
    expect(faults(kind, { [field]: ' ' })).toEqual({ [field]: 'REQUIRED' })
})

test('keeps numbers in normal form', () => {
  expect(readDetails('bank', { ...VALID.bank, bankCode: 'hdfc 0cagsbk' })).toMatchObject({
    number: '501001234567',
    bankCode: 'HDFC0CAGSBK',
  })
  expect(readDetails('upi', VALID.upi).number).toBe('nusrat.jahan@okbank')
  expect(readDetails('pix', VALID.pix).number).toBe('52998224725')
})

const SAMPLES: [PayoutKind, keyof PayoutDetails, string, string | undefined][] = [
  // four letters and seven digits: the specification's example
  ['bank', 'bankCode', 'ABCD1234567', undefined],
  ['bank', 'bankCode', 'SBIN0A12345', undefined],
  ['bank', 'bankCode', 'SBIN1A12345', 'IFSC_FORMAT'],
  ['bank', 'bankCode', 'SBI00012345', 'IFSC_FORMAT'],
  ['bank', 'bankCode', 'SBIN000123', 'IFSC_FORMAT'],
  ['bank', 'number', '12345', 'ACCOUNT_NUMBER'],
  ['bank', 'number', '12345x789', 'ACCOUNT_NUMBER'],
  ...['Anne-Marie', 'Md. Karim', "D'Souza", 'O’Neil', 'S. Kumar', 'O', '阿不都·热西提'].map(
    (name): [PayoutKind, keyof PayoutDetails, string, undefined] => ['bank', 'holder', name, undefined],
  ),
  ['bank', 'holder', '-', 'HOLDER_NAME'],
  ['bank', 'holder', '123', 'HOLDER_NAME'],
  ['bank', 'holder', 'Asha\u202eRao', 'HOLDER_NAME'],
  ['bank', 'holder', 'Asha\u200bRao', 'HOLDER_NAME'],
  ['bank', 'holder', '\u3164', 'HOLDER_NAME'],
  ['bank', 'holder', '=1+1', 'HOLDER_NAME'],
  ['bank', 'number', '১২৩৪৫৬৭৮৯', undefined],
  ['ewallet', 'number', '٠١٧١٢٣٤٥٦٧٨', undefined],
  ['bank', 'holder', 'Robert; drop table', 'HOLDER_NAME'],
  ['bank', 'holder', '张伟 2', undefined],
  ['bank', 'email', 'nusrat@', 'EMAIL_FORMAT'],
  ['bank', 'email', 'nusrat example.org', 'EMAIL_FORMAT'],
  ['upi', 'number', 'nusrat', 'UPI_FORMAT'],
  ['upi', 'number', 'nusrat@b@nk', 'UPI_FORMAT'],
  ['ewallet', 'number', '123', 'ACCOUNT_NUMBER'],
  // one letter of a valid address changed; another network's prefix; a length
  ['trc20', 'number', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'TRC20_FORMAT'],
  ['trc20', 'number', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'TRC20_FORMAT'],
  ['trc20', 'number', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'TRC20_FORMAT'],
  // the contract of USDT, and addresses that nobody has a key of
  ['trc20', 'number', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRC20_FORMAT'],
  ['trc20', 'number', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TRC20_FORMAT'],
  ['trc20', 'number', 'TZJozAg1ruapycCicgz31GxvYJ1FraLjZa', 'TRC20_FORMAT'],
  ['pix', 'number', '529.982.247-26', 'PIX_FORMAT'],
  ['pix', 'number', '111.111.111-11', 'PIX_FORMAT'],
  ['pix', 'number', '11.222.333/0001-81', undefined],
  ['pix', 'number', '11.222.333/0001-82', 'PIX_FORMAT'],
  ['pix', 'number', '12.ABC.345/01DE-35', undefined],
]
test.each(SAMPLES)('%s, %s %s: %s', (kind, field, text, fault) => {
  expect(faults(kind, { [field]: text })).toEqual(fault === undefined ? {} : { [field]: fault })
})

test.each([
  ['cpf', '529.982.247-25', '52998224725'],
  ['cnpj', '12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['phone', '(11) 99000-0002', '+5511990000002'],
  ['phone', '+55 11 99000-0002', '+5511990000002'],
  ['phone', '১১৯৯০০০০০০২', '+5511990000002'],
  ['email', 'Joao@Example.org', 'joao@example.org'],
  ['random', '123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
] as const)('takes a PIX key of the kind %s: %s', (kind, typed, key) => {
  expect(readDetails('pix', { ...VALID.pix, number: typed }, kind).number).toBe(key)
})

test('a PIX number that can be a CPF and a mobile number is asked about', () => {
  expect(faults('pix', { number: '11990000002' })).toEqual({ number: 'PIX_KIND' })
  expect(readDetails('pix', { ...VALID.pix, number: '11990000002' }, 'cpf').number).toBe('11990000002')
  expect(readDetails('pix', { ...VALID.pix, number: '11990000002' }, 'phone').number).toBe('+5511990000002')
  // its marks say what it is
  expect(readDetails('pix', { ...VALID.pix, number: '119.900.000-02' }).number).toBe('11990000002')
  expect(readDetails('pix', { ...VALID.pix, number: '(11) 99000-0002' }).number).toBe('+5511990000002')
})

test('a PIX key of another kind than was chosen is refused', () => {
  for (const [kind, number, fault] of [
    ['cpf', '11.222.333/0001-81', 'CPF_FORMAT'],
    ['cnpj', '529.982.247-25', 'CNPJ_FORMAT'],
    ['phone', '529.982.247-25', 'PHONE_FORMAT'],
    ['email', '52998224725', 'EMAIL_FORMAT'],
    ['random', 'joao@example.org', 'PIX_RANDOM'],
  ] as const)
    expect(() => readDetails('pix', { ...VALID.pix, number }, kind)).toThrow(
      expect.objectContaining({ details: { fields: { number: fault } } }),
    )
})

test('shows of a number only its ends', () => {
  expect(maskNumber('bank', '501001234567')).toBe('•••• 4567')
  expect(maskNumber('pix', '52998224725')).toBe('•••• 4725')
  expect(maskNumber('upi', 'nusrat.jahan@okbank')).toBe('nus••••@okbank')
  expect(maskNumber('pix', 'joao@example.org')).toBe('joa••••@example.org')
  expect(maskNumber('upi', 'a1@okbank')).toBe('a••••@okbank')
  expect(maskNumber('trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7N••••Lj6t')
})
