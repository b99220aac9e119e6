/**
 * Corruptions of reviews: each is made in a transaction that is rolled back, by the owner of the schema or by the server's role, and a
 * named check finds it or the schema refuses it.
 */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { makeMember } from '../../../testing/factories.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { someReview, type Posted } from './reviews.fixture.ts'

let server: TestServer
const reviews = {} as Record<'waiting' | 'published' | 'hidden' | 'deleted', Posted>

beforeAll(async () => {
  server = await testServer()
  const { client } = await makeOperator(server, ['content'])
  for (const state of ['waiting', 'published', 'hidden', 'deleted'] as const) {
    const posted = await someReview(server)
    reviews[state] = posted
    const { number } = posted
    if (state !== 'waiting') await client.call(ENDPOINTS.reviewPublish, { number })
    if (state === 'hidden') await client.call(ENDPOINTS.reviewHide, { number, reason: 'offensive' })
    if (state === 'deleted') await posted.client.call(ENDPOINTS.reviewDelete, { review: posted.review.id })
  }
  const reader = await makeMember(server)
  await reader.client.call(ENDPOINTS.reviewReport, { review: reviews.published.review.id, reason: 'illegal' })
  expect(await planted(server.owner, CHECKS, 'select 1')).toEqual([])
})
afterAll(() => server.close())

const HISTORY = 'no row of the steps of reviews was changed or removed'
const ARRIVED = 'every review is of a won product that has arrived, and the order is completed'
const ORDERS = 'every order that a review completed has the review'
const STEPS = 'the steps of every review have no gap, take only the ways of its life, and end in its state'
const PICTURES = 'every review has pictures, which are public exactly while it is published'
const ANSWERS = 'every answered report has a later step of a moderator who kept or hid the review'
const REPORTS = 'every review counts the reports that no moderator has answered'

const of = (state: keyof typeof reviews) => `purchase_id = '{${state}}'`
const filled = (plant: string) =>
  plant.replaceAll(/\{(\w+)\}/g, (_, state: string) => reviews[state as keyof typeof reviews].order)

test.each([
  [
    'owner',
    'a review that no moderator published',
    `update review set state = 'published', published_at = posted_at, decided_at = posted_at where ${of('waiting')}`,
    [STEPS, PICTURES],
  ],
  [
    'owner',
    'a step that is missing',
    `delete from review_step where ${of('hidden')} and seq = 2`,
    [HISTORY, STEPS],
  ],
  [
    'owner',
    'a step of another operator',
    `update review_step set operator_id = gen_random_uuid() where ${of('hidden')} and seq = 2`,
    [HISTORY],
  ],
  [
    'owner',
    'a review of another product',
    `update review set code = (select min(code) from product where code <> review.code) where ${of('waiting')}`,
    [ARRIVED],
  ],
  [
    'owner',
    'a prize that is not completed',
    `update prize set status = 'received', ended_at = null, erase_at = null, due_at = business_now() where ${of('waiting')}`,
    expect.arrayContaining([ARRIVED]),
  ],
  [
    'owner',
    'a review that is gone',
    `delete from review_report; delete from review_picture where ${of('waiting')}; delete from review_step where ${of('waiting')};
      delete from review where ${of('waiting')}`,
    expect.arrayContaining([HISTORY, ORDERS]),
  ],
  [
    'owner',
    'a public picture of a hidden review',
    `update review_picture set name = (select name from review_picture where ${of('published')}) where ${of('hidden')}`,
    [PICTURES],
  ],
  [
    'app',
    'a published picture that nobody can see',
    `update media set erased_at = business_now() where used_by = 'review:' || (select review_id from review where ${of('published')})`,
    [PICTURES],
  ],
  ['app', 'a review without pictures', `delete from review_picture where ${of('waiting')}`, [PICTURES]],
  ['app', 'a report that was removed', `delete from review_report`, ['refused: review_report_kept']],
  ['owner', 'a report that was removed', `delete from review_report`, [REPORTS]],
  ['app', 'a report that nobody answered', `update review_report set open = false`, [REPORTS, ANSWERS]],
  ['app', 'a review that counts no reports', 'update review set reports = 0', [REPORTS]],
  [
    'app',
    'a report that nobody answered, and that is not counted',
    'update review_report set open = false; update review set reports = 0',
    [ANSWERS],
  ],
  [
    'app',
    'a report that was removed, and that is not counted',
    'delete from review_report; update review set reports = 0',
    ['refused: review_report_kept'],
  ],
  ['app', 'another text', `update review set title = 'x' where ${of('published')}`, ['refused: review_life']],
  [
    'app',
    'a deleted review with a text',
    `update review set title = 'x', content = 'x', state = 'waiting' where ${of('deleted')}`,
    ['refused: review_life'],
  ],
  [
    'app',
    'a way that the table does not have',
    `update review set state = 'waiting' where ${of('published')}`,
    ['refused: review_life'],
  ],
  [
    'app',
    'a step that was removed',
    `delete from review_step where ${of('hidden')}`,
    ['refused: permission denied for table review_step'],
  ],
] as const)('%s plants %s', async (role, _, plant, found) => {
  const db = role === 'owner' ? server.owner : server.db
  expect(await planted(db, CHECKS, filled(plant))).toEqual(found)
})
