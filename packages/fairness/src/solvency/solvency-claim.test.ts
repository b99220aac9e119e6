import { describe, expect, test } from 'vitest'
import { inclusionProof, leafHash } from '../log.ts'
import { type NoteKey, parseKey } from '../note.ts'
import type { Vouching } from '../proof/version-3/types.ts'
import { PlayedLog, type PlayedWitness, playedWitness } from '../testing/played-log.ts'
import { newLog3, VOUCHED, WITNESSES_3 } from '../testing/samples-3.ts'
import { ownedLeaf, ownerHash } from './owned-leaf.ts'
import {
  checkSolvencyClaim,
  checkSolvencyClaim3,
  SOLVENCY_STEPS,
  SOLVENCY_STEPS_3,
  type SolvencyClaim,
  type SolvencyClaim3,
} from './solvency-claim.ts'
import { levelsOver, solvencyLevels, solvencyPath, solvencyRoot, sortLeaves } from './solvency.ts'

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

const [W1, W2, W3] = WITNESSES_3
const PHONES = ['a', 'b', 'c'].map((_, n) => `+880170000000${n}`)

/** An honest claim of version 3 over members with equal balances; these witnesses signed the state that covers it. */
function owned(by: readonly PlayedWitness[], vouching: Vouching = VOUCHED) {
  const leaves = sortLeaves(
    PHONES.map((phone, n) => ({ owner: ownerHash(phone), amount: 10n, nonce: `${n}7`.repeat(32) })),
  )
  const levels = levelsOver(leaves.map(ownedLeaf))
  const { hash: root, sum: total } = levels.at(-1)![0]!
  const log = newLog3()
  const { witnesses, quorum } = vouching
  const index = log.solvency({ root, total: String(total), assets: '90', witnesses, quorum })
  log.sign()
  const lines = by.map((witness) => `${log.cosign(witness)}\n`).join('')
  const at = leaves.findIndex(({ owner }) => owner === ownerHash(PHONES[0]!))
  const claim: SolvencyClaim3 = {
    log: log.deployment,
    index,
    at: log.now,
    root,
    total,
    assets: 90n,
    witnesses,
    quorum,
    phone: PHONES[0]!,
    nonce: leaves[at]!.nonce,
    amount: 10n,
    parts: [7n, 3n],
    path: solvencyPath(levels, at),
    entry: {
      bytes: log.entries[index]!,
      inclusion: inclusionProof(log.entries.map(leafHash), index),
      checkpoint: log.checkpoints[0]!.note + lines,
    },
  }
  return { claim, publicKey: log.publicKey }
}

const failing3 = (
  { claim, publicKey }: ReturnType<typeof owned>,
  changes: Partial<SolvencyClaim3> = {},
  reader: { phone?: string; witness?: NoteKey } = {},
) => {
  const steps = checkSolvencyClaim3({ ...claim, ...changes }, { phone: PHONES[0]!, publicKey, ...reader })
  return SOLVENCY_STEPS_3.filter((step) => !steps[step])
}

describe('a claim of version 3', () => {
  test('passes every step for the member whose phone the leaf binds', () => {
    const honest3 = owned([W1, W2])
    expect(failing3(honest3)).toEqual([])
    // two members with equal balances cannot share one leaf
    expect(failing3(honest3, {}, { phone: PHONES[1]! })).toEqual(['leaf'])
    expect(failing3(honest3, { phone: PHONES[1]! }, { phone: PHONES[1]! })).toEqual(['path'])
    expect(failing3(honest3, { parts: [10n, 1n] })).toEqual(['leaf'])
    expect(failing3(honest3, { total: 20n })).toEqual(['path', 'entry'])
    expect(failing3(honest3, { quorum: 1 })).toEqual(['entry'])
    expect(failing3(honest3, { index: 0 })).toEqual(['log'])
  })

  test('needs a quorum of the witnesses that the entry names, or the one that the reader trusts', () => {
    const stranger = playedWitness('stranger')
    expect(failing3(owned([W1]))).toEqual(['witnesses'])
    expect(failing3(owned([W1, stranger]))).toEqual(['witnesses'])
    expect(failing3(owned([W1, W1]))).toEqual(['witnesses'])
    expect(failing3(owned([W3, W2, W1]))).toEqual([])
    const [own, silent] = [parseKey(W1.key)!, parseKey(W2.key)!]
    expect(failing3(owned([W1]), {}, { witness: own })).toEqual([])
    expect(failing3(owned([W1, W3]), {}, { witness: silent })).toEqual(['witnesses'])
    const alone = owned([], { witnesses: null, quorum: null })
    expect(failing3(alone)).toEqual([])
    expect(failing3(alone, {}, { witness: own })).toEqual(['witnesses'])
  })

  test('does not take the lines of another state', () => {
    const { claim } = owned([W1, W2])
    const unsigned = owned([])
    const lines = claim.entry.checkpoint.split('\n').slice(-3).join('\n')
    const later = new PlayedLog('demo')
    later.funding()
    later.sign()
    const entry = { ...unsigned.claim.entry, checkpoint: later.checkpoints[0]!.note + lines }
    expect(failing3(unsigned, { entry })).toEqual(['log', 'witnesses'])
  })
})
