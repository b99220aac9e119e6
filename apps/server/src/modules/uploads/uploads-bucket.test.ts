/** Uploads whose files are in a bucket: what is stored there, what members get, and what happens when the bucket does not answer. */
import { MEDIA_WIDTHS, mediaPath } from '@fairlot/contract/media/media-path'
import { fromHex } from '@fairlot/fairness/bytes'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../platform/durations.ts'
import { systemRandom } from '../../platform/random.ts'
import { openBucket, type TestBucket } from '../../testing/played/bucket.ts'
import { makeMember } from '../../testing/factories.ts'
import { makePicture, sendPicture } from '../../testing/made/pictures.ts'
import { failing } from '../../testing/planted.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { checkFiles, dropUnknownFiles, uploadChecks, uploadSealing } from './index.ts'

let bucket: TestBucket
let server: TestServer
beforeAll(async () => {
  bucket = await openBucket()
  server = await testServer({ parts: { storage: bucket.storage() } })
  await server.owner.query('update clock_watch set driven = true')
  await server.context.jobs.plan()
})
afterAll(async () => {
  await server.close()
  await bucket.close()
})
afterEach(async () => {
  expect(await failing(server.db, uploadChecks)).toEqual([])
  expect(await ofFiles()).toMatchObject({ breaches: 0 })
})

const ofFiles = () => {
  const sealing = uploadSealing(fromHex(server.context.secrets.uploadEncryption, 32), systemRandom)
  return checkFiles(server.db, { storage: bucket.storage(), sealing })
}
const keys = () => [...bucket.files.keys()]

test('a picture is encrypted in the bucket, under its prefix, and opens again', async () => {
  const { client, memberId } = await makeMember(server)
  const { id } = await sendPicture(server.url, client, await makePicture())
  const [key = ''] = keys()
  expect(keys()).toEqual([expect.stringMatching(/^shop\/[0-9a-f]{32}$/)])
  await expect(sharp(bucket.files.get(key)).metadata()).rejects.toThrow()
  const opened = await server.context.uploads.open(server.db, memberId, id)
  expect((await sharp(opened!.bytes).metadata()).format).toBe('webp')
  await dropUnknownFiles(server.db, bucket.storage())
  expect(keys()).toEqual([key])
})

test('a public picture is served from the bucket in three widths', async () => {
  const { media } = server.context.uploads
  const { name } = await media.preparePicture('product', await makePicture({ width: 1600, height: 800 }))
  await server.db.tx((tx) => media.publishPictures(tx, [name], { kind: 'product', usedBy: 'product:TEA' }))
  for (const width of MEDIA_WIDTHS) {
    const answer = await fetch(server.url + mediaPath(name, width))
    expect(answer.status).toBe(200)
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({ format: 'webp', width })
    expect(keys()).toContain(`shop/${name}-${width}`)
  }
})

test('a bucket that does not take a file refuses the picture, and no file of it stays', async () => {
  const { client } = await makeMember(server)
  const before = keys()
  bucket.fail(1_000)
  await expect(sendPicture(server.url, client, await makePicture())).rejects.toThrow()
  bucket.fail(0)
  expect(keys()).toEqual(before)
  expect((await sendPicture(server.url, client, await makePicture())).id).toEqual(expect.any(String))
})

test('pictures that nothing uses leave the bucket; published ones stay', async () => {
  const { client } = await makeMember(server)
  const isPublic = (key: string) => /-\d+$/.test(key)
  const published = keys().filter(isPublic)
  await sendPicture(server.url, client, await makePicture({ shade: 90 }))
  expect(keys().some((key) => !isPublic(key))).toBe(true)
  const { jobs } = server.context
  await server.database.advanceClock(25 * HOUR_MS)
  await jobs.drain()
  await server.database.advanceClock(2 * HOUR_MS)
  await jobs.drain()
  expect(keys()).toEqual(published)
})
