/** PIX keys: five kinds, each with the form in which the central bank keeps it. */
import { cnpj, cpf } from 'cpf-cnpj-validator'
import { PIX_KEYS, type PixKey } from '@fairlot/contract/life/payout-life'
import * as z from 'zod/mini'

const email = z.email()
const RANDOM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The area, and for a mobile nine digits that begin with 9. */
const PHONE =
  /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(?:9\d{8}|[2-5]\d{7})$/
const MAX_EMAIL = 77

/** Leaves out what people type between the characters of a number. */
const compact = (text: string) => text.replace(/[\s.\-/()]/g, '')

const nationalOf = (text: string) => compact(text).replace(/^(?:\+|00)55/, '')

/** A text that says itself which of two kinds it is: the marks of a CPF, the brackets or the country of a phone number. */
const MARKED_CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/
const MARKED_PHONE = /^(?:\+|00|\()/

/** A key of each kind in normal form; null: the text is none. */
const READ: Readonly<Record<PixKey, (text: string) => string | null>> = {
  cpf: (text) => (cpf.isValid(compact(text)) ? compact(text) : null),
  cnpj: (text) => {
    const number = compact(text).toUpperCase()
    return cnpj.isValid(number) ? number : null
  },
  phone: (text) => (PHONE.test(nationalOf(text)) && !MARKED_CPF.test(text) ? `+55${nationalOf(text)}` : null),
  email: (text) => {
    const address = text.toLowerCase()
    return address.length <= MAX_EMAIL && z.safeParse(email, address).success ? address : null
  },
  random: (text) => {
    const digits = text.toLowerCase().replace(/[\s-]/g, '')
    const key = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return RANDOM.test(key) ? key : null
  },
}

/**
 * Reads a key.
 * @param kind undefined: the member was not asked
 * @returns the key in normal form, or the fault of the field
 */
export function readPixKey(text: string, kind: PixKey | undefined): { key: string } | { fault: string } {
  if (kind !== undefined) {
    const key = READ[kind](text)
    return key === null ? { fault: FAULTS[kind] } : { key }
  }
  const kinds: readonly PixKey[] = MARKED_PHONE.test(text) ? ['phone'] : PIX_KEYS
  const found = kinds.map((one) => READ[one](text)).filter((key) => key !== null)
  // a number that is a CPF by its check digits can as well be that of a mobile
  if (found.length > 1) return { fault: 'PIX_KIND' }
  return found[0] === undefined ? { fault: 'PIX_FORMAT' } : { key: found[0] }
}

const FAULTS: Readonly<Record<PixKey, string>> = {
  cpf: 'CPF_FORMAT',
  cnpj: 'CNPJ_FORMAT',
  phone: 'PHONE_FORMAT',
  email: 'EMAIL_FORMAT',
  random: 'PIX_RANDOM',
}
