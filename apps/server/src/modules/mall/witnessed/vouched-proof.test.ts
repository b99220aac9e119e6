/** Documents of witnessed issues of version 3: who vouched for the seal, and who confirms a draw in favour. */
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import type { IssueProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { verifyProof, type VerifyOptions } from '@fairlot/fairness/verify'
import { witnessKey } from '@fairlot/fairness/witness'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { audited } from '../../fair/log/log.fixture.ts'
import { vouchedMall, type VouchedMall } from './vouched.fixture.ts'
import { soldOutIssue } from './witnessed.fixture.ts'

let world: VouchedMall
beforeAll(async () => {
  world = await vouchedMall()
})
afterAll(() => world.close())
beforeEach(() => world.heal())

/** A document as a client reads it. */
async function documentOf(number: string): Promise<IssueProof3> {
  await world.options.writer.flush(world.mall.db, { checkpoint: true })
  return JSON.parse(JSON.stringify(await world.proofs.of(number))) as IssueProof3
}

/** Verifies a document with the key of the log, and gives the status of each step. */
function verified(document: unknown, options: VerifyOptions = {}) {
  const { publicKey } = world.options.writer
  const { verdict, failed, steps } = verifyProof(structuredClone(document), { publicKey, ...options })
  const of = (name: string) => steps.find(({ step }) => step === name)
  return { verdict, failed, witnesses: of('witnesses'), favour: of('favour')?.status }
}

test('the document of a seal gains the lines of witnesses, and that of its draw states those of its entry', async () => {
  world.witness('dave').mode = 'down'
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  const sealed = await documentOf(number)
  expect(sealed.log!.lines.length).toBeGreaterThan(0)
  expect(verified(sealed)).toMatchObject({ verdict: 'sealed' })
  await world.passRound(issueId)
  const drawn = await documentOf(number)
  const entry = await world.entryOf<{ lines: string[] }>(number, 'issue-draw')
  expect(drawn.log!.lines.map(({ note }) => note)).toEqual(entry!.lines)
  expect(drawn).toMatchObject({ result: { favour: false }, log: { confirmation: [] } })
  expect(verified(drawn)).toMatchObject({ verdict: 'verified', favour: 'passed' })
  expect(verified(drawn).witnesses!.detail).toMatch(/alice signed at .*dave was silent/)
  expect(verified(drawn, { witness: world.witness('alice').key })).toMatchObject({ verdict: 'verified' })
  const strangers = [world.witness('dave').key, witnessKey('alice', publicKeyOf('a3'.repeat(32)))]
  for (const witness of strangers)
    expect(verified(drawn, { witness })).toMatchObject({ verdict: 'failed', failed: 'witnesses' })
  // the proof does not change when the log grows and further lines arrive
  world.witness('dave').mode = 'well'
  await soldOutIssue(world)
  await world.settle()
  expect(await documentOf(number)).toEqual(drawn)
})

test('a draw in favour is not confirmed until a quorum has signed a state of the log that holds it', async () => {
  const { issueId, number } = await soldOutIssue(world)
  await world.refuseNews('carol', 'dave')
  await world.settle()
  await world.passRound(issueId)
  await world.advance(15 * MINUTE_MS)
  await world.settle()
  const early = await documentOf(number)
  expect(early).toMatchObject({ result: { favour: true } })
  expect(verified(early)).toMatchObject({ verdict: 'unconfirmed', failed: undefined })
  // a reader who trusts one witness needs its line only
  expect(verified(early, { witness: world.witness('dave').key })).toMatchObject({ failed: 'witnesses' })
  await world.heal()
  // further entries, which all of them sign
  await soldOutIssue(world)
  await world.advance(2 * MINUTE_MS)
  await world.settle()
  const confirmed = await documentOf(number)
  const sizes = confirmed.log!.confirmation.map(({ note }) => parseCheckpoint(note)!.size)
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  expect(confirmed.log!.entries).toHaveLength(4)
  expect(verified(confirmed)).toMatchObject({ verdict: 'verified', favour: 'passed' })
  expect(verified(confirmed, { witness: world.witness('dave').key })).toMatchObject({ verdict: 'verified' })
  expect((await audited(world.options)).counts.favours).toBe(1)
})
