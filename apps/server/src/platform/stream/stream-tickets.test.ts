import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { systemRandom } from '../random.ts'
import { createTickets } from './stream-tickets.ts'

const owner = { memberId: 'member', sessionId: 'session' }
const topics = ['home', 'issue:M1-0001']

function setUp(secret = randomBytes(32)) {
  const clock = testClock(1_800_000_000_000)
  return { clock, tickets: createTickets({ secret, clock, random: systemRandom }) }
}

test('a ticket opens its own topics once', () => {
  const { clock, tickets } = setUp()
  const { ticket, expiresAt } = tickets.issue({ topics, owner })
  expect(expiresAt).toBe(clock.now() + 30_000)
  expect(tickets.redeem(ticket)).toEqual({ topics, owner })
  expect(tickets.redeem(ticket)).toBeNull()
  const anonymous = tickets.issue({ topics: ['home'], owner: null })
  expect(tickets.redeem(anonymous.ticket)).toEqual({ topics: ['home'], owner: null })
})

test('a ticket expires after 30 seconds and stays used when the clock goes back', () => {
  const { clock, tickets } = setUp()
  const late = tickets.issue({ topics, owner }).ticket
  const used = tickets.issue({ topics, owner }).ticket
  clock.advance(29_999)
  expect(tickets.redeem(used)).not.toBeNull()
  clock.advance(1)
  expect(tickets.redeem(late)).toBeNull()
  for (let n = 0; n < 100; n++) {
    clock.advance(1_000)
    tickets.redeem(tickets.issue({ topics, owner }).ticket)
  }
  expect(tickets.redeem(late)).toBeNull()
})

test('another server of the deployment accepts a ticket, another deployment does not', () => {
  const secret = randomBytes(32)
  const { ticket } = setUp(secret).tickets.issue({ topics, owner })
  expect(setUp(secret).tickets.redeem(ticket)).toEqual({ topics, owner })
  expect(setUp().tickets.redeem(ticket)).toBeNull()
})

test('refuses changed and forged tickets', () => {
  const { tickets } = setUp()
  const { ticket } = tickets.issue({ topics: ['home'], owner: null })
  const [body = '', mac = ''] = ticket.split('.')
  const forged = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const claims = Buffer.from(JSON.stringify({ ...forged, topics: ['balance'], owner })).toString('base64url')
  for (const text of [
    `${claims}.${mac}`,
    `${body}.${'A'.repeat(43)}`,
    `${body}.`,
    body,
    '',
    `${ticket}A`,
    '.',
  ]) {
    expect(tickets.redeem(text), text).toBeNull()
  }
  expect(tickets.redeem(ticket)).not.toBeNull()
})
