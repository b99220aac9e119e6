/** Receipts that contradict the proof, or that the house did not sign. */
import { canonicalJson, type Json } from '../src/canonical.ts'
import { publicKeyOf } from '../src/signatures/ed25519.ts'
import { treeRoot } from '../src/log.ts'
import type { IssueProof } from '../src/proof.ts'
import { type OrderReceipt, type Receipt, type SignedReceipt, signReceipt } from '../src/receipt.ts'
import { runningHash } from '../src/running.ts'
import { LOG_SECRET } from '../src/testing/proof-samples.ts'
import { swapDigit } from '../src/testing/mutations.ts'
import type { Expected, KitCase } from './kit-case.ts'

const OTHER_SECRET = '77'.repeat(32)

/** The honest receipt of an order, as of the checkpoint for the seal. */
export function honestReceipt({ terms, rows, log }: IssueProof, seq: number): OrderReceipt {
  const { first, quantity, ms, tag } = rows[seq - 1]!
  const [, size = '', root = ''] = log!.sealCheckpoint.split('\n')
  return {
    t: 'receipt',
    kind: 'order',
    issue: terms.issue,
    id: `0197${String(seq).padStart(4, '0')}-0000-7000-8000-000000000000`,
    tag,
    ms,
    first,
    quantity,
    amount: String(BigInt(terms.price) * BigInt(quantity)),
    logSize: Number(size),
    logRoot: Buffer.from(root, 'base64').toString('hex'),
    seq,
    running: runningHash(terms.issue, terms.shares, rows.slice(0, seq)),
  }
}

export function alteredReceipts(family: string, proof: IssueProof): KitCase[] {
  const cases: KitCase[] = []
  const text = JSON.stringify(proof)
  const verdict: Expected = proof.result === null ? 'sealed' : 'verified'
  const add = (what: string, expected: Expected, receipt: unknown, document = text): void => {
    cases.push({ name: `${family}/${what}`, expected, proof: document, receipt: JSON.stringify(receipt) })
  }
  const receipt = honestReceipt(proof, 2)
  const { seq: _, running: __, ...old } = receipt
  const signed = signReceipt(LOG_SECRET, receipt)
  for (let seq = 1; seq <= proof.rows.length; seq++)
    add(`control: order ${seq}`, verdict, signReceipt(LOG_SECRET, honestReceipt(proof, seq)))
  add('control: without a running hash', verdict, signReceipt(LOG_SECRET, old))
  add(
    'control: of a state of the log that the proof does not show',
    verdict,
    signReceipt(LOG_SECRET, { ...receipt, logSize: 9_999, logRoot: 'ab'.repeat(32) }),
  )
  add('with a proof without a log', 'inclusion', signed, JSON.stringify({ ...proof, log: null }))

  const rows = proof.rows
  const changes: [string, Record<string, Json>][] = [
    ['issue', { issue: 'M9-0009' }],
    ['tag', { tag: swapDigit(receipt.tag, 3) }],
    ['ms', { ms: receipt.ms + 1 }],
    ['first', { first: receipt.first + 1 }],
    ['first of another order', { first: rows[2]!.first }],
    ['quantity', { quantity: receipt.quantity + 1 }],
    ['amount', { amount: String(BigInt(receipt.amount) + 1n) }],
    ['logRoot', { logRoot: 'ab'.repeat(32) }],
    ['logSize 0', { logSize: 0 }],
    ['seq', { seq: 3 }],
    ['seq beyond the rows', { seq: rows.length + 1 }],
    ['running', { running: 'ab'.repeat(32) }],
    [
      'running of one row less',
      { running: runningHash(proof.terms.issue, proof.terms.shares, rows.slice(0, 1)) },
    ],
    ['running of another issue', { running: runningHash('M9-0009', proof.terms.shares, rows.slice(0, 2)) }],
    [
      'running of other shares',
      { running: runningHash(proof.terms.issue, proof.terms.shares + 1, rows.slice(0, 2)) },
    ],
    [
      'running with an order less',
      { running: runningHash(proof.terms.issue, proof.terms.shares, [rows[1]!]) },
    ],
  ]
  for (const [what, change] of changes) {
    add(`${what} differs, signed by the house`, 'receipt', signReceipt(LOG_SECRET, { ...receipt, ...change }))
    add(`${what} changed after signing`, 'receipt', {
      ...signed,
      receipt: canonicalJson({ ...receipt, ...change }),
    })
  }
  add(
    'control: root of the empty log',
    verdict,
    signReceipt(LOG_SECRET, { ...receipt, logSize: 0, logRoot: treeRoot([]) }),
  )
  alterSignature(add, receipt, signed)
  return cases
}

function alterSignature(
  add: (what: string, expected: Expected, receipt: unknown) => void,
  receipt: OrderReceipt,
  signed: SignedReceipt,
): void {
  const shapes: [string, Record<string, Json | undefined>][] = [
    ['a field more', { note: 'x' }],
    ['seq without running', { running: undefined }],
    ['running without seq', { seq: undefined }],
    ['no tag', { tag: undefined }],
    ['another kind', { kind: 'bet' }],
    ['another t', { t: 'invoice' }],
    ['an amount that is a number', { amount: 1 }],
    ['an id in upper case', { id: receipt.id.toUpperCase().replace('0197', 'ABCD') }],
  ]
  for (const [what, change] of shapes) {
    const content = JSON.parse(JSON.stringify({ ...receipt, ...change })) as Receipt
    add(`${what}, signed by the house`, 'receipt', signReceipt(LOG_SECRET, content))
  }
  add('of another key', 'receipt', signReceipt(OTHER_SECRET, receipt))
  add('of another key under the name of the house', 'receipt', {
    ...signReceipt(OTHER_SECRET, receipt),
    publicKey: publicKeyOf(LOG_SECRET),
  })
  add('with another signature', 'receipt', { ...signed, signature: swapDigit(signed.signature, 40) })
  add('with no signature', 'receipt', { ...signed, signature: '' })
  add('with a field more', 'receipt', { ...signed, note: 'x' })
  add('with white space in its text', 'receipt', { ...signed, receipt: signed.receipt.replace(',', ', ') })
  add('with text that is no JSON', 'receipt', { ...signed, receipt: 'receipt' })
  add('that is null', 'receipt', null)
  add('that is a list', 'receipt', [])
}
