/** Frauds without the log's key: documents whose numbers fit together, made by a thief who computes everything again. */
import { beaconOf, roundFor } from '../src/beacon.ts'
import * as draw from '../src/draw.ts'
import type { IssueProof, IssueTerms } from '../src/proof.ts'
import { add, KEY, type Making, saltOf } from './fraud-case.ts'
import { CHAIN, outcome, roundSignature, WITNESSES } from './house.ts'
import type { KitCase } from './kit-case.ts'

/** The document with other terms, rows or salt, and everything that follows from them computed again. */
function redrawn(
  proof: IssueProof,
  change: { terms?: Partial<IssueTerms>; rows?: readonly draw.OrderRow[]; salt?: string; sealedAt?: number },
): IssueProof {
  const salt = change.salt ?? proof.seal.salt
  const merged = { ...proof.terms, ...change.terms }
  const { issue, shares, reading, delay } = merged
  const commitment = salt === null ? null : draw.commitment(issue, salt)
  const terms = { ...merged, commitment }
  const rows = change.rows ?? proof.rows
  const sealedAt = change.sealedAt ?? proof.seal.sealedAt
  const round = delay === null ? null : roundFor(sealedAt, delay, CHAIN)
  const digest = draw.ordersDigest(issue, shares, rows)
  const sum = String(draw.sumOfTimes(rows, reading))
  const seal = { ...proof.seal, orders: rows.length, digest, sum, salt, sealedAt, round }
  const { entropy, code } = outcome({ terms, seal })
  const tiers = draw.tierTable(shares, terms.bands, terms.prizes)
  const beacon =
    proof.beacon === null || round === null
      ? null
      : { ...proof.beacon, round, signature: roundSignature(round) }
  return { ...proof, terms, rows, seal, beacon, result: proof.result && { entropy, code, tiers } }
}

/** Frauds without the log's key: the log of the document stays, or is gone. */
export function redrawings(family: string, proof: IssueProof): KitCase[] {
  const making: Making = { family, cases: [] }
  const { terms, rows, seal, log } = proof
  if (seal.salt !== null) {
    for (let n = 1; n <= 3; n++) {
      const other = redrawn(proof, { salt: saltOf(n) })
      add(making, `drawn again with salt ${n}`, 'inclusion', other)
      add(making, `drawn again with salt ${n}, without the log`, 'arithmetic', { ...other, log: null })
      add(
        making,
        `drawn again with salt ${n}, without the log, --key`,
        'inclusion',
        { ...other, log: null },
        { key: KEY },
      )
    }
  }
  const changes: [string, Parameters<typeof redrawn>[1]][] = [
    ['a smaller prize', { terms: { prizes: terms.prizes.map(() => '1') } }],
    ['another price', { terms: { price: '10001' } }],
    [
      'another band',
      {
        terms: {
          bands: [
            [0, 0],
            [2, 2],
          ],
        },
      },
    ],
    ['one band less', { terms: { bands: [[0, 0]], prizes: [terms.prizes[0]!] } }],
    ['an earlier opening', { terms: { at: terms.at - 1 } }],
    ['another reading', { terms: { reading: terms.reading === 'all' ? 'before-final' : 'all' } }],
    [
      'an order moved to another member',
      { rows: rows.map((row, i) => (i === 1 ? { ...row, tag: rows[0]!.tag } : row)) },
    ],
    [
      'an order a millisecond later',
      { rows: rows.map((row, i) => (i === 0 ? later(row, terms.offset) : row)) },
    ],
    ['two orders made one', { rows: joined(rows) }],
  ]
  if (seal.round === null) changes.push(['a later seal', { sealedAt: seal.sealedAt + 1 }])
  else changes.push(['a later seal with its round', { sealedAt: seal.sealedAt + 60_000 }])
  for (const [what, change] of changes) add(making, what, 'inclusion', redrawn(proof, change))
  add(making, 'the log stripped', 'arithmetic', { ...proof, log: null })
  add(making, 'the log stripped, --key', 'inclusion', { ...proof, log: null }, { key: KEY })
  add(
    making,
    'the log stripped, --witness',
    'inclusion',
    { ...proof, log: null },
    { witness: WITNESSES[0]!.key },
  )
  add(making, 'another key given', 'checkpoint', proof, { key: 'ab'.repeat(32) })
  if (log) alterLog(making, proof, log)
  return making.cases
}

function later(row: draw.OrderRow, offset: number): draw.OrderRow {
  return { ...row, ms: row.ms + 1, time: draw.timeOfDay(row.ms + 1, offset) }
}

