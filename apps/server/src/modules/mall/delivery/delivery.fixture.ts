/** Winners of products, and parcels, for tests. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '../../../testing/factories.ts'
import { paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { SOME_ADDRESS } from '../../../testing/wire/some-values.ts'
import type { TestServer } from '../../../testing/server.ts'

export type Winner = TestMember & { order: string; issue: string }

let products = 0

/**
 * A member who bought all shares of an issue for 1.00 each, and won. Recycling pays 80 % of that.
 * @param given who buys; by default a new member
 */
export async function win(server: TestServer, shares = 100, given?: TestMember): Promise<Winner> {
  const issue = await sellIssue(server, `WIN${++products}`, shares)
  const member = given ?? (await paidMembers(server, 1, '100.00'))[0]!
  const { order } = await member.client.call(ENDPOINTS.buy, {
    issue,
    quantity: shares,
    requestId: randomUUID(),
  })
  await server.context.mall.draws.runDue()
  return { ...member, order, issue }
}

/** Adds an address to the member's book. @returns its id */
export async function someAddress(
  { client }: Pick<Winner, 'client'>,
  fields: Partial<typeof SOME_ADDRESS> = {},
): Promise<string> {
  const id = randomUUID()
  await client.call(ENDPOINTS.addressSave, { id, ...SOME_ADDRESS, ...fields, isDefault: false })
  return id
}

const numberOf = async ({ client, order }: Pick<Winner, 'client' | 'order'>) =>
  (await client.call(ENDPOINTS.orderDetail, { order })).order.number!

/** An operator hands the parcel to the carrier. */
export async function ship({ context: { db, mall } }: TestServer, winner: Winner): Promise<void> {
  const number = await numberOf(winner)
  await db.tx((tx) => mall.delivery.ship(tx, number, { carrier: 'DHL', tracking: 'JD014', url: null }))
}

/** The carrier proves the delivery. */
export async function deliver({ context: { db, mall } }: TestServer, winner: Winner): Promise<void> {
  const number = await numberOf(winner)
  await db.tx((tx) => mall.delivery.deliver(tx, number, null))
}
