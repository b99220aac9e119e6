import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import net from 'node:net'
import path from 'node:path'
import { codesOf } from '@fairlot/contract/define'
import { MAX_UPLOAD_BYTES, upload, UPLOADS_AT_A_TIME } from '@fairlot/contract/media/upload'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromHex } from '@fairlot/fairness/bytes'
import { HOUR_MS } from '../../platform/durations.ts'
import { systemRandom } from '../../platform/random.ts'
import { directoryStorage } from '../../platform/storage/directory-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { makeMember, type TestMember } from '../../testing/factories.ts'
import {
  BOUNDARY,
  HOSTILE_FILES,
  pictureWithPlace,
  makePicture,
  multipartOf,
  postUpload,
  sendPicture,
  sha256Of,
  uploadParts,
} from '../../testing/made/pictures.ts'
import { failing, planted } from '../../testing/planted.ts'
import { adjust, testServer, type TestServer } from '../../testing/server.ts'
import { checkFiles, dropUnknownFiles, uploadChecks, uploadSealing } from './index.ts'

let directory: string
let storage: Storage
let server: TestServer
let member: TestMember

beforeAll(async () => {
  directory = path.join(await mkdtemp(path.join(tmpdir(), 'fairlot-uploads-')), 'uploads')
  storage = directoryStorage(directory)
  server = await testServer({ parts: { storage } })
  await server.owner.query('update clock_watch set driven = true')
  await server.context.jobs.plan()
})
afterAll(async () => {
  await server.close()
  await rm(path.dirname(directory), { recursive: true, force: true })
})
beforeEach(async () => {
  member = await makeMember(server)
})
afterEach(async () => {
  expect(await failing(server.db, uploadChecks)).toEqual([])
})

const send = (bytes: Uint8Array) => sendPicture(server.url, member.client, bytes)
const open = (id: string) => server.context.uploads.open(server.db, member.memberId, id)
const refused = (bytes: Uint8Array) => expect(send(bytes)).rejects
const files = async () => (await readdir(directory, { recursive: true })).filter((name) => name.length > 3)
const sealing = () => uploadSealing(fromHex(server.context.secrets.uploadEncryption, 32), systemRandom)
const ofFiles = () => checkFiles(server.db, { storage, sealing: sealing() })

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('of the type %s is stored as WebP', async (format) => {
    const sent = await send(await makePicture({ format }))
    expect(sent).toMatchObject({ width: 200, height: 120 })
    const stored = await open(sent.id)
    expect(await sharp(stored!.bytes).metadata()).toMatchObject({ format: 'webp', width: 200, height: 120 })
    expect(stored!.bytes).toHaveLength(sent.bytes)
  })

  test('is made smaller, never larger', async () => {
    expect(await send(await makePicture({ width: 3200, height: 800 }))).toMatchObject({
      width: 1600,
      height: 400,
    })
  })

  test('loses its metadata and the place where it was taken, and is turned upright', async () => {
    const withPlace = await pictureWithPlace()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const sent = await send(withPlace)
    expect(sent).toMatchObject({ width: 120, height: 200 })
    const { bytes } = (await open(sent.id))!
    const kept = await sharp(bytes).metadata()
    expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('Asha')).toBe(false)
  })

  test('is encrypted at rest, in a directory that only the server can enter', async () => {
    const before = new Set(await files())
    await send(await makePicture())
    const [name, ...others] = (await files()).filter((file) => !before.has(file))
    expect(others).toEqual([])
    const file = path.join(directory, name!)
    const bytes = await storage.get(path.basename(name!))
    expect(bytes!.includes('WEBP')).toBe(false)
    const modes = await Promise.all([directory, path.dirname(file), file].map((at) => stat(at)))
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600'])
  })

  test('of another member cannot be opened', async () => {
    const { id } = await send(await makePicture())
    const other = await makeMember(server)
    expect(await server.context.uploads.open(server.db, other.memberId, id)).toBeUndefined()
  })
})

