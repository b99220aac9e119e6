import { describe, expect, test } from 'vitest'
import { roundTimeMs } from '../beacon.ts'
import { localChain } from '../signatures/bls.ts'
import { canonicalJson, type Json } from '../canonical.ts'
import { type Checkpoint, parseCheckpoint, signCheckpoint } from '../checkpoint.ts'
import { publicKeyOf } from '../signatures/ed25519.ts'
import { consistencyProof, inclusionProof, leafHash, treeRoot } from '../log.ts'
import type { IssueProof, ProofLog } from '../proof.ts'
import { type Receipt, signReceipt } from '../receipt.ts'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { LOCAL_SECRET, LOG_SECRET, sampleProof } from '../testing/proof-samples.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import { verifyProof } from '../verify.ts'
import { cosign } from '../witness.ts'

// grade salt, because verifying a beacon signature costs far more time than all other steps
const proof = sampleProof(VECTORS.draw, { grade: 'salt', reading: 'all', withLog: true })
const log = proof.log!
const lit = sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', local: true, withLog: true })
const OTHER_SECRET = '77'.repeat(32)

/** The failing step; both verifiers must agree on it. */
function failing(changes: Partial<ProofLog>, of: IssueProof = proof): string | undefined {
  const document = { ...of, log: { ...of.log!, ...changes } }
  const { failed } = verifyProof(document)
  expect(verifyIndependently(document).failed).toBe(failed)
  return failed
}

/** The note with changed values, signed by the house. */
function resigned(note: string, changes: Partial<Checkpoint>, secret = LOG_SECRET): string {
  const { signatures: _, ...checkpoint } = parseCheckpoint(note)!
  return signCheckpoint(secret, { ...checkpoint, ...changes })
}

describe('a checkpoint of a proof', () => {
  const notes = ['sealCheckpoint', 'checkpoint'] as const

  test.each(notes)('%s: a change of any byte fails', (name) => {
    const note = log[name]
    const bytes = note.split('')
    // step `inclusion` checks the entries against the checkpoint's tree before step `checkpoint` checks its signature
    const treeFrom = note.indexOf('\n') + 1
    const treeTo = note.indexOf('\nhead')
    bytes.forEach((byte, at) => {
      const other = byte === 'A' ? 'B' : 'A'
      const step = failing({ [name]: bytes.with(at, other).join('') })
      const tree = name === 'checkpoint' && at >= treeFrom && at < treeTo
      expect(tree ? ['inclusion', 'checkpoint'] : ['checkpoint'], `${at}: ${byte}`).toContain(step)
    })
  })

  test.each(notes)('%s: a change of any field and any additional line fails', (name) => {
    const lines = log[name].split('\n')
    const [origin, size, root, head, time, , signature] = lines as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const fields = {
      origin: `${origin}x`,
      size: String(Number(size) + 1),
      root: `${'A'.repeat(43)}=`,
      head: `head ${'0'.repeat(64)}`,
      time: `time ${Number(time.slice(5)) - 1}`,
    }
    Object.values(fields).forEach((value, i) => {
      const step = failing({ [name]: lines.with(i, value).join('\n') })
      // step `inclusion` checks the entries against the root of the later checkpoint first
      expect(step).toBe(name === 'checkpoint' && i === 2 ? 'inclusion' : 'checkpoint')
    })
    const witness = cosign(OTHER_SECRET, 'w1', log[name], 1_700_000_000)
    for (const text of [
      [...lines.slice(0, 6), '', signature, ''].join('\n'),
      `${log[name]}${signature}\n`,
      `${log[name]}${witness}\n`,
      log[name].slice(0, -1),
      `${root}\n${head}`,
      resigned(log[name], {}, OTHER_SECRET),
    ]) {
      expect(failing({ [name]: text })).toBe('checkpoint')
    }
  })

  test('fails when the checkpoint of the seal is dated at or after the round, even with a valid signature', () => {
    const known = roundTimeMs(lit.seal.round!, localChain(LOCAL_SECRET))
    const at = (timeMs: number) =>
      failing({ sealCheckpoint: resigned(lit.log!.sealCheckpoint, { timeMs }) }, lit)
    expect(at(known - 1)).toBeUndefined()
    expect(at(known)).toBe('checkpoint')
  })
})

