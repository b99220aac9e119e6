/** What a member sees of a prize. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Language } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import { canStep } from '@fairlot/contract/life/order-life'
import { addressLines, type Address, type Addresses } from '../../identity/index.ts'
import type { PrizeRow } from './prizes.queries.ts'

export type PrizeView = NonNullable<Output<Endpoints['orderDetail']>['prize']>

/** The subject of the address that is kept with a prize: it cannot be moved to another one. */
export const addressSubject = ({ member_id, purchase_id }: Pick<PrizeRow, 'member_id' | 'purchase_id'>) =>
  `prize/${member_id}/${purchase_id}`

/** The address of a prize in the clear; null: none was chosen, or it was erased. */
export function openAddress(addresses: Pick<Addresses, 'open'>, row: PrizeRow): Address | null {
  if (row.address === null || row.address_key === null) return null
  return addresses.open(addressSubject(row), { bytes: row.address, keyId: row.address_key })
}

/** The states since the win. A step that keeps the state is no news for the member, but a corrected parcel replaces the wrong one. */
export function statesOf(row: PrizeRow): PrizeView['timeline'] {
  const states: PrizeView['timeline'] = [{ state: 'won', at: Number(row.won_ms), note: null }]
  let shipped: PrizeView['timeline'][number] | undefined
  for (const { step, state, at, note } of row.timeline) {
    const isNews = state !== states.at(-1)!.state
    if (isNews) states.push({ state, at, note })
    if (step === 'ship' && isNews) shipped = states.at(-1)
    else if (step === 'ship' && shipped) shipped.note = note
  }
  const dispute = states.findLast(({ state }) => state === 'disputed')
  if (dispute) dispute.note = row.dispute_note
  return states
}

const msOf = (value: bigint | null) => (value === null ? null : Number(value))

export function prizeView(addresses: Pick<Addresses, 'open'>, row: PrizeRow, language: Language): PrizeView {
  const { status, carrier, tracking, shipped_ms: shipped } = row
  const address = openAddress(addresses, row)
  const due = (when: boolean) => (when ? msOf(row.due_ms) : null)
  return {
    status,
    address: address && {
      name: address.name,
      phone: address.phone,
      lines: addressLines(address, language),
    },
    addressFixed: row.pick_list_id !== null || !canStep(status, 'address'),
    shipment:
      carrier === null || tracking === null || shipped === null
        ? null
        : {
            carrier,
            tracking,
            url: row.tracking_url,
            shippedAt: Number(shipped),
            deliveredAt: msOf(row.delivered_ms),
          },
    timeline: statesOf(row),
    recycleAmount: formatMoney(row.recycle),
    recycleUntil: due(status === 'won'),
    receiveBy: due(status === 'in_delivery'),
    completeBy: due(status === 'received'),
    disputeNote: row.dispute_note,
    canReview: row.review === null && (status === 'received' || status === 'completed'),
    review: row.review,
  }
}
