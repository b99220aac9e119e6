/** A prize and addresses for component tests. */
import type { addressList } from '@fairlot/contract/endpoints/address'
import type { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import type { Output } from '../api/api.ts'

type Prize = NonNullable<Output<typeof orderDetail>['prize']>
type Address = Output<typeof addressList>['items'][number]

const DAY_MS = 86_400_000

/** Won an hour ago, with nothing chosen yet. */
export const prizeWith = (more: Partial<Prize> = {}): Prize => ({
  status: 'won',
  address: null,
  addressFixed: false,
  shipment: null,
  timeline: [{ state: 'won', at: Date.now() - 3_600_000, note: null }],
  recycleAmount: '1600.00',
  recycleUntil: Date.now() + 180 * DAY_MS,
  receiveBy: null,
  completeBy: null,
  disputeNote: null,
  canReview: false,
  review: null,
  ...more,
})

export const addressWith = (more: Partial<Address> = {}): Address => ({
  id: '018f0000-0000-7000-8000-0000000000b1',
  name: 'Rahima Khatun',
  phone: '+8801711111142',
  country: 'BD',
  zip: '1205',
  province: 'Dhaka Division',
  city: 'Dhaka',
  subdistrict: 'Dhanmondi',
  street: 'House 14, Road 7',
  details: '',
  isDefault: true,
  ...more,
})
