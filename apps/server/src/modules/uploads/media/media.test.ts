import { MEDIA_WIDTHS, mediaPath } from '@fairlot/contract/media/media-path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { systemRandom } from '../../../platform/random.ts'
import { memoryStorage } from '../../../platform/storage/storage.ts'
import { makeMember } from '../../../testing/factories.ts'
import { HOSTILE_FILES, makePicture, pictureWithPlace, sendPicture } from '../../../testing/made/pictures.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { fromHex } from '@fairlot/fairness/bytes'
import { checkFiles, dropUnknownFiles, uploadChecks, uploadSealing } from '../index.ts'

const storage = memoryStorage()
let server: TestServer

beforeAll(async () => {
  server = await testServer({ parts: { storage } })
  await server.owner.query('update clock_watch set driven = true')
  await server.context.jobs.plan()
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await failing(server.db, uploadChecks)).toEqual([])
  expect(await ofFiles()).toMatchObject({ breaches: 0 })
})

const media = () => server.context.uploads.media
const ofFiles = () => {
  const sealing = uploadSealing(fromHex(server.context.secrets.uploadEncryption, 32), systemRandom)
  return checkFiles(server.db, { storage, sealing })
}
const get = (path: string) => fetch(server.url + path)
const publish = (names: string[], code = 'TEA') =>
  server.db.tx((tx) => media().publishPictures(tx, names, { kind: 'product', usedBy: `product:${code}` }))
const published = async (file: Uint8Array) => {
  const picture = await media().preparePicture('product', file)
  await publish([picture.name])
  return picture
}

describe('a public picture', () => {
  test('is served in three widths, as WebP that no browser takes for a page', async () => {
    const { name, ...size } = await published(await makePicture({ width: 1600, height: 800 }))
    expect(size).toEqual({ width: 1280, height: 640 })
    for (const width of MEDIA_WIDTHS) {
      const answer = await get(mediaPath(name, width))
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      const found = await sharp(await answer.bytes()).metadata()
      expect(found).toMatchObject({ format: 'webp', width, height: width / 2 })
    }
  })

  test('is never made larger than what was sent', async () => {
    const { name, ...size } = await published(await makePicture({ width: 100, height: 80 }))
    expect(size).toEqual({ width: 100, height: 80 })
    expect(await sharp(await (await get(mediaPath(name, 640))).bytes()).metadata()).toMatchObject(size)
  })

  test('has no metadata and no place, and stands upright', async () => {
    const { name } = await published(await pictureWithPlace())
    const bytes = Buffer.from(await (await get(mediaPath(name, 320))).bytes())
    const found = await sharp(bytes).metadata()
    expect(found).toMatchObject({ width: 120, height: 200 })
    expect([found.exif, found.xmp, found.iptc, found.orientation]).toEqual(Array(4).fill(undefined))
    expect(bytes.includes('Asha')).toBe(false)
  })

  test('contains nothing of a program that was appended to the picture', async () => {
    const payload = '<script>alert(document.domain)</script>PK\x03\x04poly-glot'
    const { name } = await published(Buffer.concat([await makePicture(), Buffer.from(payload)]))
    for (const width of MEDIA_WIDTHS) {
      const bytes = Buffer.from(await (await get(mediaPath(name, width))).bytes())
      expect([bytes.includes('<script'), bytes.includes('poly-glot')]).toEqual([false, false])
    }
  })

  test.each(HOSTILE_FILES)('is not made of %s', async (_, file, code) => {
    const before = await server.db.query('select from media')
    await expect(media().preparePicture('product', file())).rejects.toMatchObject({ code })
    expect(await server.db.query('select from media')).toHaveLength(before.length)
  })
})

describe('the address of a picture', () => {
  test('answers nothing before the picture is published, and nothing once it is withdrawn', async () => {
    const { name } = await media().preparePicture('product', await makePicture())
    const at = mediaPath(name, 640)
    expect((await get(at)).status).toBe(404)
    await publish([name])
    expect((await get(at)).status).toBe(200)
    await server.db.tx((tx) => media().withdrawPictures(tx, [name]))
    expect((await get(at)).status).toBe(404)
  })

  test('answers 404 for other widths, types, names and paths', async () => {
    const { name } = await published(await makePicture())
    const wrong = [
      `${name}-641.webp`,
      `${name}-320.png`,
      `${name}-320`,
      name,
      `${'0'.repeat(32)}-320.webp`,
      `${name.toUpperCase()}-320.webp`,
      `x/${name}-320.webp`,
      `%2e%2e%2fsecrets.json`,
      `${name}-320.webp%00`,
    ]
    for (const path of wrong) expect([path, (await get(`/media/${path}`)).status]).toEqual([path, 404])
    expect((await fetch(server.url + mediaPath(name, 320), { method: 'POST' })).status).toBe(405)
    expect((await fetch(server.url + mediaPath(name, 320), { method: 'HEAD' })).status).toBe(200)
  })
})

