/** Files over HTTP: whole, in the client's pace, cut when they fail, each link once. */
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { systemRandom } from '../random.ts'
import { createDownloads, type DownloadOwner, type Offer } from './downloads.ts'
import { sendFile } from './file-response.ts'

const owner: DownloadOwner = { memberId: 'm1', sessionId: 's1', language: 'en-us' }
const clock = testClock(1_800_000_000_000)
const living = new Set(['s1', 's2'])

/** Chunks that the test files give out, the reads of them, and the errors that the server saw. */
let given: number
let ended: boolean
let errors: unknown[]
let server: Server
let url: string
let offer: Offer<{ chunks: number; failAfter?: number }>
/** the server waits for it before it says whether a session has ended */
let looking: Promise<void>
/** requests that arrived, and responses whose connection was closed */
let asked: number
let closedResponses: number

async function* chunksOf(chunks: number, failAfter: number) {
  try {
    for (let i = 0; i < chunks; i++) {
      if (i === failAfter) throw new Error('the database went away')
      given++
      yield await Promise.resolve(`${i}\n`.padStart(65_536, ' '))
    }
  } finally {
    ended = true
  }
}

beforeEach(async () => {
  ;[given, ended, errors, looking] = [0, false, [], Promise.resolve()]
  ;[asked, closedResponses] = [0, 0]
  const secret = systemRandom.bytes(32)
  const isLiving = async (session: string) => {
    await looking
    return living.has(session)
  }
  const downloads = createDownloads({ secret, clock, random: systemRandom, isLiving })
  offer = downloads.define('numbers', (_, { chunks, failAfter = -1 }) => {
    if (chunks < 0) throw new Error('there is no such file')
    return { name: 'numbers.txt', type: 'text/plain', chunks: chunksOf(chunks, failAfter) }
  })
  server = createServer((request, response) => {
    asked++
    response.once('close', () => closedResponses++)
    const answer = async () => {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      const opened = await downloads.route.open({
        path: '',
        rest: '',
        query,
        headers: request.headers,
        body: Buffer.alloc(0),
        address: '',
        requestId: '',
      })
      if ('file' in opened) return sendFile(response, {}, opened)
      if ('stream' in opened) throw new Error('a download is no stream')
      response.writeHead(opened.status).end(opened.body)
    }
    answer().catch((error: unknown) => {
      errors.push(error)
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const status = async (link: string) => (await fetch(url + link)).status
const opened = async (link: string): Promise<IncomingMessage> => {
  const [response] = (await once(get(url + link), 'response')) as [IncomingMessage]
  return response
}

test('a link downloads the whole file once', async () => {
  const { url: link, expiresAt } = offer(owner, { chunks: 40 })
  expect(expiresAt).toBe(clock.now() + 60_000)
  const response = await fetch(url + link)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="numbers.txt"')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect((await response.text()).length).toBe(40 * 65_536)
  expect([given, ended, errors]).toEqual([40, true, []])
  expect(await status(link)).toBe(401)
})

test('a link that was changed, is late or belongs to an ended session downloads nothing', async () => {
  const { url: link } = offer(owner, { chunks: 1 })
  expect(await status(`${link}x`)).toBe(401)
  expect(await status('/api/download')).toBe(401)
  expect(await status(offer({ ...owner, sessionId: 'ended' }, { chunks: 1 }).url)).toBe(401)
  clock.advance(60_000)
  expect(await status(link)).toBe(401)
  expect(given).toBe(0)
})

test('the file is read no faster than the client takes it, and no further when the client leaves', async () => {
  const response = await opened(offer(owner, { chunks: 100_000 }).url)
  await once(response, 'readable')
  const readBefore = given
  expect(readBefore).toBeLessThan(1_000)
  response.destroy()
  await expect.poll(() => ended).toBe(true)
  expect(given).toBeLessThan(1_000)
  expect(errors).toEqual([])
})

test('a file that fails is cut, so that the client does not take the part for the whole', async () => {
  const response = await fetch(url + offer(owner, { chunks: 10, failAfter: 3 }).url)
  await expect(response.text()).rejects.toThrow()
  await expect.poll(() => errors).toMatchObject([{ message: 'the database went away' }])
})

test('a member has two downloads at a time, and the end of one makes room', async () => {
  const running = await Promise.all([1, 2].map(() => opened(offer(owner, { chunks: 100_000 }).url)))
  const full = await fetch(url + offer(owner, { chunks: 1 }).url)
  expect(full.status).toBe(503)
  expect(await status(offer({ ...owner, memberId: 'm2', sessionId: 's2' }, { chunks: 1 }).url)).toBe(200)
  running[0]!.destroy()
  await expect.poll(() => status(offer(owner, { chunks: 1 }).url)).toBe(200)
  running[1]!.destroy()
})

/** Redeems links at the same moment: none is answered before all of them were looked at. */
async function atOnce(links: readonly string[]): Promise<IncomingMessage[]> {
  const look = Promise.withResolvers<void>()
  looking = look.promise
  const answers = links.map(opened)
  await expect.poll(() => asked).toBe(links.length)
  look.resolve()
  return Promise.all(answers)
}
const LONG = { chunks: 100_000 }
const succeeded = (answers: readonly IncomingMessage[]) =>
  answers.filter(({ statusCode }) => statusCode === 200)

test('links that are redeemed at the same moment do not get more than two places for a member', async () => {
  const answers = await atOnce(Array.from({ length: 20 }, () => offer(owner, LONG).url))
  expect(succeeded(answers)).toHaveLength(2)
  for (const answer of answers) answer.destroy()
  await expect.poll(() => status(offer(owner, { chunks: 1 }).url)).toBe(200)
})

test('links of many members that are redeemed at the same moment share twelve places', async () => {
  const members = Array.from({ length: 20 }, (_, n) => ({ ...owner, memberId: `m${n}` }))
  const answers = await atOnce(members.map((one) => offer(one, LONG).url))
  expect(succeeded(answers)).toHaveLength(12)
  for (const answer of answers) answer.destroy()
  for (const one of members) await expect.poll(() => status(offer(one, { chunks: 1 }).url)).toBe(200)
})

test('a client that left before its file began, and a file that cannot be made, give their places back', async () => {
  for (let n = 0; n < 3; n++) {
    const look = Promise.withResolvers<void>()
    looking = look.promise
    const [before, closed] = [asked, closedResponses]
    const request = get(url + offer(owner, LONG).url)
    request.on('error', () => undefined)
    await expect.poll(() => asked).toBe(before + 1)
    request.destroy()
    await expect.poll(() => closedResponses).toBe(closed + 1)
    look.resolve()
  }
  expect(given).toBe(0)
  for (let n = 0; n < 3; n++) await expect(status(offer(owner, { chunks: -1 }).url)).rejects.toThrow()
  expect(errors).toHaveLength(3)
  expect(await status(offer(owner, { chunks: 1 }).url)).toBe(200)
})
