/** The caller of a call: uninterrupted use of the session, and the country of the phone number. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../platform/durations.ts'
import { tokenHash, type Caller } from '../../platform/http/auth.ts'
import { testClient, type TestClient } from '../../testing/client.ts'
import { makeMember, somePhone } from '../../testing/factories.ts'
import { sellIssue } from '../../testing/fuzz-world.ts'
import { adjust, testServer, type TestServer } from '../../testing/server.ts'
import type { OpenedSession } from './index.ts'

let server: TestServer
let offset = 0
const now = () => Date.now() + offset
beforeAll(async () => {
  server = await testServer({ parts: { clock: { now } } })
})
beforeEach(async () => {
  offset = 0
  await server.database.setClockOffset(0)
})
afterAll(() => server.close())

async function pass(minutes: number): Promise<void> {
  offset += minutes * MINUTE_MS
  await server.database.setClockOffset(offset)
}

/** The caller as the next call loads it, without the cache. */
async function caller({ token }: OpenedSession): Promise<Caller> {
  const known = await server.context.sessions.find(tokenHash(token))
  if (known) server.context.sessions.forget([known.sessionId])
  const found = await server.context.sessions.find(tokenHash(token))
  if (!found) throw new Error('the session has ended')
  return found
}

describe('uninterrupted use', () => {
  /** Minutes from the beginning of the test to the reality check. */
  const due = async (session: OpenedSession, began: number) =>
    Math.round(((await caller(session)).realityDueAt - began) / MINUTE_MS)

  async function begun() {
    const began = now()
    const { session, memberId } = await makeMember(server)
    return { began, session, memberId }
  }

  test('counts calls at most 15 minutes apart as one period of use, with a check after 30 minutes', async () => {
    const { began, session } = await begun()
    expect(await due(session, began)).toBe(30)
    for (let at = 0; at < 60; at += 12) {
      await pass(12)
      expect(await due(session, began)).toBe(30)
    }
  })

  test('starts a new period of use after a pause of more than 15 minutes', async () => {
    const { began, session } = await begun()
    await pass(10)
    await caller(session)
    await pass(16)
    expect(await due(session, began)).toBe(26 + 30)
    await pass(10)
    expect(await due(session, began)).toBe(26 + 30)
  })

  test('goes on with a new log in, also after a log out, and on another device', async () => {
    const { began, session, memberId } = await begun()
    await pass(12)
    const phone = await server.context.identity.openSession(memberId)
    expect(await due(phone, began)).toBe(30)
    await testClient({ url: server.url, session, now }).call(ENDPOINTS.logout, {})
    await pass(12)
    expect(await due(phone, began)).toBe(30)
    const again = await server.context.identity.openSession(memberId)
    expect(await due(again, began)).toBe(30)
  })

  test('is not interrupted by turning to another device for a while', async () => {
    const { began, session, memberId } = await begun()
    const phone = await server.context.identity.openSession(memberId)
    for (let at = 0; at < 24; at += 12) {
      await pass(12)
      await caller(phone)
    }
    expect(await due(session, began), 'not used for 24 minutes, but the member was here').toBe(30)
    await pass(16)
    expect(await due(session, began)).toBe(40 + 30)
    expect(await due(phone, began)).toBe(40 + 30)
  })

  test('an acknowledged reality check counts for every session of the member, and for no other member', async () => {
    const { began, session, memberId } = await begun()
    const phone = await server.context.identity.openSession(memberId)
    const other = await begun()
    await pass(10)
    await caller(session)
    await server.context.identity.acknowledgeReality((await caller(phone)).sessionId)
    expect(await due(session, began)).toBe(40)
    expect(await due(await server.context.identity.openSession(memberId), began)).toBe(40)
    expect(await due(other.session, began)).toBe(30)
  })

  test('writes seen_at at most every five minutes', async () => {
    const { session, memberId } = await begun()
    const seen = async () =>
      (
        await server.owner.query<{ seen: Date }>('select seen_at as seen from session where member_id = $1', [
          memberId,
        ])
      )[0]!.seen.getTime()
    const first = await seen()
    await pass(4)
    await caller(session)
    expect(await seen()).toBe(first)
    await pass(2)
    await caller(session)
    expect(await seen()).toBeGreaterThan(first + 5 * MINUTE_MS)
  })

  test('counts from the acknowledged reality check, or from a later pause', async () => {
    const { began, session } = await begun()
    await pass(10)
    await caller(session)
    await server.context.identity.acknowledgeReality((await caller(session)).sessionId)
    expect(await due(session, began)).toBe(40)
    await pass(20)
    expect(await due(session, began)).toBe(30 + 30)
  })

  test('applies a changed number of minutes at once', async () => {
    const { began, session } = await begun()
    await adjust(server.context, { 'guard.realityCheckMinutes': '45' })
    expect(await due(session, began)).toBe(45)
    await adjust(server.context, { 'guard.realityCheckMinutes': '30' })
  })

  test('refuses purchases until the reality check or a pause', async () => {
    const issue = await sellIssue(server, 'STRETCH', 100)
    const { session } = await makeMember(server, { balance: '100.00' })
    const client: TestClient = testClient({ url: server.url, session, now })
    const buy = () => client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
    for (let at = 0; at < 30; at += 10) {
      await caller(session)
      await buy()
      await pass(10)
    }
    await caller(session)
    await expect(buy()).rejects.toMatchObject({ code: 'REALITY_CHECK' })
    await pass(16)
    await caller(session)
    await buy()
  })
})

describe('the country of a member', () => {
  const countryOf = async (memberId: string) =>
    (
      await server.owner.query<{ country: string | null }>(
        'select country from member where member_id = $1',
        [memberId],
      )
    )[0]!.country

  test('is the country of the phone number, and part of the caller', async () => {
    const { session, memberId } = await makeMember(server, { phone: '+6281234567890' })
    expect(await countryOf(memberId)).toBe('ID')
    expect((await caller(session)).country).toBe('ID')
  })

  test('is stored at the next log in when it is missing', async () => {
    const { memberId } = await makeMember(server, { phone: somePhone() })
    await server.owner.query('update member set country = null where member_id = $1', [memberId])
    const session = await server.context.identity.openSession(memberId)
    expect(await countryOf(memberId)).toBe('BD')
    expect((await caller(session)).country).toBe('BD')
  })

  test('stays unknown for a number of no country', async () => {
    const { session, memberId } = await makeMember(server, { phone: '+870773111632' })
    expect(await countryOf(memberId)).toBeNull()
    expect((await caller(session)).country).toBeNull()
  })
})
