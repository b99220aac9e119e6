import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { mediaPath, MEDIA_WIDTHS } from '@fairlot/contract/media/media-path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMember } from '../../../testing/factories.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { HOSTILE_FILES, pictureWithPlace, sendPicture } from '../../../testing/made/pictures.ts'
import { codeOf } from '../../../testing/refused.ts'
import { adjust, testServer, type TestServer } from '../../../testing/server.ts'
import { win } from '../delivery/delivery.fixture.ts'
import {
  postReview,
  received,
  reviewPictures,
  someReview,
  SOME_REVIEW,
  type Posted,
} from './reviews.fixture.ts'

let server: TestServer
let moderator: TestOperator
let auditor: TestOperator
beforeAll(async () => {
  server = await testServer()
  moderator = await makeOperator(server, ['content'])
  auditor = await makeOperator(server, ['owner'])
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const publish = ({ number }: Pick<Posted, 'number'>) =>
  moderator.client.call(ENDPOINTS.reviewPublish, { number })
const hide = ({ number }: Pick<Posted, 'number'>) =>
  moderator.client.call(ENDPOINTS.reviewHide, {
    number,
    reason: 'personal_data',
    note: 'The face of a child.',
  })
const mine = async ({ client }: Pick<Posted, 'client'>) => (await client.call(ENDPOINTS.reviewMine, {})).items
const productOf = ({ issue }: Pick<Posted, 'issue'>) => issue.split('-')[0]!
const talk = (posted: Pick<Posted, 'issue'>, client = server.anonymous()) =>
  client.call(ENDPOINTS.goodsTalk, { product: productOf(posted) })
const prizeOf = async ({ client, order }: Pick<Posted, 'client' | 'order'>) =>
  (await client.call(ENDPOINTS.orderDetail, { order })).prize!
const statusOf = async (name: string, width: (typeof MEDIA_WIDTHS)[number] = 320) =>
  (await fetch(server.url + mediaPath(name, width))).status

describe('posting', () => {
  test('completes the order, keeps the recycling value for the house, and shows nobody anything yet', async () => {
    const winner = await received(server)
    expect(await prizeOf(winner)).toMatchObject({ status: 'received', canReview: true, review: null })
    const sales = async () =>
      (
        await server.db.query<{ balance: bigint }>(`select balance from house_account where name = 'sales'`)
      )[0]!.balance
    const before = await sales()
    const posted = await postReview(server, winner, { title: ' Runs for days ', content: '\nWell packed.\n' })
    expect(posted.review).toMatchObject({
      order: winner.order,
      issue: winner.issue,
      title: 'Runs for days',
      content: 'Well packed.',
      pictures: [],
      sent: 1,
      named: true,
      state: 'waiting',
      reason: null,
      publishedAt: null,
    })
    expect((await sales()) - before).toBe(8_0000n)
    expect(await prizeOf(winner)).toMatchObject({ status: 'completed', canReview: false, review: 'waiting' })
    expect((await prizeOf(winner)).timeline.at(-1)).toMatchObject({ state: 'completed' })
    expect(await mine(winner)).toEqual([posted.review])
    expect(await talk(winner)).toMatchObject({ items: [], total: 0 })
  })

  test('happens once for each order, also when twenty calls ask at the same time', async () => {
    const winner = await received(server)
    const pictures = await reviewPictures(server, winner, 2)
    const input = { order: winner.order, ...SOME_REVIEW, pictures, requestId: randomUUID() }
    const post = (more: object = {}) => winner.client.call(ENDPOINTS.reviewPost, { ...input, ...more })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post()))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await codeOf(post({ title: 'Another one' }))).toBe('REQUEST_ID_REUSED')
    expect(await codeOf(post({ requestId: randomUUID() }))).toBe('REVIEW_POSTED')
    expect(await mine(winner)).toHaveLength(1)
    const lines = await server.db.query(`select 1 from ledger where ref = $1 and kind = 'kept'`, [
      winner.order,
    ])
    expect(lines).toHaveLength(2)
  })

  test('and the clock complete an order once, whichever comes first', async () => {
    const winner = await received(server)
    const pictures = await reviewPictures(server, winner)
    await server.owner.query('update prize set due_at = business_now() where purchase_id = $1', [
      winner.order,
    ])
    const input = { order: winner.order, ...SOME_REVIEW, pictures, requestId: randomUUID() }
    await Promise.all([
      server.context.mall.prizeClocks.runDue(),
      winner.client.call(ENDPOINTS.reviewPost, input),
    ])
    expect(await prizeOf(winner)).toMatchObject({ status: 'completed', review: 'waiting' })
  })

  test('is possible after the clock has completed the order, and not before the product has arrived', async () => {
    const late = await received(server)
    await server.owner.query('update prize set due_at = business_now() where purchase_id = $1', [late.order])
    await server.context.mall.prizeClocks.runDue()
    expect(await prizeOf(late)).toMatchObject({ status: 'completed', canReview: true })
    expect((await postReview(server, late)).review.state).toBe('waiting')
    const early = await win(server, 10)
    expect(await prizeOf(early)).toMatchObject({ canReview: false })
    expect(await codeOf(postReview(server, early))).toBe('ORDER_STEP')
    const stranger = await makeMember(server)
    expect(await codeOf(postReview(server, { ...early, client: stranger.client }))).toBe('NO_SUCH_DATA')
  })

  test('takes one to nine own pictures that were sent for a review, and text within its limits', async () => {
    const winner = await received(server)
    const stranger = await received(server)
    const own = await reviewPictures(server, winner, 9)
    const post = (more: object) => codeOf(postReview(server, winner, more))
    expect(await post({ pictures: [] })).toBe('INPUT_INVALID')
    expect(await post({ pictures: [...own, ...own.slice(0, 1)] })).toBe('INPUT_INVALID')
    expect(await post({ pictures: [own[0]!, own[0]!] })).toBe('UPLOAD_GONE')
    expect(await post({ pictures: await reviewPictures(server, stranger) })).toBe('UPLOAD_GONE')
    const slip = await sendPicture(
      server.url,
      winner.client,
      await sharp(await pictureWithPlace()).toBuffer(),
      'slip',
    )
    expect(await post({ pictures: [slip.id] })).toBe('UPLOAD_GONE')
    for (const more of [
      { title: '' },
      { title: ' \n' },
      { title: 'x'.repeat(81) },
      { content: 'x'.repeat(1001) },
      // turns the reading of what follows, or is seen by nobody
      { title: 'Good \u202Egnol' },
      { content: 'A fine\u200B watch' },
    ])
      expect(await post(more)).toBe('INPUT_INVALID')
    expect(await prizeOf(winner)).toMatchObject({ status: 'received', canReview: true })
    const { review } = await postReview(server, winner, {
      pictures: own,
      title: 'ক'.repeat(80),
      content: '😀'.repeat(500),
    })
    expect(review.sent).toBe(9)
  })
})

