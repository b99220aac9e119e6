import { createPublicKey, verify } from 'node:crypto'
import { array, assert, bigInt, integer, nat, property, record, string, uint8Array, uuid } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex, utf8 } from '../bytes.ts'
import { checkpointText, parseCheckpoint, signCheckpoint, verifyCheckpoint } from '../checkpoint.ts'
import { publicKeyOf } from './ed25519.ts'
import { sha256 } from '../hash.ts'
import { type Receipt, signReceipt, verifyReceipt } from '../receipt.ts'
import { operatorSignTextOf, signTextOf } from './sign-text.ts'
import { sameSign, signAnonymous, signKey, signKeyed, signText } from './sign.ts'
import {
  solvencyLevels,
  solvencyPath,
  solvencyRoot,
  sortLeaves,
  verifySolvency,
} from '../solvency/solvency.ts'
import { memberTag } from '../tag.ts'
import { VECTORS } from '../testing/vectors-file.ts'

const RUNS = { numRuns: 1000 }
const SECRET = '11'.repeat(32)
const KEY = publicKeyOf(SECRET)
const hex32 = uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)

describe('checkpoints', () => {
  const checkpoint = {
    deployment: 'demo',
    size: 3,
    root: 'ab'.repeat(32),
    head: 'cd'.repeat(32),
    timeMs: 1692806333289,
  }
  const note = signCheckpoint(SECRET, checkpoint)

  test('a checkpoint is a signed note whose signature another Ed25519 library verifies', () => {
    const lines = note.split('\n')
    expect(lines.slice(0, 6)).toEqual([
      'fairlot/demo',
      '3',
      Buffer.from('ab'.repeat(32), 'hex').toString('base64'),
      `head ${'cd'.repeat(32)}`,
      'time 1692806333289',
      '',
    ])
    expect(lines[6]).toMatch(/^— fairlot\/demo [A-Za-z0-9+/]+=*$/)
    const signature = Buffer.from(lines[6]!.split(' ')[2]!, 'base64')
    expect(signature).toHaveLength(68)
    const der = Buffer.from(`302a300506032b6570032100${KEY}`, 'hex')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from(checkpointText(checkpoint)), key, signature.subarray(4))).toBe(true)
  })

  test('a checkpoint is read back, also with signatures of witnesses', () => {
    expect(verifyCheckpoint(note, KEY, 'demo')).toEqual(checkpoint)
    const witnessed = `${note}— witness.example/w1 ${Buffer.alloc(76, 7).toString('base64')}\n`
    expect(verifyCheckpoint(witnessed, KEY, 'demo')).toEqual(checkpoint)
    expect(parseCheckpoint(witnessed)!.signatures).toHaveLength(2)
  })

  test('refuses a checkpoint of another key or deployment, or with a changed byte', () => {
    expect(verifyCheckpoint(note, publicKeyOf('12'.repeat(32)), 'demo')).toBeNull()
    expect(verifyCheckpoint(note, KEY, 'other')).toBeNull()
    expect(verifyCheckpoint(note, 'zz', 'demo')).toBeNull()
    expect(verifyCheckpoint('', KEY, 'demo')).toBeNull()
    assert(
      property(nat(note.length - 1), integer({ min: 9, max: 126 }), (at, code) => {
        const altered = note.slice(0, at) + String.fromCharCode(code) + note.slice(at + 1)
        if (altered !== note) expect(verifyCheckpoint(altered, KEY, 'demo')).toBeNull()
      }),
      RUNS,
    )
  })

  test('all values round-trip', () => {
    const any = record({
      deployment: string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }).map((s) =>
        s.replaceAll(/[ +]/g, '-'),
      ),
      size: nat(Number.MAX_SAFE_INTEGER),
      root: hex32,
      head: hex32,
      timeMs: nat(Number.MAX_SAFE_INTEGER),
    })
    assert(
      property(any, (value) => {
        const { signatures, ...read } = parseCheckpoint(`${checkpointText(value)}\n— k AAAA\n`)!
        expect(read).toEqual(value)
        expect(signatures).toHaveLength(1)
      }),
      RUNS,
    )
    for (const bad of [
      { deployment: 'a b' },
      { deployment: 'a\n1' },
      { size: -1 },
      { timeMs: 0.5 },
      { head: 'x' },
    ]) {
      expect(() => checkpointText({ ...checkpoint, ...bad })).toThrow(RangeError)
    }
  })
})

describe('receipts', () => {
  const receipt: Receipt = {
    t: 'receipt',
    kind: 'order',
    issue: 'M1-0001',
    id: '0190c2a4-5b1e-7c3a-9f00-1a2b3c4d5e6f',
    tag: '94714210fb0d5ec4',
    ms: 1692806001007,
    first: 1000001,
    quantity: 3,
    amount: '30000',
    logSize: 0,
    logRoot: '00'.repeat(32),
  }

  test('a receipt verifies for its text and key only', () => {
    const signed = signReceipt(SECRET, receipt)
    expect(JSON.parse(signed.receipt)).toEqual(receipt)
    expect(verifyReceipt(signed)).toBe(true)
    expect(verifyReceipt(signed, KEY)).toBe(true)
    expect(verifyReceipt(signed, publicKeyOf('12'.repeat(32)))).toBe(false)
    expect(verifyReceipt({ ...signed, signature: 'zz' })).toBe(false)
    expect(verifyReceipt({ ...signed, publicKey: 'ff'.repeat(32) })).toBe(false)
    for (const [from, to] of [
      ['1000001', '1000002'],
      ['"30000"', '"30001"'],
      ['{', '{ '],
    ] as const) {
      expect(verifyReceipt({ ...signed, receipt: signed.receipt.replace(from, to) })).toBe(false)
    }
  })
})

