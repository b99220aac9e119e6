/** The file for the bank: every value as the bank needs it. */
import { expect, test } from 'vitest'
import { paymentFile, type Payment } from './export-withdrawals.ts'

const payment = (more: Partial<Payment>): Payment => ({
  number: 'W0123456789AB',
  kind: 'bank',
  isReturn: false,
  details: {},
  net: 95_0000n,
  ...more,
})
const lineOf = (more: Partial<Payment>) => paymentFile([payment(more)], 'BRL').csv.split('\r\n')[1]

test('a number of a wallet, a PIX key, an id of a transfer and a mail address have no apostrophe', () => {
  const holder = 'Asha Rao'
  expect(lineOf({ kind: 'ewallet', details: { bankName: 'bKash', number: '+8801712345678', holder } })).toBe(
    'W0123456789AB,ewallet,bKash,,8801712345678,Asha Rao,,,95.00,BRL',
  )
  expect(lineOf({ kind: 'pix', details: { number: '+5511990000002', holder } })).toContain(',+5511990000002,')
  expect(lineOf({ isReturn: true, details: { number: '+UTR123' } })).toContain(',bank-return,,,+UTR123,')
  const mail = { number: '123456', phone: '+8801712345678', email: '-a@example.org' }
  expect(lineOf({ details: mail })).toContain(',8801712345678,-a@example.org,')
})

test('the holder is written with letters, digits and spaces, as banks take it', () => {
  for (const [holder, written] of [
    ["D'Souza", 'DSouza'],
    ['Anne-Marie O’Neil', 'Anne Marie ONeil'],
    ['Md. Karim', 'Md Karim'],
  ])
    expect(lineOf({ details: { number: '123456', holder: holder! } })).toContain(`,123456,${written},`)
})

test('a name of a bank is no formula behind a semicolon either', () => {
  expect(lineOf({ details: { bankName: 'HDFC;=1+1', number: '123456' } })).toContain(
    ',bank,HDFC 1+1,,123456,',
  )
})