describe('a moderator', () => {
  test('publishes a review: its author, the draw and its pictures are public', async () => {
    const posted = await postReview(server, await received(server), {})
    expect(await publish(posted)).toMatchObject({ state: 'published', title: SOME_REVIEW.title })
    const { items, total } = await talk(posted)
    expect(total).toBe(1)
    const [review] = items
    expect(review).toMatchObject({
      id: posted.review.id,
      title: SOME_REVIEW.title,
      content: SOME_REVIEW.content,
      name: expect.stringMatching(/\*\*\*$/),
      win: { issue: posted.issue, quantity: 10, shares: 10 },
      mine: false,
      reported: false,
    })
    expect(await talk(posted, posted.client)).toMatchObject({ items: [{ mine: true }] })
    expect((await server.anonymous().call(ENDPOINTS.winnerPosts, {})).items[0]).toEqual(review)
    const [own] = await mine(posted)
    expect(own).toMatchObject({ state: 'published', pictures: review!.pictures })
    for (const width of MEDIA_WIDTHS) expect(await statusOf(review!.pictures[0]!.name, width)).toBe(200)
    expect(await codeOf(publish(posted))).toBe('REVIEW_STEP')
  })

  test('does it once, also when eight operators do it at the same time', async () => {
    const posted = await someReview(server)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => publish(posted)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await mine(posted))[0]).toMatchObject({ state: 'published', pictures: [{}] })
  })

  test('does not show the name or the draw of a review without a name', async () => {
    const posted = await postReview(server, await received(server), { named: false })
    await publish(posted)
    expect((await talk(posted)).items).toMatchObject([{ name: null, win: null }])
  })

  test('refuses a review with a reason that the author reads, and can publish it later', async () => {
    const posted = await someReview(server)
    const verdict = { number: posted.number, reason: 'advertising', note: 'It names a shop.' } as const
    await moderator.client.call(ENDPOINTS.reviewRefuse, verdict)
    expect(await mine(posted)).toMatchObject([
      { state: 'refused', reason: 'advertising', note: 'It names a shop.', pictures: [] },
    ])
    expect(await prizeOf(posted)).toMatchObject({ review: 'refused' })
    expect((await talk(posted)).items).toEqual([])
    expect(await codeOf(moderator.client.call(ENDPOINTS.reviewRefuse, verdict))).toBe('REVIEW_STEP')
    await publish(posted)
    expect(await mine(posted)).toMatchObject([{ state: 'published', reason: null, note: null }])
  })

  test('takes a published review back with its pictures, and can publish it again', async () => {
    const posted = await someReview(server)
    await publish(posted)
    const { name } = (await mine(posted))[0]!.pictures[0]!
    await hide(posted)
    expect([await statusOf(name), (await talk(posted)).total]).toEqual([404, 0])
    expect(await mine(posted)).toMatchObject([{ state: 'hidden', reason: 'personal_data', pictures: [] }])
    await publish(posted)
    const [again] = await mine(posted)
    expect(again!.pictures[0]!.name).not.toBe(name)
    expect(await statusOf(again!.pictures[0]!.name)).toBe(200)
  })

  test('lists what waits, reads it and opens its pictures, which the audit log tells', async () => {
    const posted = await someReview(server)
    const { items } = await moderator.client.call(ENDPOINTS.reviewList, { limit: 100 })
    expect(items.find(({ number }) => number === posted.number)).toMatchObject({
      state: 'waiting',
      pictures: 1,
    })
    const shown = await moderator.client.call(ENDPOINTS.reviewShow, { number: posted.number.toLowerCase() })
    expect(shown).toMatchObject({
      member: posted.memberId,
      content: SOME_REVIEW.content,
      images: [{ name: null }],
    })
    const { base64, ...picture } = await moderator.client.call(ENDPOINTS.reviewPicture, {
      number: posted.number,
      position: 1,
    })
    expect(picture).toMatchObject({ type: 'image/webp', width: 200, height: 120 })
    expect((await sharp(Buffer.from(base64, 'base64')).metadata()).format).toBe('webp')
    expect(
      await codeOf(moderator.client.call(ENDPOINTS.reviewPicture, { number: posted.number, position: 2 })),
    ).toBe('NO_SUCH_DATA')
    await publish(posted)
    const audited = await auditor.client.call(ENDPOINTS.auditList, { subject: `review:${posted.number}` })
    expect(audited.items.map(({ action }) => action).toReversed()).toEqual([
      'review.read',
      'review.look',
      'review.publish',
    ])
    expect(
      (await moderator.client.call(ENDPOINTS.reviewShow, { number: posted.number })).timeline,
    ).toMatchObject([
      { step: 'post', by: null },
      { step: 'publish', by: { id: moderator.operatorId } },
    ])
  })
})