/** The first two orders as one of the first member. */
function joined([first, second, ...rest]: readonly draw.OrderRow[]): draw.OrderRow[] {
  const one = { ...first!, quantity: first!.quantity + second!.quantity }
  return [one, ...rest].map((row, i) => ({ ...row, seq: i + 1 }))
}

type Log = NonNullable<IssueProof['log']>

/** The parts of the log exchanged with each other. */
function alterLog(making: Making, proof: IssueProof, log: Log): void {
  const withLog = (changes: Partial<Log>): IssueProof => ({ ...proof, log: { ...log, ...changes } })
  const { entries, checkpoint, sealCheckpoint, consistency } = log
  const [open, seal, ...rest] = entries
  add(making, 'opening and seal exchanged', 'inclusion', withLog({ entries: [seal!, open!, ...rest] }))
  add(making, 'the opening twice', 'inclusion', withLog({ entries: [open!, open!, ...rest] }))
  const spaced = { ...open!, bytes: open!.bytes.replace(',', ', ') }
  add(making, 'white space in an entry', 'inclusion', withLog({ entries: [spaced, seal!, ...rest] }))
  const short = { ...open!, inclusion: open!.inclusion.slice(0, -1) }
  add(making, 'a shorter inclusion path', 'inclusion', withLog({ entries: [short, seal!, ...rest] }))
  if (sealCheckpoint !== checkpoint) {
    add(
      making,
      'the checkpoint for the seal as the last one',
      'inclusion',
      withLog({ checkpoint: sealCheckpoint, consistency: [] }),
    )
    add(
      making,
      'the last checkpoint as that for the seal',
      proof.seal.round === null ? 'checkpoint' : 'checkpoint',
      withLog({ sealCheckpoint: checkpoint }),
    )
    add(
      making,
      'checkpoints exchanged',
      'inclusion',
      withLog({ sealCheckpoint: checkpoint, checkpoint: sealCheckpoint }),
    )
    add(making, 'no consistency path', 'checkpoint', withLog({ consistency: [] }))
  }
  add(
    making,
    'a longer consistency path',
    'checkpoint',
    withLog({ consistency: [...consistency, '00'.repeat(32)] }),
  )
  add(
    making,
    'a checkpoint twice signed',
    'checkpoint',
    withLog({ checkpoint: checkpoint + checkpoint.split('\n').at(-2)! + '\n' }),
  )
  add(
    making,
    'a checkpoint without a signature',
    'checkpoint',
    withLog({ checkpoint: `${checkpoint.split('\n\n')[0]}\n\n` }),
  )
  add(
    making,
    'a checkpoint without a head',
    'checkpoint',
    withLog({ checkpoint: checkpoint.replace(/head .*\n/, '') }),
  )
  add(
    making,
    'a checkpoint of another size',
    'inclusion',
    withLog({ checkpoint: checkpoint.replace(/\n(\d+)\n/, '\n1\n') }),
  )
  add(making, 'an unreadable checkpoint', 'checkpoint', withLog({ checkpoint: 'no note' }))
}

/** A beacon that is not the one of the terms, or a signature that is not of the round. */
export function beaconFrauds(family: string, proof: IssueProof): KitCase[] {
  const making: Making = { family, cases: [] }
  const beacon = proof.beacon!
  const withBeacon = (changes: object, signature = beacon.signature): IssueProof => {
    const { salt, digest, round } = proof.seal
    const value = beaconOf(signature)
    const entropy = draw.drawEntropy({ salt: salt!, issue: proof.terms.issue, digest, round, beacon: value })
    const code = draw.winningCode(BigInt(proof.seal.sum), entropy, proof.terms.shares)
    return {
      ...proof,
      beacon: { ...beacon, signature, ...changes },
      result: { ...proof.result!, entropy, code },
    }
  }
  const foreign = roundSignature(beacon.round + 1)
  add(making, 'the signature of the next round', 'beacon', withBeacon({}, foreign))
  add(making, 'the next round with its signature', 'round', withBeacon({ round: beacon.round + 1 }, foreign))
  add(making, 'made-up bytes', 'beacon', withBeacon({}, 'ab'.repeat(48)))
  add(making, 'the point at infinity', 'beacon', withBeacon({}, 'c0' + '00'.repeat(47)))
  add(making, 'the negated signature', 'beacon', withBeacon({}, negated(beacon.signature)))
  add(making, 'no key', 'beacon', { ...proof, beacon: { ...beacon, publicKey: undefined } })
  const { publicKey: _, ...keyless } = beacon
  add(making, 'the chain of the public beacon', 'beacon', {
    ...proof,
    beacon: { ...keyless, chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971' },
  })
  return making.cases
}

/** The same x with the other sign of y. */
const negated = (signature: string): string =>
  (Number.parseInt(signature[0]!, 16) ^ 2).toString(16) + signature.slice(1)
