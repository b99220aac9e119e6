/** What a member states in the identity check: kept encrypted, compared by a keyed hash, and never answered to the member. */
import { createHmac } from 'node:crypto'
import type { IdentityDocument } from '@fairlot/contract/life/identity-life'
import { inEveryScript, latinDigits, withoutUnseen } from '@fairlot/contract/typed-text'
import type { Opening, SealKey, Sealing } from '../../platform/sealing.ts'

/** Name as on the document; birth date as `1990-05-03`. */
export type Person = { name: string; birthDate: string }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8')
const decode = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'))

/** @param key of the secrets, 32 bytes */
export const identityRing = (key: Uint8Array): readonly SealKey[] => [{ id: 'identity-1', key }]

const personSubject = (memberId: string, checkId: string) => `identity/${memberId}/${checkId}/person`
const documentSubject = (memberId: string, checkId: string) => `identity/${memberId}/${checkId}/document`

type Of = { memberId: string; checkId: string }
type Sealed = { bytes: Uint8Array; keyId: string }

export const sealPerson = (sealing: Sealing, { memberId, checkId }: Of, person: Person): Sealed =>
  sealing.seal(personSubject(memberId, checkId), encode(person))

export const openPerson = (sealing: Opening, { memberId, checkId }: Of, sealed: Sealed): Person =>
  decode(sealing.open(personSubject(memberId, checkId), sealed)) as Person

export const sealNumber = (sealing: Sealing, { memberId, checkId }: Of, number: string): Sealed =>
  sealing.seal(documentSubject(memberId, checkId), encode(number))

export const openNumber = (sealing: Opening, { memberId, checkId }: Of, sealed: Sealed): string =>
  decode(sealing.open(documentSubject(memberId, checkId), sealed)) as string

/** One form for the ways in which a number is written: upper case, Latin digits, without spaces, dashes and other signs. */
const plainNumber = (number: string) =>
  latinDigits(withoutUnseen(number.normalize('NFKC')))
    .toUpperCase()
    .replaceAll(/[\s./\p{Pd}]/gu, '')

const fingerprint = (key: Uint8Array, document: IdentityDocument, plain: string): Buffer =>
  createHmac('sha256', key).update(`fairlot/identity/1\0${document}\0${plain}`).digest()

/** Equal for one document, however its number is written; says nothing about the number without the key. */
export const fingerprintOf = (key: Uint8Array, document: IdentityDocument, number: string): Buffer =>
  fingerprint(key, document, plainNumber(number))

/** The form of releases before migration 0112: digits as typed, and only these signs left out. */
const earlierNumber = (number: string) =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[ ./-]/g, '')

/**
 * All fingerprints that a document may have in the database. Those of releases before migration 0112 depend on the script of the digits;
 * they stay as they are, also when their number was erased, so a document is looked up by the fingerprint of each script.
 */
export const fingerprintsOf = (key: Uint8Array, document: IdentityDocument, number: string): Buffer[] =>
  [plainNumber(number), earlierNumber(number), ...inEveryScript(plainNumber(number))].map((plain) =>
    fingerprint(key, document, plain),
  )

/** A name without spaces at its ends or twice in a row. */
export const tidyName = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** Completed years on a day; both as `1990-05-03`. A person born on 29 February is a year older from 1 March on. */
export function ageOn(birthDate: string, day: string): number {
  const [year = 0, month = 0, date = 0] = birthDate.split('-').map(Number)
  const [nowYear = 0, nowMonth = 0, nowDate = 0] = day.split('-').map(Number)
  const hadBirthday = nowMonth > month || (nowMonth === month && nowDate >= date)
  return nowYear - year - (hadBirthday ? 0 : 1)
}
