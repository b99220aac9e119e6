/**
 * The drill of docs/OPERATING.md on one house whose issue, event and chain are open: a witness is added, one is lost, a quorum is
 * lost, and the server is down over the seal and the round of an event. What is open keeps the witnesses that it names.
 */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { verifyAnyProof } from '@fairlot/fairness/verify/any'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDITING, makeWell } from './modules/fair/witnesses/played-witnesses.fixture.ts'
import { DAY_MS, HOUR_MS } from './platform/durations.ts'
import {
  doctorFinds,
  endEverything,
  openThings,
  paidTwice,
  readersSay,
  setAside,
  SOUND,
} from './testing/lived/house-ends.ts'
import { take } from './testing/lived/house-steps.ts'
import { LivedHouse } from './testing/lived/lived-house.ts'
import { makeOperator } from './testing/operators.ts'
import { adjust } from './testing/server.ts'

let house: LivedHouse
beforeAll(async () => {
  house = await LivedHouse.open({ witnesses: ['alice', 'bob', 'carol', AUDITING] })
  await adjust(house.server.context, { 'games.king2m.enabled': 'false' })
})
afterAll(() => house.close())

type Ended = { named: number; verdict: string; favour: boolean }
type Proof = { terms: { witnesses: readonly unknown[] }; result: { favour?: boolean } | null }

/** What a member reads of a document. */
function read(document: unknown): Ended {
  const proof = JSON.parse(JSON.stringify(document)) as Proof
  const { verdict } = verifyAnyProof(proof)
  return { named: proof.terms.witnesses.length, verdict, favour: proof.result?.favour ?? false }
}

const ofIssue = async (number: string) => read(await house.server.context.mall.proofs.of(number))
const ofEvent = async (number: string) =>
  read(await house.server.anonymous().call(ENDPOINTS.prizeProof, { event: number }))
const ofRound = async (period: string) => read(await house.server.context.games.proofOf('lucky-1m', period))

async function newest(what: 'issue_terms' | 'event'): Promise<string> {
  const [row] = await house.db.query<{ number: string }>(
    `select number from ${what} order by number desc limit 1`,
  )
  return row!.number
}

/** A bet in the next round that takes one. */
async function bet(): Promise<string> {
  const taken = () =>
    house.db.query<{ period: string }>('select period from round where bets > 0 order by opens_ms desc')
  const before = (await taken()).length
  for (let round = 0; round < 5; round++) {
    await take(house, { do: 'bet', game: 'lucky-1m', member: 1, picks: 2 })
    const rounds = await taken()
    if (rounds.length > before) return rounds[0]!.period
    await pass(20_000)
  }
  throw new Error('no round takes a bet')
}

async function issue(sold: 'some' | 'all'): Promise<string> {
  await take(house, { do: 'issue', mode: 'goods', grade: 'witnessed', shares: 6, sold })
  return newest('issue_terms')
}

/** A member buys what is left of an issue. */
async function sellRest(number: string): Promise<void> {
  const [row] = await house.db.query<{ left: number }>(
    'select i.shares - i.sold as left from issue i join issue_terms using (issue_id) where number = $1',
    [number],
  )
  const request = { member: house.members[2]!, issue: number, quantity: row!.left, requestId: randomUUID() }
  await house.server.context.mall.sales.buy(request)
}

async function event(members = 2): Promise<string> {
  await take(house, { do: 'event', grade: 'witnessed', winners: 1 })
  await take(house, { do: 'join', event: 0, members })
  return newest('event')
}

async function pass(ms: number): Promise<void> {
  await house.pass(ms)
  await house.run(2)
}

/** What is sold out or closed is sealed, signed and drawn. */
async function drawAll(): Promise<void> {
  await house.run(2)
  await pass(1_000)
  await pass(90_000)
}

/** Two owners let the next witnessed draw be sealed. */
async function release(): Promise<void> {
  const one = await makeOperator(house.server, ['owner'])
  const other = await makeOperator(house.server, ['owner'])
  const asked = { reason: 'the witnesses sign again', requestId: randomUUID() }
  const { approval } = await one.client.call(ENDPOINTS.witnessesRelease, asked)
  await other.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
}

const VERIFIED = { verdict: 'verified', favour: false }

test('a witness that is added, a lost one and a lost quorum break nothing that is open', async () => {
  const [alice, bob, carol, watch] = house.witnesses
  await house.restart([alice!, bob!, watch!])
  await house.run(2)
  const open = { issue: await issue('some'), event: await event() }
  const early = await bet()

  // a witness is added
  await house.restart([alice!, bob!, carol!, watch!])
  await house.run(2)
  const between = await bet()
  await sellRest(open.issue)
  await drawAll()
  expect(await ofIssue(open.issue)).toEqual({ named: 3, ...VERIFIED })
  for (const period of [early, between]) expect(await ofRound(period)).toEqual({ named: 3, ...VERIFIED })
  const later = { issue: await issue('some'), event: await event(3) }

  // one of four is slow, and then lost for good: draws go on with three
  carol!.mode = 'slow'
  await sellRest(later.issue)
  await drawAll()
  expect(await ofIssue(later.issue)).toEqual({ named: 4, ...VERIFIED })
  carol!.release()
  carol!.mode = 'down'
  await pass(DAY_MS)
  await drawAll()
  expect(await ofEvent(open.event)).toEqual({ named: 3, ...VERIFIED })
  expect(await ofEvent(later.event)).toEqual({ named: 4, ...VERIFIED })
  // the chain that names all of them has begun
  const last = await bet()
  await pass(90_000)
  expect(await ofRound(last)).toEqual({ named: 4, ...VERIFIED })

  // a quorum is lost: nothing is sealed until it signs again
  bob!.mode = 'down'
  const waiting = await issue('all')
  await drawAll()
  await pass(HOUR_MS)
  const sealed = () =>
    house.db.query('select from issue_seal join issue_terms using (issue_id) where number = $1', [waiting])
  expect(await sealed()).toEqual([])
  for (const witness of house.witnesses) makeWell(witness)
  await drawAll()
  expect(await ofIssue(waiting)).toEqual({ named: 4, ...VERIFIED })
})

test('an event is drawn once when the server is down over its deadline, and in favour when it is down from its seal past its round', async () => {
  const { witnesses } = house
  const down = await event()
  // the process that comes back knows nothing of the one before
  await house.pass(DAY_MS + 3 * HOUR_MS)
  await house.restart(witnesses)
  await drawAll()
  expect(await ofEvent(down)).toEqual({ named: 4, ...VERIFIED })

  const cut = await event()
  await house.pass(DAY_MS)
  for (let n = 0; n < 3; n++) await take(house, { do: 'mood', witness: n, mood: 'cut' })
  for (let turn = 0; turn < 3; turn++) await pass(1_000)
  const sealed = () =>
    house.db.query('select from event_seal join event using (event_id) where number = $1', [cut])
  expect(await sealed()).toHaveLength(1)
  await house.pass(3 * HOUR_MS)
  await house.restart(witnesses)
  for (const witness of witnesses) makeWell(witness)
  await drawAll()
  await release()
  await drawAll()
  await pass(20 * 60_000)
  expect(await ofEvent(cut)).toEqual({ named: 4, verdict: 'verified', favour: true })
})

test('the house is sound to its end', async () => {
  await endEverything(house)
  expect(await openThings(house)).toEqual([])
  expect(await readersSay(house)).toEqual([{ log: '', ...SOUND }])
  expect(await setAside(house)).toEqual([])
  expect(await doctorFinds(house)).toEqual([])
  expect(await paidTwice(house)).toEqual([])
})
