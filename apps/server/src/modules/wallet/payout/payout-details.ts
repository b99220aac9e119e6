/**
 * What a payout account needs, by kind: form, formats, and how it is shown. Libraries check addresses and tax numbers;
 * the specification's message belongs to each field.
 */
import { cnpj, cpf } from 'cpf-cnpj-validator'
import {
  PAYOUT_FORMS,
  type PayoutField,
  type PayoutKind,
  type PixKey,
} from '@fairlot/contract/life/payout-life'
import { isPersonName, latinDigits } from '@fairlot/contract/typed-text'
import * as z from 'zod/mini'
import { Refusal } from '../../../platform/refusal.ts'
import { isOwnedAddress } from '../tron-address.ts'
import { readPixKey } from './pix-keys.ts'

export type PayoutDetails = Partial<Record<PayoutField, string>>

/** Four letters, `0`, six letters or digits; the specification's example has seven digits. */
const IFSC = /^[A-Z]{4}(?:0[A-Z0-9]{6}|\d{7})$/
const BANK_NUMBER = /^\d{6,34}$/
const WALLET_NUMBER = /^\+?[A-Za-z0-9]{5,34}$/
const UPI = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/i
const email = z.email()

/** Leaves out what people type between the characters of a number. */
function compact(text: string): string {
  return text.replace(/[\s.\-/]/g, '')
}

const NORMAL: Partial<Record<PayoutKind, (number: string) => string>> = {
  bank: compact,
  ewallet: compact,
  upi: (number) => number.trim().toLowerCase(),
  trc20: (number) => number.trim(),
}

export const isEmail = (text: string): boolean => z.safeParse(email, text).success
/** Whether a text without marks is a CPF or CNPJ. */
export const isTaxId = (text: string): boolean => cpf.isValid(text) || cnpj.isValid(text)
/** Whether a text without marks is an IFSC. */
export const isBankCode = (text: string): boolean => IFSC.test(text)
export const isUpiId = (text: string): boolean => UPI.test(text)

const NUMBER: Record<Exclude<PayoutKind, 'pix'>, { isValid(number: string): boolean; fault: string }> = {
  bank: { isValid: (number) => BANK_NUMBER.test(number), fault: 'ACCOUNT_NUMBER' },
  ewallet: { isValid: (number) => WALLET_NUMBER.test(number), fault: 'ACCOUNT_NUMBER' },
  upi: { isValid: isUpiId, fault: 'UPI_FORMAT' },
  trc20: { isValid: isOwnedAddress, fault: 'TRC20_FORMAT' },
}

const FIELD: Partial<Record<PayoutField, { isValid(text: string): boolean; fault: string }>> = {
  bankCode: { isValid: isBankCode, fault: 'IFSC_FORMAT' },
  holder: { isValid: isPersonName, fault: 'HOLDER_NAME' },
  email: { isValid: isEmail, fault: 'EMAIL_FORMAT' },
}

/**
 * The details of an account as they are kept: only the fields of its kind, trimmed and in normal form.
 * @param pixKey what the number of a `pix` account is, when the member was asked
 * @throws Refusal INPUT_INVALID with a fault for each wrong field
 */
export function readDetails(kind: PayoutKind, given: PayoutDetails, pixKey?: PixKey): PayoutDetails {
  const details: PayoutDetails = {}
  const fields: Record<string, string> = {}
  for (const field of PAYOUT_FORMS[kind] as readonly PayoutField[]) {
    const text = normal(kind, field, given[field] ?? '')
    const read = kind === 'pix' && field === 'number' ? readPixKey(text, pixKey) : undefined
    const rule = field !== 'number' ? FIELD[field] : kind === 'pix' ? undefined : NUMBER[kind]
    if (text === '') fields[field] = 'REQUIRED'
    else if (read && 'fault' in read) fields[field] = read.fault
    else if (rule && !rule.isValid(text)) fields[field] = rule.fault
    details[field] = read && 'key' in read ? read.key : text
  }
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
  return details
}

function normal(kind: PayoutKind, field: PayoutField, text: string): string {
  const typed = field === 'number' || field === 'bankCode' ? latinDigits(text) : text
  const plain = typed.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (field === 'number') return NORMAL[kind]?.(plain) ?? plain
  return field === 'bankCode' ? compact(plain).toUpperCase() : plain
}

const DOTS = '••••'

/** The number as it is shown: its last four characters; an address also its first four; of a UPI id or mail address what follows @. */
export function maskNumber(kind: PayoutKind, number: string): string {
  if (kind === 'upi' || (kind === 'pix' && number.includes('@'))) {
    const at = number.lastIndexOf('@')
    return `${number.slice(0, Math.max(1, Math.min(3, at - 1)))}${DOTS}${number.slice(at)}`
  }
  const end = number.slice(-4)
  return kind === 'trc20' ? `${number.slice(0, 4)}${DOTS}${end}` : `${DOTS} ${end}`
}
