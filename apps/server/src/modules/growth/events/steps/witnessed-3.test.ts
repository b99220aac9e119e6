/** Witnessed events of version 3: sealed while a quorum signs, drawn by its lines, or drawn in favour of the members. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../../platform/durations.ts'
import { verifiedByBoth } from '../../../../testing/both-verifiers.ts'
import { readersSay, SOUND } from '../../../../testing/lived/house-ends.ts'
import { planted } from '../../../../testing/planted.ts'
import { holdWitnessed, witnessHold } from '../../../fair/index.ts'
import { checkKeptSeals, fetchKeptSeals, refusedSeals } from '../../../fair/standing/lost-seals.ts'
import { askForStates } from '../../../fair/standing/witnessed-states.ts'
import type { ShownSeal } from '../../../fair/witnesses/witness-client.ts'
import { bindGuarantee, freeGuarantee } from '../../../ledger/index.ts'
import { AUDITING } from '../../../fair/witnesses/played-witnesses.fixture.ts'
import { POOL } from '../events.fixture.ts'
import {
  auditLast,
  GUARANTEE,
  verified3,
  witnessedEvents,
  type WitnessedEvents,
} from '../events-3.fixture.ts'
import { eventChecks } from '../events.checks.ts'
import { checkEventDraws } from '../proof/event-draws.checks.ts'
import { closeEvent } from './void-event.ts'

let world: WitnessedEvents
/** names of the witnesses in the order of the fixture; all three are the quorum */
const NAMES = [AUDITING, 'north', 'south']
beforeAll(async () => {
  world = await witnessedEvents(NAMES)
})
afterAll(() => world.close())
beforeEach(() => world.heal())
afterEach(async () => {
  expect(world.errors).toEqual([])
  expect(await world.broken()).toEqual([])
})

/** An event after its deadline with this many participants, before its seal. */
async function closed(participants = 5) {
  const { eventId, number, deadlineMs } = await world.open()
  const members = await world.entitled(participants)
  for (const member of members) await world.join(member, number)
  await world.settle()
  await world.pass(deadlineMs - (await world.now()) + 1_000)
  return { eventId, number, members }
}

async function sealed(participants = 5) {
  const event = await closed(participants)
  await world.settle()
  expect(await world.event(event.number)).toMatchObject({ status: 'sealed', quorum: 3, delay: 60 })
  return event
}

async function pass(ms: number) {
  await world.pass(ms)
  await world.settle()
}

const paidTo = async (members: readonly string[]) =>
  (await Promise.all(members.map((member) => world.balance(member)))).toSorted((a, b) => Number(b - a))

/** A third of the pool for each of three who did not win. */
const SHARE = POOL / 3n
const IN_FAVOUR = [POOL / 2n, POOL / 2n, SHARE, SHARE, SHARE]

type Draw = { lines: string[]; favour?: true }
async function drawOf(number: string): Promise<Draw> {
  const [row] = await world.db.query<{ said: Draw }>(
    `select bytes::jsonb as said from log_entry where subject = $1 and kind = 'event-draw'`,
    [`event ${number}`],
  )
  return row!.said
}

test('a quorum of lines lets the event be drawn, frees its bond, and its document names every witness', async () => {
  const { number, members } = await sealed()
  expect(await world.guarantee()).toEqual({ balance: GUARANTEE, available: GUARANTEE - POOL })
  await pass(63_000)
  expect(await world.event(number)).toMatchObject({ status: 'drawn', shared: false })
  expect((await world.event(number)).endedMs).not.toBeNull()
  expect(await paidTo(members)).toEqual([POOL / 2n, POOL / 2n, 0n, 0n, 0n])
  expect(await world.guarantee()).toEqual({ balance: GUARANTEE, available: GUARANTEE })
  expect(await verified3(world, number)).toEqual({ verdict: 'verified' })
  for (const { key } of world.witnesses)
    expect(await verified3(world, number, { witness: key })).toEqual({ verdict: 'verified' })
  expect(await witnessHold(world.db)).toBeNull()
})

test('with a line less than the quorum the draw is in favour: the pool is paid once more, and a stop begins', async () => {
  const before = await world.guarantee()
  const { number, members } = await closed()
  await world.refuseNewFrom(world.witnesses[1]!)
  await world.settle()
  await pass(63_000)
  await pass(70_000)
  expect(await world.event(number)).toMatchObject({ status: 'drawn', shared: true, shareThrough: 5 })
  expect(await paidTo(members)).toEqual(IN_FAVOUR)
  const balance = before.balance - 3n * SHARE
  expect(await world.guarantee()).toEqual({ balance, available: balance })
  expect(await witnessHold(world.db)).toMatchObject({ subject: `event ${number}` })
  expect(await drawOf(number)).toMatchObject({ favour: true })
  expect((await drawOf(number)).lines.join('').match(/— (?!fairlot)/g)).toHaveLength(2)
  expect(await verified3(world, number)).toEqual({ verdict: 'unconfirmed' })
  const entries = (await world.proof(number)).log!.entries.map(
    ({ bytes }) => JSON.parse(bytes) as { t: string },
  )
  expect(entries.at(-1)).toMatchObject({ t: 'event-favour', members: 3, amount: String(3n * SHARE) })
  // the witnesses sign the ending later
  await world.heal()
  await pass(310_000)
  expect(await verified3(world, number)).toEqual({ verdict: 'verified' })
})

