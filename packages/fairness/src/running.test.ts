import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { publicKeyOf } from './signatures/ed25519.ts'
import type { IssueProof } from './proof.ts'
import { type OrderReceipt, type Receipt, readReceipt, signReceipt } from './receipt.ts'
import { extendRunning, runningHash, runningStart } from './running.ts'
import { verifyIndependently } from './testing/independent/verifier.fixture.ts'
import { LOG_SECRET, sampleProof } from './testing/proof-samples.ts'
import { dice, randomProof } from './testing/random-proofs.ts'
import { rounds } from './testing/rounds.fixture.ts'
import { VECTORS } from './testing/vectors-file.ts'
import { verifyProof } from './verify.ts'

const proof = sampleProof(VECTORS.draw, { grade: 'salt', reading: 'all', withLog: true })
const { terms, rows } = proof

const content = (seq: number, of: IssueProof = proof): OrderReceipt => {
  const row = of.rows[seq - 1]!
  return {
    t: 'receipt',
    kind: 'order',
    issue: of.terms.issue,
    id: '01970000-0000-7000-8000-000000000001',
    tag: row.tag,
    ms: row.ms,
    first: row.first,
    quantity: row.quantity,
    amount: String(BigInt(of.terms.price) * BigInt(row.quantity)),
    logSize: 3,
    logRoot: 'cd'.repeat(32),
    seq,
    running: runningHash(of.terms.issue, of.terms.shares, of.rows.slice(0, seq)),
  }
}

describe('the running hash', () => {
  test('is the hash chain over the bytes of the rows', () => {
    const row = Buffer.alloc(32)
    const { seq, ms, time, first, quantity, tag } = rows[0]!
    row.writeUInt32BE(seq)
    row.writeBigUInt64BE(BigInt(ms), 4)
    row.writeUInt32BE(time, 12)
    row.writeUInt32BE(first, 16)
    row.writeUInt32BE(quantity, 20)
    row.write(tag, 24, 'hex')
    const start = createHash('sha256')
      .update(`fairlot/running/1\0${terms.issue}\0`)
      .update(Buffer.of(0, 0, 0, 10))
    const first32 = start.digest()
    expect(runningStart(terms.issue, terms.shares)).toBe(first32.toString('hex'))
    const next = createHash('sha256').update(first32).update(row).digest('hex')
    expect(runningHash(terms.issue, terms.shares, rows.slice(0, 1))).toBe(next)
  })

  test('can be extended row by row', () => {
    const roll = dice(7)
    for (let n = 0; n < rounds(200, 20); n++) {
      const { terms: of, rows: all } = randomProof(roll, { grade: 'plain', withLog: false })
      let hash = runningStart(of.issue, of.shares)
      all.forEach((row, i) => {
        hash = extendRunning(hash, row)
        expect(hash).toBe(runningHash(of.issue, of.shares, all.slice(0, i + 1)))
      })
    }
  })
})

describe('a receipt with a running hash', () => {
  /** The failing step; both verifiers must agree on it. */
  function step(receipt: Receipt | object, of: IssueProof = proof): string | undefined {
    const signed = signReceipt(LOG_SECRET, receipt as Receipt)
    const { failed } = verifyProof(of, { receipt: signed, publicKey: publicKeyOf(LOG_SECRET) })
    expect(verifyIndependently(of, { receipt: signed, publicKey: publicKeyOf(LOG_SECRET) }).failed).toBe(
      failed,
    )
    return failed
  }

  test('verifies with the rows up to its own, and so does a receipt without one', () => {
    for (const { seq } of rows) expect(step(content(seq))).toBeUndefined()
    const { seq: _, running: __, ...old } = content(2)
    expect(step(old)).toBeUndefined()
    const { steps } = verifyProof(proof, { receipt: signReceipt(LOG_SECRET, content(2)) })
    expect(steps.at(-1)!.detail).toBe(
      'the signed receipt matches order 2 and all orders before it; the root of the log that it states is not compared with the whole log (none was given)',
    )
  })

  test('fails when its number or its hash is another one, or only one of both is present', () => {
    const { seq: _, ...noNumber } = content(2)
    const { running: __, ...noHash } = content(2)
    for (const receipt of [
      { ...content(2), seq: 1 },
      { ...content(2), seq: 5 },
      { ...content(2), running: '00'.repeat(32) },
      { ...content(2), running: content(3).running },
      noNumber,
      noHash,
    ]) {
      expect(step(receipt), JSON.stringify(receipt)).toBe('receipt')
    }
    expect(() => readReceipt(signReceipt(LOG_SECRET, noHash as Receipt))).toThrow('lacks the field "running"')
  })

  test('contradicts an issue in which the house changed an earlier order later', () => {
    // the house lets another member have the first order: all other values of the member's own row stay
    const orders = VECTORS.draw.orders.map((order) =>
      order.seq === 1 ? { ...order, tag: '00'.repeat(8) } : order,
    )
    const altered = sampleProof({ ...VECTORS.draw, orders }, { grade: 'salt', reading: 'all', withLog: true })
    expect(verifyProof(altered).verdict).toBe('verified')
    expect(step(content(2), altered)).toBe('receipt')
    const { seq: _, running: __, ...old } = content(2)
    expect(step(old, altered)).toBeUndefined()
  })
})
