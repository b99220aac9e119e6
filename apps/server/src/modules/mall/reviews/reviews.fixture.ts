/** Reviews for tests. */
import { randomUUID } from 'node:crypto'
import type { Input, Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import type { TestMember } from '../../../testing/factories.ts'
import { makePicture, sendPicture } from '../../../testing/made/pictures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { ship, someAddress, win, type Winner } from '../delivery/delivery.fixture.ts'

/** A member whose product has arrived. @param member who has 10.00; by default a new one */
export async function received(server: TestServer, member?: TestMember): Promise<Winner> {
  const winner = await win(server, 10, member)
  const { client, order } = winner
  await client.call(ENDPOINTS.orderAddress, { order, address: await someAddress(winner) })
  await ship(server, winner)
  await client.call(ENDPOINTS.orderReceive, { order })
  return winner
}

/** Sends pictures for a review. @returns their ids */
export async function reviewPictures(
  server: TestServer,
  { client }: Pick<TestMember, 'client'>,
  count = 1,
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++)
    ids.push((await sendPicture(server.url, client, await makePicture({ shade: 40 + n }), 'review')).id)
  return ids
}

export type Posted = Winner & { review: Output<Endpoints['reviewPost']>; number: string }

/** What a member writes, without pictures. */
export const SOME_REVIEW = {
  title: 'Runs for days',
  content: 'Well packed.\nThe strap is stiff.',
  named: true,
}

/** Posts a review of a product that has arrived. */
export async function postReview(
  server: TestServer,
  winner: Winner,
  more: Partial<Input<Endpoints['reviewPost']>> = {},
): Promise<Posted> {
  const { client, order, issue } = winner
  const pictures = more.pictures ?? (await reviewPictures(server, winner))
  const input = { order, ...SOME_REVIEW, requestId: randomUUID(), ...more, pictures }
  const review = await client.call(ENDPOINTS.reviewPost, input)
  return { ...winner, review, number: `${issue}-1` }
}

/** A review that waits for a moderator. */
export const someReview = async (server: TestServer): Promise<Posted> =>
  postReview(server, await received(server))