describe('the wire signature', () => {
  const { key, token, path, date, language, param } = VECTORS.sign
  const input = { key, token, path, date, language, param }

  test('depends on every field', () => {
    const signed = signKeyed(key, input)
    const changes = [
      { path: '/api/x' },
      { date: '1' },
      { language: 'bn-bd' },
      { token: 'x' },
      { param: '{}' },
    ]
    for (const change of changes) expect(signKeyed(key, { ...input, ...change })).not.toBe(signed)
    expect(signKeyed('00'.repeat(32), input)).not.toBe(signed)
    expect(signKeyed(key, { ...input, param: new TextEncoder().encode(param) })).toBe(signed)
  })

  test('signs seven lines; without a token the token line is empty', () => {
    expect(signText(input).split('\n')).toHaveLength(7)
    const anonymous = signText({ ...input, token: null }).split('\n')
    expect(anonymous[0]).toBe('fairlot-sign-1-anon')
    expect(anonymous[5]).toBe('')
    expect(signAnonymous({ path, date, language, param })).toMatch(/^[0-9a-f]{64}$/)
    expect(() => signText({ ...input, path: '/a\n/b' })).toThrow(RangeError)
  })

  test("an operator's call has another text than an anonymous call with the same fields", () => {
    const fields = { path, date, language }
    const hash = toHex(sha256(utf8(param)))
    const lines = operatorSignTextOf(fields, hash).split('\n')
    expect(lines).toEqual(['fairlot-sign-operator-1', 'POST', path, date, language, '', hash])
    expect(operatorSignTextOf(fields, hash)).not.toBe(signTextOf(fields, null, hash))
  })

  test('each session has its own key, and signatures are compared in full', () => {
    expect(signKey(key, 'session-1')).not.toBe(signKey(key, 'session-2'))
    expect(sameSign('abcd', 'abcd')).toBe(true)
    for (const text of ['abce', 'bbcd', 'abc', 'abcde', '']) expect(sameSign('abcd', text)).toBe(false)
  })

  test('the member tag depends on its key', () => {
    const id = VECTORS.tag.memberId
    expect(memberTag(VECTORS.tag.key, id)).toMatch(/^[0-9a-f]{16}$/)
    expect(memberTag(VECTORS.tag.key, id)).not.toBe(memberTag(key, id))
  })
})

describe('solvency', () => {
  const leaf = record({ nonce: hex32, memberId: uuid(), amount: bigInt({ min: 0n, max: 1n << 50n }) })

  test("a member's path verifies for the member's amount and the published total only", () => {
    assert(
      property(array(leaf, { minLength: 1, maxLength: 24 }), nat(), (leaves, i) => {
        const sorted = sortLeaves(leaves)
        const levels = solvencyLevels(sorted)
        const { root, total } = solvencyRoot(sorted)
        expect(total).toBe(leaves.reduce((sum, { amount }) => sum + amount, 0n))
        const index = i % sorted.length
        const own = sorted[index]!
        const path = solvencyPath(levels, index)
        expect(verifySolvency(own, path, { root, total })).toBe(true)
        expect(verifySolvency({ ...own, amount: own.amount + 1n }, path, { root, total })).toBe(false)
        expect(verifySolvency(own, path, { root, total: total + 1n })).toBe(false)
        if (path.length === 0) return
        const bent = path.map((step, at) => (at === i % path.length ? { ...step, sum: step.sum + 1n } : step))
        expect(verifySolvency(own, bent, { root, total: total + 1n })).toBe(false)
      }),
      RUNS,
    )
  })

  test('refuses negative and overflowing sums', () => {
    const [first, second] = ['01', '02'].map((byte) => ({
      nonce: byte.repeat(32),
      memberId: 'm',
      amount: 5n,
    }))
    const { root } = solvencyRoot([first!, second!])
    const step = { side: 'right', hash: '00'.repeat(32), sum: -5n } as const
    expect(verifySolvency(first!, [step], { root, total: 0n })).toBe(false)
    expect(verifySolvency(first!, [{ ...step, sum: (1n << 64n) - 1n }], { root, total: 4n })).toBe(false)
    expect(() => solvencyLevels([])).toThrow(RangeError)
    expect(() => sortLeaves([first!, first!])).toThrow(RangeError)
    expect(() => solvencyRoot([first!, { ...second!, amount: (1n << 64n) - 1n }])).toThrow(RangeError)
    expect(() => solvencyPath(solvencyLevels([first!]), 1)).toThrow(RangeError)
  })
})