describe('reports', () => {
  const report = (posted: Posted, { client }: Pick<Posted, 'client'>) =>
    client.call(ENDPOINTS.reviewReport, { review: posted.review.id, reason: 'offensive' })
  const reported = async () =>
    (await moderator.client.call(ENDPOINTS.reviewList, { list: 'reported' })).items.map(
      ({ number, reports }) => [number, reports],
    )

  test('count once for each member, until a moderator keeps the review', async () => {
    const posted = await someReview(server)
    const [first, second] = [await makeMember(server), await makeMember(server)]
    expect(await codeOf(report(posted, first))).toBe('NO_SUCH_DATA')
    await publish(posted)
    expect(await codeOf(report(posted, posted))).toBe('NO_SUCH_DATA')
    await Promise.all(Array.from({ length: 5 }, () => report(posted, first)))
    await report(posted, second)
    expect(await reported()).toEqual([[posted.number, 2]])
    expect((await talk(posted, first.client)).items).toMatchObject([{ reported: true }])
    const shown = await moderator.client.call(ENDPOINTS.reviewShow, { number: posted.number })
    expect(shown.reported).toEqual([{ reason: 'offensive', count: 2 }])
    expect(await publish(posted)).toMatchObject({ state: 'published', reports: 0 })
    expect(await reported()).toEqual([])
    await report(posted, first)
    expect(await reported()).toEqual([])
    await hide(posted)
  })

  test('are limited for each member in 24 hours', async () => {
    const [posted, other] = [await someReview(server), await someReview(server)]
    await publish(posted)
    await publish(other)
    const member = await makeMember(server)
    await adjust(server.context, { 'mall.reviewReportsPerDay': '1' })
    await report(posted, member)
    expect(await codeOf(report(other, member))).toBe('TOO_MANY_REPORTS')
    await server.owner.query(`update review_report set at = at - interval '25 hours' where member_id = $1`, [
      member.memberId,
    ])
    await report(other, member)
  })
})

