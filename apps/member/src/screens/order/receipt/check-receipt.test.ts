import { consistencyProof, treeRoot } from '@fairlot/fairness/log'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { signReceipt } from '@fairlot/fairness/receipt'
import type { OrderReceipt } from '@fairlot/fairness/receipt'
import { runningHash } from '@fairlot/fairness/running'
import { LOG_SECRET, sampleProof } from '@fairlot/fairness/testing/proof-samples'
import { orderReceipt3 } from '@fairlot/fairness/testing/documents-3'
import { lostProof3, PlayedLoss } from '@fairlot/fairness/testing/lost-3'
import { sampleLostIssue } from '@fairlot/fairness/testing/samples-3'
import { verifyLostIssue } from '@fairlot/fairness/verify/version-3/lost-issue'
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { describe, expect, test } from 'vitest'
import { checkDraw, checkId, checkLog, checkSignature } from './check-receipt.ts'
import type { OrderFacts } from './check-receipt.ts'

const proof = sampleProof(VECTORS.draw, { grade: 'beacon', reading: 'all', local: true, withLog: true })
const [row] = proof.rows
const LEAVES = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', '11'].map((pair) => pair.repeat(32))
const KEY = publicKeyOf(LOG_SECRET)

const content: OrderReceipt = {
  t: 'receipt',
  kind: 'order',
  issue: proof.terms.issue,
  id: '0197aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee',
  tag: row!.tag,
  ms: row!.ms,
  first: row!.first,
  quantity: row!.quantity,
  amount: String(BigInt(proof.terms.price) * BigInt(row!.quantity)),
  logSize: 5,
  logRoot: treeRoot(LEAVES.slice(0, 5)),
  seq: row!.seq,
  running: runningHash(proof.terms.issue, proof.terms.shares, proof.rows.slice(0, row!.seq)),
}
const facts: OrderFacts = {
  order: content.id,
  issue: content.issue,
  tag: content.tag,
  at: content.ms,
  first: content.first,
  quantity: content.quantity,
  amount: content.amount,
}
const sign = (change: Partial<OrderReceipt> = {}) => signReceipt(LOG_SECRET, { ...content, ...change })
const signed = sign()

test('checkId accepts the id that member and request id make, and no other', () => {
  const chosen = {
    member: '0190c2a4-5b1e-7c3a-9f00-1a2b3c4d5e6f',
    requestId: '0190c2a4-6000-7c3a-8f00-0a0b0c0d0e0f',
  }
  const order = '0190c2a4-6000-8a6f-ae9f-78dfcbe8d529'
  expect(checkId(order, chosen)).toEqual({ ok: true })
  expect(checkId(order, { ...chosen, member: chosen.requestId })).toMatchObject({ ok: false })
  expect(checkId(content.id, chosen)).toEqual({
    ok: false,
    detail: `the request of this device makes the id ${order}, not ${content.id}`,
  })
})

describe('checkSignature', () => {
  test("accepts a receipt of this order signed with the log's key", () => {
    expect(checkSignature(signed, KEY, facts)).toEqual({ ok: true })
  })

  test('refuses another key, a changed text and a changed signature', () => {
    const other = signReceipt('7e'.repeat(32), content)
    const text = signed.receipt.replace('"logSize":5', '"logSize":6')
    const signature = signed.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    for (const wrong of [other, { ...signed, receipt: text }, { ...signed, signature }]) {
      expect(checkSignature(wrong, KEY, facts)).toMatchObject({ ok: false })
    }
    expect(checkSignature({ ...signed, receipt: '{' }, KEY, facts)).toMatchObject({ ok: false })
  })

  test.each([
    ['order', { order: '0197aaaa-bbbb-7ccc-8ddd-000000000000' }],
    ['issue', { issue: 'OTHER-0001' }],
    ['tag', { tag: '00'.repeat(8) }],
    ['at', { at: content.ms + 1 }],
    ['first', { first: content.first + 1 }],
    ['quantity', { quantity: content.quantity + 1 }],
    ['amount', { amount: '1' }],
  ])('refuses the receipt of another %s', (name, change) => {
    const finding = checkSignature(signed, KEY, { ...facts, ...change })
    expect(finding).toEqual({ ok: false, detail: expect.stringContaining(`another ${name} `) })
  })
})

describe('checkLog', () => {
  const now = { size: LEAVES.length, root: treeRoot(LEAVES), path: consistencyProof(LEAVES, 5) }

  test('accepts a log that has only grown', () => {
    expect(checkLog(signed, now)).toEqual({ ok: true })
  })

  test('refuses a log that was rewritten', () => {
    const rewritten = LEAVES.with(2, '99'.repeat(32))
    expect(
      checkLog(signed, { ...now, root: treeRoot(rewritten), path: consistencyProof(rewritten, 5) }),
    ).toMatchObject({ ok: false })
    expect(checkLog(sign({ logRoot: '00'.repeat(32) }), now)).toMatchObject({ ok: false })
  })
})

describe('checkDraw', () => {
  const text = JSON.stringify(proof)

  test('finds the order in the proof of its draw', () => {
    expect(checkDraw(signed, KEY, text)).toEqual({ ok: true })
  })

  test('refuses a draw with an order that was put before this one later', () => {
    const inserted = sign({ running: '00'.repeat(32) })
    expect(checkDraw(inserted, KEY, text)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('running hash'),
    })
  })

  test('finds the order in the proof of a draw whose log was lost', () => {
    const issue = sampleLostIssue()
    const lost = JSON.stringify(lostProof3(new PlayedLoss(issue)))
    const own = orderReceipt3(issue, 2)
    expect(checkDraw(own, KEY, lost, verifyLostIssue)).toEqual({ ok: true })
    const other = orderReceipt3(issue, 2, { running: '00'.repeat(32) })
    expect(checkDraw(other, KEY, lost, verifyLostIssue)).toMatchObject({ ok: false })
    expect(checkDraw(own, KEY, lost)).toMatchObject({ ok: false })
  })

  test('refuses a missing order and a proof that does not verify', () => {
    const missing = sign({ first: 1_999_999 })
    expect(checkDraw(missing, KEY, text)).toEqual({
      ok: false,
      detail: 'receipt: no order of the proof begins with code 1999999',
    })
    const steered = JSON.stringify({ ...proof, result: { ...proof.result, code: proof.result.code + 1 } })
    expect(checkDraw(signed, KEY, steered)).toMatchObject({ ok: false })
    expect(checkDraw(signed, KEY, '{')).toMatchObject({ ok: false })
  })
})
