/**
 * kill -9 of the server while members join a prize-share event, and again about its seal, its draw or the payment of its prizes:
 * each member takes part once, also those whose answer was lost, the event is drawn once, and each prize is paid once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { parseMoney } from '@fairlot/contract/money/money'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { verifyEvent } from '@fairlot/fairness/verify/event'
import { fundAndPublish } from '@fairlot/server/modules/home/fund-house'
import { houseAccounts } from '@fairlot/server/modules/ledger/index'
import type { TestMember } from '@fairlot/server/testing/factories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { seed, seeded } from '../support/seeded.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { decided, told } from '../support/told.ts'
import { until } from '../support/until.ts'

const UNIT = 10_000n
const MEMBERS = 6
const WINNERS = 4
const POOL = 100n * UNIT
const PRIZE = POOL / BigInt(WINNERS)
const TOP_UP = '100.00'
const OPEN_MS = 3_600_000
const KILLS = rounds(24, 1)
/** Where the server is killed a second time. */
const SECOND_KILLS = ['draw', 'seal', 'prizes'] as const

let server: ServerProcess
let stage: Backstage
let members: TestMember[]
const moment = seeded(seed)

beforeAll(async () => {
  console.log(`crashes during events: E2E_SEED=${seed}`)
  server = await serverProcess()
  await server.start()
  stage = await backstage(server)
  await fundAndPublish(
    { db: stage.db, writer: stage.context.fair.writer },
    { account: 'marketing', amount: BigInt(KILLS) * POOL, reference: 'JOURNEY-1' },
  )
  members = await Promise.all(Array.from({ length: MEMBERS }, () => stage.member()))
})
afterAll(async () => {
  await stage?.close()
  await server?.dispose()
})

const balanceOf = async ({ client }: TestMember) =>
  parseMoney((await client.call(ENDPOINTS.account, {})).balance)

async function marketing(): Promise<bigint> {
  const accounts = await houseAccounts(stage.db)
  return accounts.find(({ name }) => name === 'marketing')!.balance
}

/** What a member sees of an event. */
async function seen({ client }: TestMember, number: string) {
  const { now, event, own } = await client.call(ENDPOINTS.prizeDetail, { event: number })
  return { now, event: event!, joined: own!.joined }
}

/** Opens an event for which every member has the friend that it asks for. */
async function openEvent(): Promise<string> {
  const deadlineMs = (await stage.now()) + OPEN_MS
  const { number } = await stage.db.tx((tx) =>
    stage.context.growth.events.make(tx, {
      titles: [{ language: 'en-us', title: 'Crash pool' }],
      pool: POOL,
      winners: WINNERS,
      friends: 1,
      topUp: parseMoney(TOP_UP),
      opensMs: null,
      deadlineMs,
      grade: 'beacon',
    }),
  )
  await Promise.all(members.map(({ memberId }) => stage.member({ inviterId: memberId, balance: TOP_UP })))
  return number
}

async function restart(): Promise<void> {
  await server.kill()
  await server.start()
}

/** Every member joins, and the server is killed meanwhile. @returns the numbers of the participants */
async function joinThroughCrash(number: string): Promise<number[]> {
  const requests = members.map(({ client }) => {
    const input = { event: number, requestId: randomUUID() }
    return () => told(() => client.call(ENDPOINTS.prizeJoin, input))
  })
  const first = Promise.all(requests.map((join) => join()))
  await delay(moment(0, 200))
  await restart()
  const unknown = (await first).filter((outcome) => 'unknown' in outcome)
  console.log(`${unknown.length} of ${MEMBERS} members joined without an answer`)
  return Promise.all(
    requests.map(async (join, m) => {
      const outcome = await decided(join)
      if (!('answer' in outcome)) throw new Error(`a member could not join: ${outcome.refused}`)
      const { id, seq, at, tag } = outcome.answer
      const before = (await first)[m]!
      if ('answer' in before) expect(before.answer).toMatchObject({ id, seq, at, tag })
      expect((await seen(members[m]!, number)).joined).toMatchObject({ id, seq, at, tag })
      return seq
    }),
  )
}

/** Moves business time to the deadline and to the draw, and kills the server at one of its steps. */
async function endThroughCrash(number: string, step: (typeof SECOND_KILLS)[number]): Promise<void> {
  const [one] = members
  const open = await seen(one!, number)
  await stage.advance(Math.max(0, open.event.deadline - open.now))
  if (step === 'seal') {
    await delay(moment(0, 1_200))
    await restart()
  }
  const drawAt = await until(
    'the event is sealed',
    async () => (await seen(one!, number)).event.drawAt ?? false,
  )
  await stage.advance(Math.max(0, drawAt - (await seen(one!, number)).now) + 100)
  if (step === 'seal') return
  if (step === 'prizes') {
    const drawn = 'select from event_draw join event using (event_id) where number = $1'
    await until('the event is drawn', async () => (await stage.db.query(drawn, [number])).length > 0)
  }
  await delay(moment(0, step === 'draw' ? 1_200 : 30))
  await restart()
}

test.each(Array.from({ length: KILLS }, (_, n) => [n + 1, SECOND_KILLS[n % SECOND_KILLS.length]!] as const))(
  'after kill -9 each member takes part once and each prize is paid once, round %i, second kill: %s',
  async (_, step) => {
    // business time moves on by an hour in each round, so reminders become due
    await Promise.all(members.map((member) => member.client.call(ENDPOINTS.realityCheck, {})))
    const [house, before] = [await marketing(), await Promise.all(members.map(balanceOf))]
    const number = await openEvent()
    const seqs = await joinThroughCrash(number)
    expect(seqs.toSorted((a, b) => a - b)).toEqual(members.map((_member, m) => m + 1))

    await endThroughCrash(number, step)
    const ends = await until('every prize is paid', async () => {
      const all = await Promise.all(members.map((member) => seen(member, number)))
      const paid = all.filter(({ joined }) => joined?.paid === true)
      return paid.length >= WINNERS && all
    })
    const { results, participants } = ends[0]!.event
    expect(participants).toBe(MEMBERS)
    expect(new Set(results.map(({ seq }) => seq)).size).toBe(WINNERS)
    const won = seqs.map((seq) => (results.some((result) => result.seq === seq) ? PRIZE : 0n))
    expect(ends.map(({ joined }) => (joined!.prize === null ? 0n : parseMoney(joined!.prize)))).toEqual(won)
    const after = await Promise.all(members.map(balanceOf))
    expect(after.map((balance, m) => balance - before[m]!)).toEqual(won)
    expect(house - (await marketing())).toBe(POOL)
    const proof = await members[0]!.client.call(ENDPOINTS.prizeProof, { event: number })
    expect(verifyEvent(proof)).toMatchObject({ verdict: 'verified' })
  },
)

test('the books are in order after the crashes', async () => {
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
