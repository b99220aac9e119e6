/**
 * Delivery addresses: a member's address book. An address is encrypted; the member's row is locked while it changes, so that the
 * maximum holds and one address is the default one.
 */
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Opening, Sealed, SealKey, Sealing } from '../../../platform/sealing.ts'
import { lockAccount } from '../accounts.queries.ts'
import { isCountry, readPhone } from '../phone.ts'
import * as queries from './addresses.queries.ts'

/** The most addresses of a member. */
const MAXIMUM = 20

type Listed = Output<Endpoints['addressList']>
type Input = ParsedInput<Endpoints['addressSave']>

/** An address without its id and its place in the list. */
export type Address = Omit<Input, 'id' | 'isDefault'>

export type Addresses = {
  readonly routes: Handlers<Endpoints, 'addressList' | 'addressSave' | 'addressDelete'>
  /** An address in the clear. @throws Refusal NO_SUCH_DATA */
  read(db: Executor, memberId: string, id: string): Promise<Address>
  /** All addresses in the clear, for the copy of a member's data. */
  book(db: Executor, memberId: string): Promise<(Address & { id: string })[]>
  /** Adds or changes an address; the demo world and tests also call it. @throws Refusal INPUT_INVALID, TOO_MANY_ADDRESSES */
  save(memberId: string, input: Input): Promise<void>
  /** Encrypts a copy of an address, which belongs to a subject such as an order. */
  seal(subject: string, address: Address): Sealed
  /** A copy in the clear. @throws Error when it belongs to another subject */
  open(subject: string, sealed: Sealed): Address
}

/** @param key of the secrets, 32 bytes */
export const addressRing = (key: Uint8Array): readonly SealKey[] => [{ id: 'address-1', key }]

const subjectOf = (memberId: string, id: string) => `address/${memberId}/${id}`
const encode = (address: Address) => Buffer.from(JSON.stringify(address), 'utf8')
const decode = (bytes: Uint8Array): Address => JSON.parse(Buffer.from(bytes).toString('utf8')) as Address

const plain = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** The name of a country, or its code. */
const countryName = (code: string, language: string) =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code

/** The address in one form. @throws Refusal INPUT_INVALID */
function normal(given: Input): Address {
  const phone = readPhone(given.phone)
  const fields: Record<string, string> = {}
  if (!phone) fields['phone'] = 'PHONE_FORMAT'
  if (!isCountry(given.country)) fields['country'] = 'COUNTRY'
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
  return {
    name: plain(given.name),
    phone: phone!.number,
    country: given.country,
    zip: plain(given.zip),
    province: plain(given.province),
    city: plain(given.city),
    subdistrict: plain(given.subdistrict),
    street: plain(given.street),
    details: plain(given.details),
  }
}

/** The lines below the name, as they are written on a parcel; the country in a language. */
export function addressLines(address: Address, language: string): string[] {
  const { street, details, subdistrict, city, zip, province, country } = address
  const lines = [street, details, subdistrict, `${city} ${zip}`, province, countryName(country, language)]
  return lines.filter((line) => line !== '')
}

type SealedRow = Pick<queries.AddressRow, 'address_id' | 'sealed' | 'key_id'>

/** An address of the book in the clear. @throws Error when it belongs to another member or another address */
export const openBookAddress = (sealing: Opening, memberId: string, row: SealedRow): Address =>
  decode(sealing.open(subjectOf(memberId, row.address_id), { bytes: row.sealed, keyId: row.key_id }))

/** A copy in the clear. @throws Error when it belongs to another subject */
export const openAddressCopy = (sealing: Opening, subject: string, sealed: Sealed): Address =>
  decode(sealing.open(`copy/${subject}`, sealed))

export function createAddresses({ db, sealing }: { db: Db; sealing: Sealing }): Addresses {
  const open = (memberId: string, row: queries.AddressRow) => openBookAddress(sealing, memberId, row)

  async function list(memberId: string): Promise<Listed> {
    const rows = await queries.addressesOf(db, memberId)
    const items = rows.map((row) => ({
      id: row.address_id,
      ...open(memberId, row),
      isDefault: row.is_default,
    }))
    return { items, maximum: MAXIMUM }
  }

  /** @throws Refusal SESSION_ENDED when the account is closed */
  async function lock(tx: Tx, memberId: string): Promise<void> {
    if ((await lockAccount(tx, memberId))?.phone == null) throw new Refusal('SESSION_ENDED')
  }

  async function save(memberId: string, input: Input): Promise<void> {
    const address = normal(input)
    const { id } = input
    await db.tx(async (tx) => {
      await lock(tx, memberId)
      const rows = await queries.addressesOf(tx, memberId)
      const others = rows.filter((row) => row.address_id !== id)
      if (others.length >= MAXIMUM) throw new Refusal('TOO_MANY_ADDRESSES', { values: { count: MAXIMUM } })
      const { bytes: sealed, keyId } = sealing.seal(subjectOf(memberId, id), encode(address))
      // one address is always the default one
      const isDefault = input.isDefault || !others.some((row) => row.is_default)
      await queries.saveAddressRow(tx, memberId, { id, sealed, keyId, isDefault })
    })
  }

  return {
    async read(at, memberId, id) {
      const row = await queries.addressOf(at, memberId, id)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      return open(memberId, row)
    },
    book: async (at, memberId) =>
      (await queries.addressesOf(at, memberId)).map((row) => ({
        id: row.address_id,
        ...open(memberId, row),
      })),
    save,
    seal: (subject, address) => sealing.seal(`copy/${subject}`, encode(address)),
    open: (subject, sealed) => openAddressCopy(sealing, subject, sealed),
    routes: {
      addressList: ({ member }) => list(member.memberId),
      async addressSave({ member, input }) {
        await save(member.memberId, input)
        return list(member.memberId)
      },
      async addressDelete({ member, input }) {
        await db.tx(async (tx) => {
          await lock(tx, member.memberId)
          if (!(await queries.deleteAddressRow(tx, member.memberId, input.id)))
            throw new Refusal('NO_SUCH_DATA')
        })
        return list(member.memberId)
      },
    },
  }
}
