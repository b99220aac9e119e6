import { expect, test } from 'vitest'
import { createLink } from './stream-link.ts'
import type { LinkEvent } from './stream-link.ts'

type Opened = {
  ticket: string
  topics: readonly string[]
  isClosed: boolean
  hear: (name: string, data?: unknown) => void
  fail: () => void
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A link whose time, tickets and connections the test controls. */
function setUp() {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  const opened: Opened[] = []
  const asked: (readonly string[])[] = []
  const news: LinkEvent[] = []
  const carried: string[][] = []
  const world = { isTicketRefused: false }
  const link = createLink({
    ticket: (topics) => {
      asked.push(topics)
      if (world.isTicketRefused) return Promise.reject(new Error('no ticket'))
      return Promise.resolve(`ticket ${asked.length}`)
    },
    source: (ticket, hear, fail) => {
      const one: Opened = {
        ticket,
        topics: asked[Number(ticket.split(' ')[1]) - 1] ?? [],
        isClosed: false,
        hear: (name, data = {}) => hear(name, data),
        fail,
      }
      opened.push(one)
      return () => {
        one.isClosed = true
      }
    },
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((other) => other !== timer)
      }
    },
    random: () => 1,
    news: (event) => news.push(event),
    carries: (topics) => carried.push([...topics]),
  })
  async function pass(ms: number) {
    const end = now + ms
    for (;;) {
      const due = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      waiting = waiting.filter((other) => other !== due)
      now = due.at
      due.run()
      await settled()
    }
    now = end
  }
  /** The newest connection, after its hello. */
  async function open(topics: string[]): Promise<Opened> {
    link.want(topics)
    await pass(150)
    const one = opened.at(-1)
    if (!one) throw new Error('nothing was opened')
    one.hear('hello', { beatMs: 15_000 })
    return one
  }
  return { link, opened, asked, news, carried, world, pass, open }
}

test('opens one connection for the topics of several screens and passes its events on', async () => {
  const { link, opened, news, carried, pass } = setUp()
  link.want(['home'])
  await pass(100)
  link.want(['home', 'balance'])
  await pass(150)
  expect(opened.map(({ topics }) => topics)).toEqual([['home', 'balance']])
  expect(carried).toEqual([])
  opened[0]?.hear('hello', { beatMs: 15_000 })
  opened[0]?.hear('beat')
  opened[0]?.hear('home', { version: 1 })
  expect(carried).toEqual([['home', 'balance']])
  expect(news).toEqual([{ name: 'home', data: { version: 1 } }])
})

test('keeps the connection for fewer topics, and replaces it at the hello of a new one for more', async () => {
  const { link, opened, carried, news, pass, open } = setUp()
  const first = await open(['home', 'balance'])
  link.want(['balance'])
  await pass(1_000)
  expect(opened).toHaveLength(1)
  link.want(['balance', 'issue:M1-0001'])
  await pass(150)
  expect([opened.length, first.isClosed]).toEqual([2, false])
  first.hear('balance', { version: 2 })
  expect(news).toHaveLength(1)
  opened[1]?.hear('hello', { beatMs: 15_000 })
  expect(first.isClosed).toBe(true)
  expect(carried.at(-1)).toEqual(['balance', 'issue:M1-0001'])
  first.hear('balance', { version: 3 })
  expect(news).toHaveLength(1)
})

test('renews a failed connection with a new ticket, with growing pauses until one works', async () => {
  const { opened, carried, asked, world, pass, open } = setUp()
  const first = await open(['home'])
  first.fail()
  first.fail()
  expect(carried.at(-1)).toEqual([])
  await pass(1_000)
  expect(opened.map(({ ticket }) => ticket)).toEqual(['ticket 1', 'ticket 2'])
  opened[1]?.fail()
  world.isTicketRefused = true
  await pass(1_999)
  expect(asked).toHaveLength(2)
  await pass(1)
  expect(asked).toHaveLength(3)
  await pass(4_000 + 8_000 + 16_000 + 32_000 + 60_000 + 60_000)
  expect(asked).toHaveLength(9)
  world.isTicketRefused = false
  await pass(60_000)
  opened.at(-1)?.hear('hello', { beatMs: 15_000 })
  expect(carried.at(-1)).toEqual(['home'])
  opened.at(-1)?.fail()
  await pass(1_000)
  expect(asked).toHaveLength(11)
})

test('keeps the pause after a failure when another screen subscribes', async () => {
  const { link, opened, pass, open } = setUp()
  ;(await open(['home'])).fail()
  link.want(['home', 'balance'])
  await pass(999)
  expect(opened).toHaveLength(1)
  await pass(1)
  expect(opened.at(-1)?.topics).toEqual(['home', 'balance'])
})

test('renews a silent connection, before the hello and after a missed beat', async () => {
  const { link, opened, carried, pass } = setUp()
  link.want(['home'])
  await pass(150 + 10_000)
  expect(opened[0]?.isClosed).toBe(true)
  await pass(1_000)
  opened[1]?.hear('hello', { beatMs: 15_000 })
  await pass(30_000)
  opened[1]?.hear('beat')
  await pass(32_999)
  expect(opened[1]?.isClosed).toBe(false)
  await pass(1)
  expect(opened[1]?.isClosed).toBe(true)
  expect(carried).toEqual([['home'], []])
})

test('closes the connection in the background and opens one at once when the page returns', async () => {
  const { link, opened, carried, pass, open } = setUp()
  const first = await open(['home'])
  link.pause()
  expect([first.isClosed, carried.at(-1)]).toEqual([true, []])
  link.want(['home', 'draws'])
  await pass(60_000)
  expect(opened).toHaveLength(1)
  link.resume()
  await pass(0)
  expect(opened.at(-1)?.topics).toEqual(['home', 'draws'])
})

test('waits long after another tab took its place, and only briefly after the server stopped', async () => {
  const { opened, pass, open } = setUp()
  const first = await open(['home'])
  first.hear('bye', { reason: 'stopping' })
  await pass(1_000)
  opened[1]?.hear('hello', { beatMs: 15_000 })
  opened[1]?.hear('bye', { reason: 'replaced' })
  await pass(59_999)
  expect(opened).toHaveLength(2)
  await pass(1)
  expect(opened).toHaveLength(3)
})

test('ends an unused connection after a while, and a dropped one at once', async () => {
  const { link, opened, pass, open } = setUp()
  const first = await open(['home'])
  link.want([])
  await pass(9_999)
  expect(first.isClosed).toBe(false)
  await pass(1)
  expect(first.isClosed).toBe(true)
  const second = await open(['balance'])
  link.drop()
  expect(second.isClosed).toBe(true)
  await pass(150)
  expect(opened).toHaveLength(3)
})

test('opens nothing when the ticket arrives after the page was left', async () => {
  const { link, opened, pass } = setUp()
  link.want(['home'])
  const passing = pass(150)
  link.pause()
  await passing
  expect(opened).toEqual([])
})
