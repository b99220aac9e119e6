import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import {
  auditWholeLog,
  sealState,
  soldOutIssue,
  witnessedMall,
  type WitnessedMall,
} from './witnessed.fixture.ts'

let world: WitnessedMall
const each = () => Object.values(world.witnesses)
const named = (name: string) => world.witnesses[name]!
beforeAll(async () => {
  world = await witnessedMall('alice', 'bob', 'carol')
})
afterAll(() => world.close())
beforeEach(() => {
  for (const witness of each()) {
    witness.mode = 'well'
    witness.dates = (seconds) => seconds
    witness.refuses = null
  }
  world.alarms.length = world.errors.length = 0
})

async function passRound(issueId: string, moreMs = 1_000): Promise<void> {
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + moreMs)
  await world.settle()
}

/** Ends the pauses of the witnesses and lets all of them sign the end of the log. */
async function catchUp(): Promise<void> {
  for (const witness of each()) witness.mode = 'well'
  await world.advance(10 * MINUTE_MS)
  await world.askWitnesses.push()
  await world.settle()
}

test('one signature of three in time is enough, and the others may be away', async () => {
  named('bob').mode = 'down'
  named('carol').mode = 'down'
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: ['alice'] })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
  await catchUp()
  await auditWholeLog(world)
})

test('all signatures in time are kept, and the proof carries all of them', async () => {
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ signers: ['alice', 'bob', 'carol'] })
  await passRound(issueId)
  const proof = await world.proofs.of(number)
  expect(proof.log && 'cosignatures' in proof.log ? proof.log.cosignatures : []).toHaveLength(3)
})

test('a witness that signs with another key counts as not signed', async () => {
  named('alice').signsWith = '99'.repeat(32)
  named('bob').mode = 'deaf'
  named('carol').mode = 'deaf'
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'sold_out', attempt: 1, signers: [] })
  named('bob').mode = 'well'
  named('carol').mode = 'well'
  await world.advance(20_000)
  await world.settle()
  // alice gives no definite answer: the issue waits for the patience
  expect(await sealState(world, issueId)).toMatchObject({ status: 'sold_out', attempt: 1, signers: [] })
  await world.advance(15 * MINUTE_MS)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: ['bob', 'carol'] })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 2 })
  await auditWholeLog(world)
  named('alice').signsWith = Buffer.from('alice'.padEnd(32, '.')).toString('hex')
  await catchUp()
})

test('witnesses that are unreachable for longer than the patience delay no draw for ever', async () => {
  for (const witness of each()) witness.mode = 'deaf'
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  await passRound(issueId)
  named('alice').mode = 'down'
  named('bob').mode = 'down'
  named('carol').mode = 'well'
  await world.advance(14 * MINUTE_MS)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 1, signers: [] })
  expect(world.alarms.map(({ fields }) => fields['why'])).toContain('attempt 1 has no signature in time')
  await world.advance(2 * MINUTE_MS)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: ['carol'] })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 2 })
  await catchUp()
  await auditWholeLog(world)
})

test('a witness that dates its signatures back cannot make a correct second attempt look like a breach', async () => {
  for (const witness of each()) witness.mode = 'deaf'
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  const { sealedMs } = await sealState(world, issueId)
  await passRound(issueId)
  named('bob').mode = 'well'
  named('carol').mode = 'well'
  named('alice').mode = 'down'
  await world.advance(16 * MINUTE_MS)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: ['bob', 'carol'] })
  named('alice').mode = 'well'
  named('alice').dates = () => Math.ceil(sealedMs / 1_000)
  await world.advance(10_000)
  await world.askWitnesses.push({ atOnce: true })
  await world.settle()
  expect(world.alarms.map(({ fields }) => String(fields['err']))).toContainEqual(
    expect.stringContaining('its clock is behind'),
  )
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 2 })
  await auditWholeLog(world)
  named('alice').dates = (seconds) => seconds
  await catchUp()
})

test('a witness that refuses raises an alarm with its reason, and the draw follows the others', async () => {
  named('alice').refuses = () => 'breach'
  const { issueId } = await soldOutIssue(world)
  await world.settle()
  expect(world.alarms).toMatchObject([
    {
      message: 'a witness refuses to sign the log',
      fields: { witness: 'alice', status: 422, refusal: 'seal: a second seal' },
    },
  ])
  expect(await sealState(world, issueId)).toMatchObject({ signers: ['bob', 'carol'] })
  await passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
})

test('a slow witness delays neither the seal nor the draw', async () => {
  named('alice').mode = 'slow'
  const { issueId } = await soldOutIssue(world)
  const shown = named('alice').nextShown()
  for (let step = 0; step < 4; step++) {
    await world.draws.runDue()
    if (step === 0) await shown
  }
  await expect
    .poll(async () => {
      await world.draws.runDue()
      return (await sealState(world, issueId)).signers
    })
    .toEqual(['bob', 'carol'])
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + 1_000)
  await world.draws.runDue()
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 1 })
  named('alice').release()
})

test('older seals are shown before younger ones', async () => {
  const shown = named('bob').shown
  named('bob').mode = 'deaf'
  const first = await soldOutIssue(world)
  const second = await soldOutIssue(world)
  await world.draws.runDue()
  await world.settle()
  const sizes = await Promise.all(
    [first, second].map(async ({ number }) => {
      const [row] = await world.options.db.query<{ size: bigint }>(
        `select min(c.size) as size from log_entry e join log_checkpoint c on c.size > e.index
         where e.subject = $1 and e.kind = 'issue-seal'`,
        [number],
      )
      return Number(row!.size)
    }),
  )
  named('bob').mode = 'well'
  shown.length = 0
  await world.advance(2_000)
  await world.askWitnesses.push({ atOnce: true })
  expect(shown.slice(0, 2)).toEqual(sizes.toSorted((a, b) => a - b))
  expect((await sealState(world, first.issueId)).attempt).toBe(1)
})
