/** A member's delivery addresses. The server keeps them encrypted. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { count, empty, id, phone } from '../schemas.ts'
import { hasUnseen, isSeen } from '../typed-text.ts'

/** A courier reads it: nothing in it turns the direction or is hidden. */
const isPlain = z.refine<string>((text) => !hasUnseen(text), 'UNSEEN')

/** A line of text without control characters. */
const line = (most: number) =>
  z.string().check(z.maxLength(most, 'TOO_LONG'), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'INVALID'), isPlain)
const filled = (most: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'REQUIRED'),
      z.maxLength(most, 'TOO_LONG'),
      z.regex(/\S/, 'REQUIRED'),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'INVALID'),
      isPlain,
      z.refine(isSeen, 'REQUIRED'),
    )

/** The fields of the form, in its order. Only `details` may be empty. */
const fields = {
  /** full name of the receiver */
  name: filled(80),
  phone,
  /** ISO 3166 code of two letters */
  country: z.string().check(z.minLength(1, 'REQUIRED'), z.regex(/^[A-Z]{2}$/, 'COUNTRY')),
  zip: filled(16),
  province: filled(80),
  city: filled(80),
  subdistrict: filled(80),
  /** street, house, building */
  street: filled(160),
  /** other details: floor, landmark, when to call */
  details: line(160),
  /** the address that is offered first */
  isDefault: z.boolean(),
}

const address = z.object({ id, ...fields })

/** Every call answers the whole list, the default address first, then the one that was changed last. */
const list = z.object({
  items: z.array(address),
  /** how many addresses a member can have */
  maximum: count,
})

export const addressList = endpoint({
  path: '/user/addresslist',
  summary: "List the member's delivery addresses, the default one first",
  auth: 'member',
  input: empty,
  output: list,
  errors: [],
})

export const addressSave = endpoint({
  path: '/user/addresssave',
  summary: 'Add a delivery address, or change one; the first address is the default one',
  auth: 'member',
  input: z.strictObject({
    /**
     * The client makes the id of a new address before its first attempt: repeated calls have one effect. The id of an address of
     * the list changes that address. An order that is to be shipped keeps the address that was confirmed.
     */
    id,
    ...fields,
  }),
  output: list,
  errors: ['TOO_MANY_ADDRESSES'],
})

export const addressDelete = endpoint({
  path: '/user/addressdelete',
  summary: 'Delete a delivery address; an order that is to be shipped keeps it',
  auth: 'member',
  input: z.strictObject({ id }),
  output: list,
  errors: [],
})
