/** Values that the valid inputs of many endpoints share. */
import type { Input } from '@fairlot/contract/define'
import type { EndpointName, Endpoints } from '@fairlot/contract/endpoints'

/** The inputs of these endpoints. */
export type Inputs<Name extends EndpointName> = { [N in Name]: Input<Endpoints[N]> }

export const phone = '+8801712345678'
export const code = '123456'
export const device = 'ab'.repeat(16)
export const password = 'gH7-marrow-q2'
export const page = { cursor: 'WyJ4Il0', limit: 5 }
export const reason = 'asked for by a test'

/** A delivery address. */
export const SOME_ADDRESS = {
  name: 'Asha Rao',
  phone,
  country: 'BD',
  zip: '1212',
  province: 'Dhaka',
  city: 'Dhaka',
  subdistrict: 'Gulshan',
  street: 'House 12, Road 5',
  details: 'third floor',
}