describe('publishing', () => {
  test('takes each picture once, for its kind', async () => {
    const { name } = await media().preparePicture('review', await makePicture())
    await expect(publish([name])).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    const product = await media().preparePicture('product', await makePicture())
    await expect(publish([product.name, product.name])).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => publish([product.name], `T${i}`)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('shows a copy of what a member sent for a review, and of nothing else', async () => {
    const member = await makeMember(server)
    const review = await sendPicture(server.url, member.client, await makePicture(), 'review')
    const slip = await sendPicture(server.url, member.client, await makePicture(), 'slip')
    const other = await makeMember(server)
    for (const [id, from] of [
      [slip.id, member],
      [review.id, other],
    ] as const)
      await expect(media().prepareUpload(from.memberId, id)).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    const { name } = await media().prepareUpload(member.memberId, review.id)
    expect((await get(mediaPath(name, 320))).status).toBe(404)
    await server.db.tx((tx) => media().publishPictures(tx, [name], { kind: 'review', usedBy: 'review:1' }))
    expect((await get(mediaPath(name, 320))).status).toBe(200)
  })

  test('is undone with its transaction', async () => {
    const { name } = await media().preparePicture('product', await makePicture())
    const broken = server.db.tx(async (tx) => {
      await media().publishPictures(tx, [name], { kind: 'product', usedBy: 'product:TEA' })
      throw new Error('undo')
    })
    await expect(broken).rejects.toThrow('undo')
    expect((await get(mediaPath(name, 320))).status).toBe(404)
  })
})

describe('files', () => {
  const count = async () => {
    let files = 0
    for await (const _ of storage.list()) files++
    return files
  }

  test('of a picture that nothing publishes go after a day; published ones stay until they are withdrawn', async () => {
    const { jobs } = server.context
    await server.database.advanceClock(30 * HOUR_MS)
    await jobs.drain()
    await server.database.advanceClock(2 * HOUR_MS)
    await jobs.drain()
    const before = await count()
    await media().preparePicture('product', await makePicture())
    const kept = await published(await makePicture())
    expect(await count()).toBe(before + 6)
    await server.database.advanceClock(25 * HOUR_MS)
    await jobs.drain()
    await server.database.advanceClock(2 * HOUR_MS)
    await jobs.drain()
    expect(await count()).toBe(before + 3)
    await server.db.tx((tx) => media().withdrawPictures(tx, [kept.name]))
    expect(await count()).toBe(before + 3)
    await server.database.advanceClock(2 * HOUR_MS)
    await jobs.drain()
    expect(await count()).toBe(before)
  })

  test('that are missing, changed or unknown are found by the doctor', async () => {
    const { name } = await published(await makePicture())
    const file = `${name}-640`
    const whole = (await storage.get(file))!
    await storage.delete(file)
    const what = `the public picture ${name} of 640 pixels`
    expect(await ofFiles()).toMatchObject({ breaches: 1, figure: `${what} is missing` })
    await storage.put(file, await makePicture())
    expect(await ofFiles()).toMatchObject({ breaches: 1, figure: `${what} was changed` })
    await storage.delete(file)
    await storage.put(file, whole)
    const stranger = `${'ab'.repeat(16)}-320`
    await storage.put(stranger, whole)
    expect(await ofFiles()).toMatchObject({ breaches: 1, figure: `${stranger} belongs to no picture` })
    expect(await dropUnknownFiles(server.db, storage)).toBe(1)
  })

  test('of a row that was tampered with are found, or the database refuses it', async () => {
    const { name } = await published(await makePicture())
    const at = `where name = '${name}'`
    const plant = (db: typeof server.db, sql: string) => planted(db, uploadChecks, `${sql} ${at}`)
    expect(await plant(server.db, `update media set used_by = 'product:X'`)).toEqual(['refused: media_life'])
    expect(await plant(server.db, `update media set stored = false`)).toEqual(['refused: media_life'])
    expect(await plant(server.db, `update media set hashes = '{}'`)).toEqual([
      expect.stringMatching(/^refused: permission denied/),
    ])
    expect(await plant(server.db, 'delete from media')).toEqual([
      expect.stringMatching(/^refused: permission denied/),
    ])
    expect(await plant(server.owner, `update media set used_at = created_at - interval '1 day'`)).toEqual([
      expect.stringContaining('no public picture is shown before it is stored'),
    ])
  })
})