test('lines of witnesses that sign after the round do not count', async () => {
  const { number, members } = await closed()
  for (const witness of world.witnesses)
    await (witness === world.witnesses[0] ? null : world.refuseNewFrom(witness))
  await world.settle()
  await pass(63_000)
  for (const witness of world.witnesses) witness.refuses = null
  await pass(310_000)
  expect(await paidTo(members)).toEqual(IN_FAVOUR)
  expect((await drawOf(number)).lines.join('').match(/— (?!fairlot)/g)).toHaveLength(1)
  await world.audit()
  await pass(10_000)
  expect(await verified3(world, number)).toEqual({ verdict: 'verified' })
})

test('silent witnesses are waited for as long as the patience, nothing is sealed meanwhile, and then the draw has no lines', async () => {
  const { number, members } = await closed()
  await world.sealThen(() => world.witnesses.forEach((witness) => (witness.mode = 'down')))
  expect(await world.event(number)).toMatchObject({ status: 'sealed' })
  await pass(63_000)
  expect(await world.event(number)).toMatchObject({ status: 'sealed' })
  expect(await witnessHold(world.db)).toMatchObject({ subject: `event ${number}` })
  for (const witness of world.witnesses) witness.mode = 'well'
  const next = await closed()
  await world.settle()
  expect(await world.event(next.number)).toMatchObject({ status: 'closed' })
  expect(await world.event(number)).toMatchObject({ status: 'drawn', shared: true })
  expect(await drawOf(number)).toMatchObject({ favour: true, lines: [] })
  expect(await paidTo(members)).toEqual(IN_FAVOUR)
  // operators release the stop, and the next event goes on
  await world.heal()
  await world.settle()
  await pass(63_000)
  expect(await world.event(next.number)).toMatchObject({ status: 'drawn', shared: false })
  expect(await verified3(world, next.number)).toEqual({ verdict: 'verified' })
})

test('a line that was given in time and lost on its way is asked for, and counts', async () => {
  const { number } = await closed()
  await world.sealThen(() => (world.witnesses[2]!.mode = 'forgetful'))
  world.witnesses[2]!.mode = 'well'
  await pass(63_000)
  await pass(5_000)
  expect(await world.event(number)).toMatchObject({ status: 'drawn', shared: false })
  expect(await verified3(world, number)).toEqual({ verdict: 'verified' })
})

test('an event waits before its seal for a quorum that signs, and for a guarantee that covers its pool', async () => {
  const { number } = await closed()
  world.witnesses[1]!.mode = 'deaf'
  await world.settle()
  expect(await world.event(number)).toMatchObject({ status: 'closed' })
  world.witnesses[1]!.mode = 'well'
  const { available } = await world.guarantee()
  await bind(available - POOL + 1n)
  await pass(10_000)
  expect(await world.event(number)).toMatchObject({ status: 'closed' })
  await world.fundGuarantee(1n)
  await pass(10_000)
  expect(await world.event(number)).toMatchObject({ status: 'sealed' })
  expect((await world.guarantee()).available).toBe(0n)
  await pass(63_000)
  expect(await world.event(number)).toMatchObject({ status: 'drawn', shared: false })
  await world.db.tx((tx) => freeGuarantee(tx, OTHER))
})

/** Another subject, which binds the guarantee. */
const OTHER = '00000000-0000-4000-8000-000000000001'
const bind = (amount: bigint) =>
  world.db.tx(async (tx) => {
    expect(await bindGuarantee(tx, OTHER, amount)).toBe(true)
  })

test('an event that could not be sealed for 7 days is void and pays its pool evenly', async () => {
  const before = { marketing: await world.marketing(), guarantee: await world.guarantee() }
  const { number, members } = await closed(3)
  world.witnesses.forEach((witness) => (witness.mode = 'down'))
  await pass(7 * DAY_MS - 60_000)
  expect(await world.event(number)).toMatchObject({ status: 'closed' })
  await pass(60_000)
  expect(await world.event(number)).toMatchObject({ status: 'void', shared: true, shareThrough: 3 })
  expect(await paidTo(members)).toEqual(Array(3).fill(POOL / 3n))
  expect(await world.marketing()).toBe(before.marketing - 3n * (POOL / 3n))
  expect(await world.guarantee()).toEqual(before.guarantee)
  expect(await verified3(world, number)).toEqual({ verdict: 'unconfirmed' })
  await world.heal()
  await pass(310_000)
  expect(await verified3(world, number)).toEqual({ verdict: 'verified' })
  const sent = await world.db.query<{ notices: number }>(
    `select count(*)::int as notices from member_notice join event e using (event_id) where kind = 'event_share' and e.number = $1`,
    [number],
  )
  expect(sent).toEqual([{ notices: 3 }])
})