describe('hostile files', () => {
  test.each(HOSTILE_FILES)('%s is refused', async (_, file, code) => {
    await refused(file()).toMatchObject({ code })
  })

  test('a GIF, a TIFF and an AVIF are refused by their content', async () => {
    const picture = sharp(await makePicture())
    for (const format of ['gif', 'tiff', 'avif'] as const)
      await refused(await picture.clone().toFormat(format).toBuffer()).toMatchObject({ code: 'UPLOAD_TYPE' })
  })

  test.each(['jpeg', 'png', 'webp'] as const)('a %s that is cut off is refused', async (format) => {
    const noise = sharp(systemRandom.bytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    const whole = await noise.toFormat(format).toBuffer()
    await refused(whole.subarray(0, Math.floor(whole.length / 2))).toMatchObject({
      code: 'UPLOAD_UNREADABLE',
    })
  })

  test('a program that is appended to a picture is not stored', async () => {
    const polyglot = Buffer.concat([await makePicture(), Buffer.from('PK\x03\x04 #!/bin/sh echo poly-glot')])
    const { id } = await send(polyglot)
    expect((await open(id))!.bytes.includes('poly-glot')).toBe(false)
  })

  test('a file of more than 5 MB is refused, and one of 5 MB is read', async () => {
    const picture = await makePicture()
    const padded = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
    await refused(padded(MAX_UPLOAD_BYTES + 1)).toMatchObject({ code: 'UPLOAD_TOO_LARGE' })
    expect(await send(padded(MAX_UPLOAD_BYTES))).toMatchObject({ width: 200 })
  })
})

describe('the call', () => {
  const parts = async (call: Parameters<typeof uploadParts>[0] = {}) =>
    uploadParts({ session: member.session, ...call }, await makePicture())
  const post = (body: Buffer) => postUpload(server.url, body)

  test('takes the fields first, then one file', async () => {
    const correct = await parts()
    expect(await post(multipartOf(correct))).toMatchObject({ flag: 0 })
    const file = correct.at(-1)!
    const fields = correct.slice(0, -1)
    const wrong = {
      'the file first': [file, ...fields],
      'two files': [...correct, file],
      'a field after the file': [...correct, { name: 'language', value: 'en-us' }],
      'a field twice': [...fields, fields[2]!, file],
      'an unknown field': [{ name: 'x', value: '1' }, ...correct],
      'no file': fields,
      'a file of another name': [...fields, { ...file, name: 'picture' }],
      nothing: [],
    }
    for (const [what, some] of Object.entries(wrong)) {
      const answer = await post(multipartOf(some))
      expect([what, answer]).toMatchObject([
        what,
        { data: { code: expect.stringMatching(/^(INPUT_INVALID|DATE_ERROR)$/) } },
      ])
    }
  })

  test('is as the API document describes it', async () => {
    type Described = {
      operationId: string
      security: unknown
      'x-errors': { code: string }[]
      'x-upload': { maxBytes: number; minSide: number; atATime: number }
      requestBody: { content: Record<string, Content> }
    }
    type Content = {
      schema: { properties: Record<string, object>; required: string[]; additionalProperties: boolean }
      encoding: Record<string, { contentType: string }>
    }
    const response = await fetch(`${server.url}/api/openapi.json`)
    const { paths } = (await response.json()) as { paths: Record<string, { post: Described }> }
    const described = paths['/upload']!.post
    expect(described).toMatchObject({ operationId: 'upload', security: [{ member: [] }] })
    expect(described['x-errors'].map(({ code }) => code)).toEqual(codesOf(upload))
    const [type, { schema, encoding }] = Object.entries(described.requestBody.content)[0]!
    // the body has the described fields in their order, and needs them
    const body = await parts()
    expect(body.map(({ name }) => name)).toEqual(Object.keys(schema.properties))
    expect([type, schema.additionalProperties]).toEqual(['multipart/form-data', false])
    for (const name of schema.required) {
      const without = body.filter((part) => part.name !== name)
      expect(await post(multipartOf(without)), name).not.toMatchObject({ flag: 0 })
    }
    // the accepted types and the limits are those of the route
    const formats = encoding['file']!.contentType.split(', ').map((mime) => mime.replace('image/', ''))
    for (const format of formats as ('jpeg' | 'png' | 'webp')[])
      expect(await send(await makePicture({ format }))).toMatchObject({ width: 200 })
    const { maxBytes, minSide, atATime } = described['x-upload']
    const picture = await makePicture({ width: minSide, height: minSide })
    const padded = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
    expect(await send(padded(maxBytes))).toMatchObject({ width: minSide })
    await refused(padded(maxBytes + 1)).toMatchObject({ code: 'UPLOAD_TOO_LARGE' })
    await refused(await makePicture({ width: minSide - 1, height: minSide })).toMatchObject({
      code: 'UPLOAD_PIXELS',
    })
    expect(atATime).toBe(UPLOADS_AT_A_TIME)
  })

  test('refuses other bodies than multipart', async () => {
    const body = multipartOf(await parts())
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
      expect(await postUpload(server.url, body, type)).toMatchObject({ data: { code: 'INPUT_INVALID' } })
  })

  test('refuses a body that ends too early', async () => {
    const body = multipartOf(await parts())
    expect(await post(body.subarray(0, body.length - 200))).toMatchObject({ data: { code: 'INPUT_INVALID' } })
  })

  test('refuses a hash that is not the one of the file', async () => {
    const param = { purpose: 'identity', sha256: sha256Of(Buffer.from('another file')) }
    expect(await post(multipartOf(await parts({ param })))).toMatchObject({
      data: { code: 'UPLOAD_DAMAGED' },
    })
  })

  test('refuses a file that was exchanged after the signature', async () => {
    const correct = await parts()
    const exchanged = [...correct.slice(0, -1), { name: 'file', file: await makePicture({ shade: 1 }) }]
    expect(await post(multipartOf(exchanged))).toMatchObject({ data: { code: 'UPLOAD_DAMAGED' } })
  })

  test('needs a session and a correct signature', async () => {
    expect(await post(multipartOf(await parts({ session: null })))).toMatchObject({
      data: { code: 'SESSION_ENDED' },
    })
    const tampered = await parts({ tamper: { language: 'bn-bd' } })
    expect(await post(multipartOf(tampered))).toMatchObject({ data: { code: 'SIGN_FAILED' } })
    const unknown = await parts({ param: { purpose: 'avatar', sha256: '0'.repeat(64) } })
    expect(await post(multipartOf(unknown))).toMatchObject({ data: { code: 'INPUT_INVALID' } })
  })

  test('answers a caller without a session before the file has arrived', async () => {
    const body = multipartOf(await parts({ session: null }))
    const { port, hostname } = new URL(server.url)
    const socket = net.connect(Number(port), hostname)
    // the rest of the file never comes
    socket.write(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
        `content-length: ${body.length + 1_000_000}\r\n\r\n`,
    )
    socket.write(body.subarray(0, -100))
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toContain('SESSION_ENDED')
  })

  test('reads two files of a member at a time, of all sessions together, so that others have room', async () => {
    const { port, hostname } = new URL(server.url)
    const session = await server.context.identity.openSession(member.memberId)
    const sockets: net.Socket[] = []
    for (const from of [member.session, session]) {
      const body = multipartOf(uploadParts({ session: from }, await makePicture()))
      const socket = net.connect(Number(port), hostname)
      // the end of the file does not come
      socket.write(
        `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
          `content-length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, -100))
      sockets.push(socket)
    }
    const picture = await makePicture()
    const third = { code: 'TOO_MANY_CALLS', failure: { retryAfter: 5 } }
    // the two have arrived when a third one is refused
    await expect.poll(() => send(picture).catch((error: unknown) => error)).toMatchObject(third)
    member.client.session = session
    await refused(picture).toMatchObject(third)
    const other = await makeMember(server)
    expect(await sendPicture(server.url, other.client, picture)).toMatchObject({ width: 200 })
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => send(picture).catch((error: unknown) => error)).toMatchObject({ width: 200 })
  })

  test('survives a client that closes the connection in the middle of a file', async () => {
    const body = multipartOf(await parts())
    const { port, hostname } = new URL(server.url)
    for (const share of [0.3, 0.6, 0.95]) {
      const socket = net.connect(Number(port), hostname)
      socket.write(
        `POST /api/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
          `content-length: ${body.length}\r\n\r\n`,
      )
      const half = body.subarray(0, Math.floor(body.length * share))
      await new Promise((resolve) => socket.write(half, resolve))
      socket.destroy()
    }
    expect(await send(await makePicture())).toMatchObject({ width: 200 })
  })
})

describe('limits', () => {
  test('count the pictures of a day, also in parallel', async () => {
    await adjust(server.context, { 'uploads.perDay': '3' })
    const picture = await makePicture()
    const inOrder = async () => {
      const settled: PromiseSettledResult<unknown>[] = []
      for (let i = 0; i < 5; i++) settled.push(...(await Promise.allSettled([send(picture)])))
      return settled
    }
    const sent = (await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, inOrder))).flat()
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refusals = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refusals)).toEqual(new Set(['UPLOAD_LIMIT']))
    await server.database.advanceClock(24 * HOUR_MS)
    const later = await server.context.identity.openSession(member.memberId)
    member.client.session = later
    // business time moved, the clock of the calls did not
    await expect(send(picture)).resolves.toMatchObject({ width: 200 })
    await adjust(server.context, { 'uploads.perDay': '30' })
  })

  test('count the size of what is kept', async () => {
    await adjust(server.context, { 'uploads.memberMegabytes': '1' })
    await server.db.query(
      `insert into upload_total (member_id, day, uploads, bytes) values ($1, '2020-01-01', 9, 1048570)`,
      [member.memberId],
    )
    await refused(await makePicture()).toMatchObject({ code: 'UPLOAD_QUOTA' })
    await server.owner.query('delete from upload_total where member_id = $1', [member.memberId])
    await adjust(server.context, { 'uploads.memberMegabytes': '50' })
  })
})

describe('a stored picture', () => {
  const use = (ids: string[], usedBy = 'recharge:1', purpose: 'slip' | 'identity' = 'identity') =>
    server.db.tx((tx) => server.context.uploads.use(tx, member.memberId, ids, { purpose, usedBy }))

  test('is used once, for its purpose, by its member', async () => {
    const { id } = await send(await makePicture())
    await expect(use([id], 'recharge:1', 'slip')).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    await expect(use([id, id])).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => use([id], `recharge:${i}`)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const other = await makeMember(server)
    const theirs = await sendPicture(server.url, other.client, await makePicture())
    await expect(use([theirs.id])).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
  })

  test('is erased after a day without use, and its file goes an hour later; a used one stays', async () => {
    const unused = await send(await makePicture())
    const used = await send(await makePicture())
    await use([used.id])
    const { jobs } = server.context
    await server.database.advanceClock(25 * HOUR_MS)
    await jobs.drain()
    expect(await open(unused.id)).toBeUndefined()
    const before = await files()
    await server.database.advanceClock(2 * HOUR_MS)
    await jobs.drain()
    expect((await files()).length).toBeLessThan(before.length)
    expect(await open(used.id)).toBeDefined()
    await server.db.tx((tx) => server.context.uploads.erase(tx, member.memberId, [used.id]))
    expect(await open(used.id)).toBeUndefined()
    await server.database.advanceClock(2 * HOUR_MS)
    await jobs.drain()
    expect(await ofFiles()).toMatchObject({ breaches: 0 })
  })

  test('that is missing, changed or unknown is found by the doctor', async () => {
    const { id } = await send(await makePicture())
    expect(await ofFiles()).toMatchObject({ breaches: 0 })
    const [row] = await server.db.query<{ name: string }>('select name from upload where upload_id = $1', [
      id,
    ])
    const name = row!.name
    const file = path.join(directory, name.slice(0, 2), name)
    const whole = (await storage.get(name))!

    await rm(file)
    expect(await ofFiles()).toMatchObject({ breaches: 1, figure: `${id} is missing` })
    const changed = Buffer.from(whole)
    changed[40]! ^= 1
    await writeFile(file, changed)
    expect(await ofFiles()).toMatchObject({ breaches: 1, figure: `${id} was changed` })
    await rm(file)
    await storage.put(name, whole)
    const stranger = 'ab'.repeat(16)
    await storage.put(stranger, Buffer.from('x'))
    expect(await ofFiles()).toMatchObject({ breaches: 1, figure: `${stranger} belongs to no picture` })
    expect(await dropUnknownFiles(server.db, storage)).toBe(1)
    expect(await ofFiles()).toMatchObject({ breaches: 0 })
    const other = uploadSealing(systemRandom.bytes(32), systemRandom)
    expect((await checkFiles(server.db, { storage, sealing: other })).breaches).toBeGreaterThan(0)
  })

  test('cannot be given to another use, or brought back, and its size counts', async () => {
    const { id } = await send(await makePicture())
    await use([id])
    const at = 'member_id = $1 and upload_id = $2'
    const values = [member.memberId, id]
    const plant = (db: typeof server.db, sql: string) => planted(db, uploadChecks, sql, values)
    expect(await plant(server.db, `update upload set used_by = 'recharge:2' where ${at}`)).toEqual([
      'refused: upload_life',
    ])
    expect(await plant(server.db, `update upload set stored = false where ${at}`)).toEqual([
      'refused: upload_life',
    ])
    expect(await plant(server.db, `update upload set bytes = 1 where ${at}`)).toEqual([
      expect.stringMatching(/^refused: permission denied/),
    ])
    expect(await plant(server.owner, `update upload set bytes = bytes + 1 where ${at}`)).toEqual([
      uploadChecks[0]!.title,
    ])
    expect(
      await plant(server.owner, `update upload set used_at = created_at - interval '1 day' where ${at}`),
    ).toEqual([uploadChecks[1]!.title])
    expect(await plant(server.db, `delete from upload where ${at}`)).toEqual([
      expect.stringMatching(/^refused: permission denied/),
    ])
  })
})
