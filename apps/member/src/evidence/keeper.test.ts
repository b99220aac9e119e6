// @vitest-environment happy-dom
import { fairAbout, fairCheckpoint, fairConsistency, fairReceipt } from '@fairlot/contract/endpoints/fair'
import { system } from '@fairlot/contract/endpoints/home'
import { signReceipt } from '@fairlot/fairness/receipt'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { LOG_SECRET } from '@fairlot/fairness/testing/proof-samples'
import { beforeEach, describe, expect, test } from 'vitest'
import { useEvidence } from '../stores/evidence.ts'
import { useSession } from '../stores/session.ts'
import { memoryStore } from '../testing/evidence-store.ts'
import { MEMBER, server, setUpApp } from '../testing/open-app.tsx'
import { logAnswers } from './evidence.fixture.ts'
import {
  chosenFor,
  evidenceFile,
  forgetDevice,
  forgetRequests,
  keepIn,
  keepOrder,
  trustedKey,
  visit,
} from './keeper.ts'
import { MOST_REQUESTS } from './evidence.ts'

setUpApp()

const ORDER = '0197aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee'
const REQUEST = '0197aaaa-bbbb-7aaa-8bbb-cccccccccccc'

let values: Map<string, unknown>
let log: PlayedLog

beforeEach(async () => {
  values = new Map()
  await keepIn(memoryStore(values))
  useEvidence.setState({ alarmed: false, log: undefined, receipts: 0, blocked: false })
  log = new PlayedLog('test')
  log.begin()
  log.sign()
  logAnswers(server, log)
  answerReceipts()
})

const answerReceipts = () =>
  server.answer(fairReceipt, ({ order }) =>
    signReceipt(LOG_SECRET, {
      t: 'receipt',
      kind: 'order',
      issue: 'PHONE-0001',
      id: order,
      tag: 'ab'.repeat(8),
      ms: 1,
      first: 1_000_001,
      quantity: 1,
      amount: '10000',
      logSize: 0,
      logRoot: '00'.repeat(32),
      seq: 1,
      running: '00'.repeat(32),
    }),
  )

const fileOf = async () => (await evidenceFile(5))!

describe('at a purchase', () => {
  test('the receipt and the newest state of the log are kept', async () => {
    await keepOrder(ORDER, REQUEST)
    const { version, receipts, log: kept } = await fileOf()
    expect({
      version,
      ids: receipts.map(({ receipt }) => (JSON.parse(receipt) as { id: string }).id),
    }).toEqual({
      version: 'fairlot-evidence/1',
      ids: [ORDER],
    })
    expect(kept.checkpoints).toHaveLength(1)
    expect(useEvidence.getState()).toMatchObject({ receipts: 1, blocked: false, alarmed: false })
  })

  test('a receipt that is not signed yet is fetched at the next visit', async () => {
    server.refuse(fairReceipt, 'PENDING')
    await keepOrder(ORDER, REQUEST)
    expect((await fileOf()).receipts).toEqual([])
    server.answer(fairReceipt, () => signReceipt(LOG_SECRET, bet))
    await visit()
    expect((await fileOf()).receipts).toHaveLength(1)
  })

  test('a receipt with another key than the log is not kept as evidence', async () => {
    server.answer(fairReceipt, () => signReceipt('7e'.repeat(32), bet))
    await keepOrder(ORDER, REQUEST)
    expect((await fileOf()).receipts).toEqual([])
  })
})

const bet = {
  t: 'receipt',
  kind: 'bet',
  game: 'king-2m',
  period: '20250101-0001',
  picks: [],
  id: ORDER,
  tag: 'ab'.repeat(8),
  ms: 1,
  amount: '10000',
  logSize: 0,
  logRoot: '00'.repeat(32),
} as const

describe('at a visit', () => {
  test('a split view raises the alarm, and the app shows it at its next start', async () => {
    await visit()
    const other = new PlayedLog('test')
    other.begin('sandbox')
    other.sign()
    logAnswers(server, other)
    await visit()
    expect(useEvidence.getState()).toMatchObject({ alarmed: true, log: { alarm: { kind: 'root' } } })
    expect(localStorage.getItem('fairlot.split-view')).toBe('1')
    expect(await fileOf()).toMatchObject({ log: { alarm: { kept: {}, seen: {} } } })
  })

  test('a server without an answer changes nothing', async () => {
    await visit()
    server.lose(fairAbout)
    expect(await visit()).toBe(false)
    expect(useEvidence.getState()).toMatchObject({ alarmed: false, log: { deployment: 'test' } })
  })

  test('a halted server that lacks entries raises no alarm', async () => {
    log.funding()
    log.sign()
    await visit()
    const older = new PlayedLog('test')
    older.begin()
    older.sign()
    logAnswers(server, older)
    server.answer(system, () => ({ standing: 'halted' }) as never)
    await visit()
    expect(useEvidence.getState().alarmed).toBe(false)
  })
})