describe('a log that the house itself signs', () => {
  // the entries of the sample log: opening, seal and draw at 1, 3 and 5 of 7
  const texts = Array.from({ length: 7 }, (_, i) =>
    [1, 3, 5].includes(i) ? log.entries[(i - 1) / 2]!.bytes : `{"t":"other","n":${i}}`,
  )

  /** The log part of the proof over these entries; all hashes are recomputed and all checkpoints signed again. */
  function logOver(entries: readonly string[], sealSize = 4, size = entries.length): ProofLog {
    const leaves = entries.slice(0, size).map(leafHash)
    const note = (covered: number, timeMs: number) =>
      signCheckpoint(LOG_SECRET, {
        deployment: proof.deployment,
        size: covered,
        root: treeRoot(leaves.slice(0, covered)),
        head: '00'.repeat(32),
        timeMs,
      })
    const { timeMs } = parseCheckpoint(log.sealCheckpoint)!
    return {
      entries: log.entries.map(({ bytes }) => {
        const index = entries.indexOf(bytes)
        return { index, bytes, inclusion: index < size ? inclusionProof(leaves, index) : [] }
      }),
      sealCheckpoint: note(sealSize, timeMs),
      checkpoint: note(size, timeMs + 60_000),
      consistency: consistencyProof(leaves, sealSize),
      cosignatures: [],
      publicKey: publicKeyOf(LOG_SECRET),
    }
  }
  const honest = logOver(texts)

  test('verifies when entries are only appended', () => {
    expect(failing(honest)).toBeUndefined()
    expect(failing(logOver(texts, 7, 7))).toBeUndefined()
  })

  test('fails when entries are changed, removed or reordered after the checkpoint of the seal', () => {
    const later = (entries: readonly string[], size = entries.length) => {
      const changed = logOver(entries, 4, size)
      // the house cannot change the checkpoint that it published at the seal
      return failing({ ...changed, sealCheckpoint: honest.sealCheckpoint })
    }
    expect(later(texts)).toBeUndefined()
    expect(later(texts.with(0, '{"t":"altered"}'))).toBe('checkpoint')
    expect(later(texts.toSpliced(0, 1))).toBe('checkpoint')
    expect(later(texts.toSpliced(2, 0, '{"t":"put in"}'))).toBe('checkpoint')
    expect(later([texts[2]!, ...texts.slice(1, 2), texts[0]!, ...texts.slice(3)])).toBe('checkpoint')
    expect(later(texts, 5)).toBe('inclusion')
  })

  test('fails when the seal is not in its checkpoint, or opening, seal and draw are not in this order', () => {
    expect(failing(logOver(texts, 3))).toBe('checkpoint')
    expect(failing(logOver(texts.toSpliced(1, 1).toSpliced(4, 0, texts[1]!)))).toBe('inclusion')
    const shown = logOver(texts)
    expect(failing({ ...shown, entries: shown.entries.toReversed() })).toBe('inclusion')
  })

  test('fails when any field of an entry differs from the proof', () => {
    log.entries.forEach(({ bytes }, i) => {
      const entry = JSON.parse(bytes) as Record<string, Json>
      for (const [field, value] of Object.entries(entry)) {
        // the proof does not state when the server wrote the draw
        if (field === 'at' && i === 2) continue
        const other = typeof value === 'number' ? value + 1 : value === null ? 1 : `${canonicalJson(value)}x`
        const lying = canonicalJson({ ...entry, [field]: other })
        const entries = texts.with(1 + 2 * i, lying)
        const shown = logOver(entries.with(1 + 2 * i, bytes))
        const leaves = entries.map(leafHash)
        const part: ProofLog = {
          ...shown,
          entries: shown.entries.with(i, {
            index: 1 + 2 * i,
            bytes: lying,
            inclusion: inclusionProof(leaves, 1 + 2 * i),
          }),
        }
        expect(failing(part), `${i} ${field}`).toBe('inclusion')
      }
      const spaced = JSON.stringify(entry, null, 1)
      expect(
        failing({ ...honest, entries: honest.entries.with(i, { ...honest.entries[i]!, bytes: spaced }) }),
      ).toBe('inclusion')
    })
  })
})

describe('a receipt that the house itself signs', () => {
  const row = proof.rows[1]!
  const content: Receipt = {
    t: 'receipt',
    kind: 'order',
    issue: proof.terms.issue,
    id: '01970000-0000-7000-8000-000000000001',
    tag: row.tag,
    ms: row.ms,
    first: row.first,
    quantity: row.quantity,
    amount: String(10_000 * row.quantity),
    logSize: parseCheckpoint(log.checkpoint)!.size,
    logRoot: parseCheckpoint(log.checkpoint)!.root,
  }
  const step = (receipt: unknown) => {
    const { failed } = verifyProof(proof, { receipt })
    expect(verifyIndependently(proof, { receipt }).failed).toBe(failed)
    return failed
  }

  test('fails when any field of the receipt differs from the proof', () => {
    expect(step(signReceipt(LOG_SECRET, content))).toBeUndefined()
    const lies: Partial<Record<keyof Receipt | 'first' | 'quantity' | 'issue', unknown>> = {
      issue: 'M1-0002',
      tag: '00'.repeat(8),
      ms: row.ms + 1,
      first: row.first + 1,
      quantity: row.quantity + 1,
      amount: '1',
      logRoot: '00'.repeat(32),
      kind: 'bet',
      t: 'note',
      id: 'me',
    }
    for (const [field, value] of Object.entries(lies)) {
      const lying = { ...content, [field]: value } as Receipt
      expect(step(signReceipt(LOG_SECRET, lying)), field).toBe('receipt')
    }
    expect(step(signReceipt(OTHER_SECRET, content))).toBe('receipt')
    // the proof has no root of this size, so it cannot contradict the receipt's
    expect(
      step(signReceipt(LOG_SECRET, { ...content, logSize: 5000, logRoot: '00'.repeat(32) })),
    ).toBeUndefined()
    expect(step(signReceipt(LOG_SECRET, { ...content, logSize: 0 }))).toBe('receipt')
  })
})
