/** What waits for moderators is shown to operators, and is a warning once it has waited too long. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { makeMember } from '../../../testing/factories.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { someReview } from './reviews.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** The session of an operator ends when the clock moves on, so each look has its own. */
const moderator = async () => (await makeOperator(server, ['owner'])).client
async function waits(name: 'late-reviews' | 'late-reports') {
  const { items } = await (await moderator()).call(ENDPOINTS.statusShow, {})
  const { count, found } = items.find((item) => item.name === name)!
  return { count, found }
}

test('a review is late after two working days, until a moderator decides', async () => {
  const { number } = await someReview(server)
  expect(await waits('late-reviews')).toEqual({ count: 0, found: '1 wait, the oldest for 0 h' })
  await server.database.advanceClock(47 * HOUR_MS)
  expect(await waits('late-reviews')).toEqual({ count: 0, found: '1 wait, the oldest for 47 h' })
  // two days, and a weekend at most
  await server.database.advanceClock(50 * HOUR_MS)
  expect(await waits('late-reviews')).toEqual({ count: 1, found: '1 wait, the oldest for 97 h' })
  await (await moderator()).call(ENDPOINTS.reviewPublish, { number })
  expect(await waits('late-reviews')).toEqual({ count: 0, found: '0 wait' })
})

test('a report is late after a day, until a moderator answers it', async () => {
  const { number, review } = await someReview(server)
  await (await moderator()).call(ENDPOINTS.reviewPublish, { number })
  const reader = await makeMember(server)
  await reader.client.call(ENDPOINTS.reviewReport, { review: review.id, reason: 'offensive' })
  await server.database.advanceClock(23 * HOUR_MS)
  expect(await waits('late-reports')).toEqual({ count: 0, found: '1 wait, the oldest for 23 h' })
  await server.database.advanceClock(2 * HOUR_MS)
  expect(await waits('late-reports')).toEqual({ count: 1, found: '1 wait, the oldest for 25 h' })
  // keeps the review and answers its reports
  await (await moderator()).call(ENDPOINTS.reviewPublish, { number })
  expect(await waits('late-reports')).toEqual({ count: 0, found: '0 wait' })
})