describe('the trusted key', () => {
  test('is the one of the first visit', async () => {
    expect(await trustedKey()).toBe(log.publicKey)
    server.answer(fairAbout, () => ({ deployment: 'test', publicKey: '00'.repeat(32) }) as never)
    expect(await trustedKey()).toBe(log.publicKey)
  })

  test('is unknown while the server cannot be reached at the first visit', async () => {
    server.lose(fairAbout)
    await expect(trustedKey()).rejects.toThrow()
  })
})

describe('storage', () => {
  test.each([
    ['blocked', { read: true, write: true }],
    ['full', { write: true }],
  ])('that is %s loses nothing until the page closes, and the app says so', async (_, refuses) => {
    await keepIn(memoryStore(values, refuses))
    await keepOrder(ORDER, REQUEST)
    expect((await fileOf()).receipts).toHaveLength(1)
    expect(useEvidence.getState()).toMatchObject({ blocked: true, receipts: 1 })
    log.funding()
    log.sign()
    await visit()
    expect((await fileOf()).log.checkpoints).toHaveLength(2)
  })

  test('keeps the evidence of the log at a log-out, and shows receipts only to their member', async () => {
    await keepOrder(ORDER, REQUEST)
    useSession.getState().end()
    await visit()
    expect(useEvidence.getState()).toMatchObject({ receipts: 0 })
    expect(await fileOf()).toMatchObject({ log: { deployment: 'test' }, receipts: [] })
    const member = { ...MEMBER, id: '018f0000-0000-7000-8000-000000000002' }
    useSession.setState({ session: { token: 'other', member, expiresAt: Date.now() + 60_000 } })
    expect((await fileOf()).receipts).toEqual([])
    useSession.setState({ session: { token: 'token', member: MEMBER, expiresAt: Date.now() + 60_000 } })
    expect((await fileOf()).receipts).toHaveLength(1)
  })

  test('keeps the request ids of the newest orders of each member, until that member logs out', async () => {
    const orders = Array.from({ length: MOST_REQUESTS + 1 }, (_, n) =>
      ORDER.replace(/.{4}$/, String(1_000 + n)),
    )
    for (const order of orders) await keepOrder(order, REQUEST)
    const other = { ...MEMBER, id: '018f0000-0000-7000-8000-000000000002' }
    useSession.setState({ session: { token: 'other', member: other, expiresAt: Date.now() + 60_000 } })
    expect(await chosenFor(orders[1]!)).toBe(null)
    await keepOrder(ORDER, REQUEST)
    await forgetRequests(other.id)
    expect(await chosenFor(ORDER)).toBe(null)
    useSession.setState({ session: { token: 'token', member: MEMBER, expiresAt: Date.now() + 60_000 } })
    const known = await Promise.all(orders.map((order) => chosenFor(order)))
    expect(known[0]).toBe(null)
    expect(known.slice(1)).toEqual(orders.slice(1).map(() => ({ member: MEMBER.id, requestId: REQUEST })))
  })

  test('of the next test has nothing of a visit that a page of the test before has begun', async () => {
    server.lose(fairReceipt)
    await keepOrder(ORDER, REQUEST)
    answerReceipts()
    const asked = Promise.withResolvers<void>()
    const about = Promise.withResolvers<never>()
    server.answer(fairAbout, () => {
      asked.resolve()
      return about.promise
    })
    const visited = visit()
    await asked.promise
    const next = new Map<string, unknown>()
    const moved = keepIn(memoryStore(next))
    about.resolve({ deployment: 'test', publicKey: log.publicKey } as never)
    expect(await visited).toBe(true)
    await moved
    expect(next).toEqual(new Map())
    expect(values.get(`receipts ${MEMBER.id}`)).toMatchObject({ wanted: [], receipts: [{}] })
  })

  test('is empty after the device was told to forget', async () => {
    await keepOrder(ORDER, REQUEST)
    await forgetDevice()
    expect(values.size).toBe(0)
    expect(await evidenceFile(5)).toBe(null)
    expect(useEvidence.getState()).toMatchObject({ alarmed: false, log: undefined, receipts: 0 })
    expect(localStorage.getItem('fairlot.split-view')).toBe(null)
  })

  test('asks for the consistency from the last state that is kept', async () => {
    await visit()
    log.funding()
    log.sign()
    await visit()
    expect(server.inputs(fairConsistency)).toEqual([{ from: 1, to: 2, log: 'test' }])
    expect(server.inputs(fairCheckpoint)).toHaveLength(2)
  })
})