test('an event whose seal only its witness keeps is drawn by it after the loss, in favour and once', async () => {
  const { db, options } = world
  const before = await world.guarantee()
  const { number, eventId, members } = await closed()
  await closeEvent(db, eventId)
  const { entry } = await world.loseStretch(eventId)
  await servesMadeUp(number)
  await askForStates(db, options.askWitnesses)
  await fetchKeptSeals(db, options.askWitnesses)
  // a stop does not hold what is published
  await db.tx((tx) => holdWitnessed(tx, `event ${number}`))
  expect(await world.loseLog()).toEqual([`event ${number}`])
  expect(await world.event(number)).toMatchObject({ status: 'sealed' })
  // a second loss before the draw changes nothing
  expect(await world.loseLog()).toEqual([`event ${number}`])
  await world.heal()
  await pass(63_000)
  await options.writer.flush(db)
  const drawn = await db.query<{ sealed: boolean; entries: string[] }>(
    `select s.digest = $2 as sealed, array(select kind from log_entry l where l.subject = $3 and l.log = 3 order by index) as entries
     from event_draw join event_seal s using (event_id) where event_id = $1 and favour`,
    [eventId, (JSON.parse(entry) as { digest: string }).digest, `event ${number}`],
  )
  expect(drawn).toEqual([{ sealed: true, entries: ['event-draw', 'event-favour'] }])
  expect(await paidTo(members)).toEqual(IN_FAVOUR)
  const balance = before.balance - 3n * SHARE
  expect(await world.guarantee()).toEqual({ balance, available: balance })
  expect(await auditLast(world)).toMatchObject({ eventsDrawn: 1, favours: 1, favoursStated: 1 })
  expect(await checkEventDraws(db, options, attempt)).toMatchObject({ breaches: 0 })
  const shown = verifiedByBoth(await world.proof(number), options.writer.publicKey)
  expect(shown, shown.why ?? '').toMatchObject({
    failed: null,
    steps: { checkpoint: 'passed', loss: 'passed' },
  })
  // everybody who reads the log to its end finds it sound
  expect(await readersSay(world, 3)).toEqual([{ log: '.3', ...SOUND }])
  const { writer } = options
  expect(await checkKeptSeals(db, writer)).toEqual({ figure: '1 kept seals', breaches: 0 })
  const undone = new Error('planted')
  for (const change of [
    `inclusion = '{}'`,
    'inclusion = null, index = null',
    'index = index + 1',
    'signed_ms = signed_ms - 1000',
  ]) {
    const planting = world.owner.tx(async (tx) => {
      await tx.query(`update witnessed_seal set ${change}`)
      expect((await checkKeptSeals(tx, writer)).breaches).toBe(1)
      throw undone
    })
    await expect(planting).rejects.toBe(undone)
  }
  const kept =
    'an event that is drawn by the seal of a lost log has the line of a named witness over it, made in time, and is drawn in favour'
  expect(await planted(world.owner, eventChecks, 'delete from witnessed_seal')).toEqual([kept])
  expect(await planted(db, eventChecks, 'delete from witnessed_seal')).toEqual([
    'refused: permission denied for table witnessed_seal',
  ])
})

/** Answers of a witness that are no seal of the log that it signed. */
const MADE_UP: [why: RegExp, (kept: ShownSeal) => Partial<ShownSeal>][] = [
  [/not in the log/, ({ entry }) => ({ entry: entry.replace(/"sum":"\d/, '"sum":"9') })],
  [/not in the log/, ({ index }) => ({ index: index - 1 })],
  [/not in the log/, ({ inclusion }) => ({ inclusion: inclusion!.slice(1) })],
  [/of an older release/, () => ({ inclusion: undefined })],
  [/that it did not sign itself/, ({ line }) => ({ line: line.replace(/.{8}$/, 'AAAAAAA=') })],
  [/the log's key did not sign/, ({ note }) => ({ note: note.replace(/^(.*\n)\d+/, '$19') })],
]

/** The program's answer is changed on its way, and nothing is taken of it. */
async function servesMadeUp(number: string) {
  const { db } = world
  for (const [why, change] of MADE_UP) {
    const asking = world.askOver(async ({ method, url }) => {
      const answer = await fetch(url, { method })
      const body = await answer.text()
      const isSeal = answer.status === 200 && body.includes('"entry"')
      const kept = isSeal ? (JSON.parse(body) as ShownSeal) : null
      return {
        status: answer.status,
        type: '',
        body: kept ? JSON.stringify({ ...kept, ...change(kept) }) : body,
      }
    })
    await fetchKeptSeals(db, asking)
    await asking.stop()
    expect(await refusedSeals(db)).toEqual([
      {
        log: 1,
        subject: `event ${number}`,
        witness: AUDITING,
        why: expect.stringMatching(why),
        at: expect.any(Number),
      },
    ])
  }
  expect(await db.query('select 1 from witnessed_seal')).toEqual([])
}

const attempt = <T>(work: () => Promise<T>) =>
  work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error as Error }),
  )
