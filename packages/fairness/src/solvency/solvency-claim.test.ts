import { expect, test } from 'vitest'
import { inclusionProof, leafHash } from '../log.ts'
import { checkSolvencyClaim, SOLVENCY_STEPS, type SolvencyClaim } from './solvency-claim.ts'
import { solvencyLevels, solvencyPath, solvencyRoot, sortLeaves } from './solvency.ts'
import { PlayedLog } from '../testing/played-log.ts'

const MEMBERS = ['a', 'b', 'c', 'd', 'e'].map((letter) => `0190c2a4-5b1e-7c3a-9f00-00000000000${letter}`)
const [member, other] = MEMBERS as [string, string]

/** An honest claim over five members, and the log that states it. */
function honest(): { claim: SolvencyClaim; publicKey: string } {
  const leaves = sortLeaves(
    MEMBERS.map((memberId, n) => ({ memberId, amount: BigInt(10 + n), nonce: `${n}7`.repeat(32) })),
  )
  const { root, total } = solvencyRoot(leaves)
  const log = new PlayedLog()
  log.begin()
  const index = log.solvency({ root, total: String(total), assets: '90' })
  log.funding()
  log.sign()
  const at = leaves.findIndex(({ memberId }) => memberId === member)
  const claim: SolvencyClaim = {
    log: log.deployment,
    index,
    at: log.now,
    root,
    total,
    assets: 90n,
    memberId: member,
    nonce: leaves[at]!.nonce,
    amount: 10n,
    parts: [7n, 0n, 3n, 0n],
    path: solvencyPath(solvencyLevels(leaves), at),
    entry: {
      bytes: log.entries[index]!,
      inclusion: inclusionProof(log.entries.map(leafHash), index),
      checkpoint: log.checkpoints[0]!.note,
    },
  }
  return { claim, publicKey: log.publicKey }
}

const failing = (claim: SolvencyClaim, publicKey: string, memberId = member) => {
  const steps = checkSolvencyClaim(claim, { memberId, publicKey })
  return SOLVENCY_STEPS.filter((step) => !steps[step])
}

test('an honest claim passes every step', () => {
  const { claim, publicKey } = honest()
  expect(failing(claim, publicKey)).toEqual([])
})

test('each lie fails its step', () => {
  const { claim, publicKey } = honest()
  const { entry, path } = claim
  expect(failing(claim, publicKey, other)).toEqual(['leaf'])
  expect(failing({ ...claim, parts: [7n, 0n, 4n, 0n] }, publicKey)).toEqual(['leaf'])
  expect(failing({ ...claim, parts: [13n, 0n, -3n, 0n] }, publicKey)).toEqual(['leaf'])
  expect(failing({ ...claim, amount: 9n, parts: [9n] }, publicKey)).toEqual(['path'])
  expect(failing({ ...claim, path: path.slice(1) }, publicKey)).toEqual(['path'])
  expect(failing({ ...claim, total: claim.total - 1n }, publicKey)).toEqual(['path', 'entry'])
  expect(failing({ ...claim, assets: 91n }, publicKey)).toEqual(['entry'])
  expect(failing({ ...claim, at: claim.at - 1 }, publicKey)).toEqual(['entry'])
  expect(failing({ ...claim, index: 0 }, publicKey)).toEqual(['log'])
  expect(failing({ ...claim, log: 'demo.2' }, publicKey)).toEqual(['log'])
  expect(failing({ ...claim, entry: { ...entry, inclusion: [] } }, publicKey)).toEqual(['log'])
  expect(failing(claim, 'ab'.repeat(32))).toEqual(['log'])
  const bytes = entry.bytes.replace('"90"', '"91"')
  expect(failing({ ...claim, entry: { ...entry, bytes } }, publicKey)).toEqual(['entry', 'log'])
})