describe('deleting', () => {
  test('removes text, pictures and reports, and the order cannot be reviewed again', async () => {
    const posted = await someReview(server)
    await publish(posted)
    const { name } = (await mine(posted))[0]!.pictures[0]!
    const stranger = await makeMember(server)
    await stranger.client.call(ENDPOINTS.reviewReport, { review: posted.review.id, reason: 'illegal' })
    const remove = ({ client }: Pick<Posted, 'client'>) =>
      client.call(ENDPOINTS.reviewDelete, { review: posted.review.id })
    expect(await codeOf(remove(stranger))).toBe('NO_SUCH_DATA')
    await remove(posted)
    await remove(posted)
    expect([await mine(posted), await statusOf(name)]).toEqual([[], 404])
    expect(await prizeOf(posted)).toMatchObject({ review: 'deleted', canReview: false })
    expect(await codeOf(postReview(server, posted))).toBe('REVIEW_POSTED')
    const [row] = await server.db.query('select title, content, note from review where review_id = $1', [
      posted.review.id,
    ])
    expect(row).toEqual({ title: null, content: null, note: null })
    expect(await codeOf(publish(posted))).toBe('REVIEW_STEP')
  })

  test('happens to every review and report of a member whose account is closed', async () => {
    const posted = await someReview(server)
    const other = await someReview(server)
    await publish(posted)
    await publish(other)
    await posted.client.call(ENDPOINTS.reviewReport, { review: other.review.id, reason: 'unrelated' })
    const { name } = (await mine(posted))[0]!.pictures[0]!
    await posted.client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
    await server.context.jobs.drain()
    const inbox = await fetch(`${server.url}/sandbox/inbox.json?phone=${encodeURIComponent(posted.phone)}`)
    const { items } = (await inbox.json()) as { items: { code: string | null }[] }
    await posted.client.call(ENDPOINTS.closeAccount, { code: items[0]!.code! })
    await server.context.jobs.drain()
    await server.context.closing.closeIfReady(posted.memberId)
    expect((await talk(posted)).items).toEqual([])
    expect(await statusOf(name)).toBe(404)
    const shown = await moderator.client.call(ENDPOINTS.reviewShow, { number: other.number })
    expect([shown.reports, shown.reported]).toEqual([0, []])
  })
})

describe('hostile pictures', () => {
  test.each(HOSTILE_FILES)('%s cannot be sent for a review', async (_, file, code) => {
    const member = await makeMember(server)
    expect(await codeOf(sendPicture(server.url, member.client, file(), 'review'))).toBe(code)
  })

  test('a place and an appended program are in no file that is served, and no byte is served as sent', async () => {
    const winner = await received(server)
    const program = Buffer.from('<script>alert(document.domain)</script>PK\x03\x04poly-glot')
    const sent = Buffer.concat([await pictureWithPlace(), program])
    const { id } = await sendPicture(server.url, winner.client, sent, 'review')
    const posted = await postReview(server, winner, { pictures: [id] })
    await publish(posted)
    const [{ name } = { name: '' }] = (await mine(posted))[0]!.pictures
    for (const width of MEDIA_WIDTHS) {
      const answer = await fetch(server.url + mediaPath(name, width))
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const found = await sharp(bytes).metadata()
      expect([found.format, found.exif, found.xmp, found.orientation]).toEqual([
        'webp',
        undefined,
        undefined,
        undefined,
      ])
      for (const trace of ['Asha', '<script', 'poly-glot']) expect(bytes.includes(trace)).toBe(false)
      expect(bytes.equals(sent)).toBe(false)
    }
  })
})

test('pages follow each other, the newest first', async () => {
  const all: string[] = []
  let cursor: string | undefined
  for (let more = true; more;) {
    const page = await server.anonymous().call(ENDPOINTS.winnerPosts, { limit: 2, ...(cursor && { cursor }) })
    all.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
    more = cursor !== undefined
  }
  const whole = await server.anonymous().call(ENDPOINTS.winnerPosts, { limit: 100 })
  expect(all).toEqual(whole.items.map(({ id }) => id))
  expect(new Set(all).size).toBe(all.length)
  expect(await codeOf(server.anonymous().call(ENDPOINTS.goodsTalk, { product: 'NONE' }))).toBe('NO_SUCH_DATA')
})
