/** What members see of the witnesses of an issue of version 3. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTerms } from '../issues/issue-terms.ts'
import { vouchedMall, type VouchedMall } from './vouched.fixture.ts'
import { sealState, soldOutIssue } from './witnessed.fixture.ts'
import { vouchingOf } from './witness-view.ts'

let world: VouchedMall
beforeAll(async () => {
  world = await vouchedMall()
})
afterAll(() => world.close())

/** Who signed in time, who late, and the rest of the answer. @param roundMs null: before the seal */
async function viewOf(number: string, roundMs: number | null) {
  const { db } = world.mall
  const terms = (await createTerms(db).byNumber(number))!
  const { witnesses, vouching } = await vouchingOf(db, terms, { drawAt: roundMs })
  const named = (is: (one: NonNullable<typeof witnesses>[number]) => boolean) =>
    (witnesses ?? []).filter(is).map(({ name }) => name)
  return {
    timely: named(({ signedAt }) => signedAt !== null),
    late: named(({ lateAt }) => lateAt != null),
    silent: named(({ signedAt, lateAt }) => signedAt === null && lateAt == null),
    vouching,
  }
}

test('the page of an issue names the witnesses that signed in time, and the silent one', async () => {
  world.witness('dave').mode = 'down'
  const { issueId, number } = await soldOutIssue(world)
  const before = { quorum: 3, together: 2, favour: null, confirmations: null }
  expect(await viewOf(number, null)).toMatchObject({ timely: [], vouching: before })
  await world.settle()
  const { roundMs } = await sealState(world, issueId)
  const signed = { timely: ['alice', 'bob', 'carol'], late: [], silent: ['dave'] }
  expect(await viewOf(number, roundMs)).toEqual({ ...signed, vouching: before })
  await world.passRound(issueId)
  expect(await viewOf(number, roundMs)).toMatchObject({ ...signed, vouching: { ...before, favour: false } })
  await world.heal()
})

test('of a draw in favour it tells late witnesses from silent ones, and counts who confirmed it', async () => {
  const { issueId, number } = await soldOutIssue(world)
  // they answer the ping before the seal, and sign the seal too late
  for (const name of ['bob', 'carol', 'dave'] as const) world.witness(name).dates = () => 4_000_000_000
  await world.settle()
  const { roundMs } = await sealState(world, issueId)
  await world.passRound(issueId)
  await world.passRound(issueId, 1_800_000)
  const { timely, late, vouching } = await viewOf(number, roundMs)
  expect({ timely, late, favour: vouching?.favour }).toMatchObject({ timely: ['alice'], favour: true })
  expect(vouching!.confirmations).toBeGreaterThanOrEqual(1)
  expect(late.length).toBe(vouching!.confirmations! - 1)
})
