/** Frauds of a house, which can sign everything, and of witnesses. */
import { roundFor } from '../src/beacon.ts'
import type { Json } from '../src/canonical.ts'
import { publicKeyOf } from '../src/signatures/ed25519.ts'
import { formatKey } from '../src/note.ts'
import type { IssueProof } from '../src/proof.ts'
import { PlayedLog, playedWitness } from '../src/testing/played-log.ts'
import { cosign, witnessKey } from '../src/witness.ts'
import { add, KEY, type Making, saltOf } from './fraud-case.ts'
import { CHAIN, drawEntry, type IssuePlan, played, proofOf, type SoldIssue, WITNESSES } from './house.ts'
import { exportOf, type KitCase } from './kit-case.ts'

const HOUR_MS = 3_600_000

/** Grade `witnessed`: lines that are missing, late, foreign, doubled or over something else. */
export function witnessFrauds(family: string, plan: IssuePlan): KitCase[] {
  const making: Making = { family, cases: [] }
  const { log, proof } = played(plan)
  const lines = proof.log!.cosignatures
  const note = proof.log!.sealCheckpoint
  const with_ = (cosignatures: readonly string[]): IssueProof => ({
    ...proof,
    log: { ...proof.log!, cosignatures },
  })
  const roundSeconds = CHAIN.genesis + (proof.seal.round! - 1) * CHAIN.period
  const [w1, w2] = WITNESSES as readonly [(typeof WITNESSES)[0], (typeof WITNESSES)[0]]
  const stranger = playedWitness('stranger.example')
  const sign = (secret: string, name: string, seconds: number, over = note): string =>
    cosign(secret, name, over, seconds)
  const drawn = proof.result !== null
  add(making, 'no lines', drawn ? 'witnesses' : 'sealed', with_([]))
  add(making, 'no lines, --witness', 'witnesses', with_([]), { witness: w1.key })
  for (const late of [0, 1, 60]) {
    add(
      making,
      `a line ${late} s after the round`,
      'witnesses',
      with_([sign(w1.secret, w1.name, roundSeconds + late)]),
    )
  }
  add(
    making,
    'a line one second before the round',
    drawn ? 'verified' : 'sealed',
    with_([sign(w1.secret, w1.name, roundSeconds - 1)]),
  )
  add(
    making,
    'a stranger’s line alone',
    'witnesses',
    with_([sign(stranger.secret, stranger.name, roundSeconds - 9)]),
  )
  add(
    making,
    'a stranger’s line besides',
    'witnesses',
    with_([...lines, sign(stranger.secret, stranger.name, roundSeconds - 9)]),
  )
  add(
    making,
    'a stranger under the name of a witness',
    'witnesses',
    with_([sign(stranger.secret, w1.name, roundSeconds - 9)]),
  )
  add(making, 'a line twice', 'witnesses', with_([lines[0]!, lines[0]!]))
  add(
    making,
    'two lines of one witness',
    'witnesses',
    with_([lines[0]!, sign(w1.secret, w1.name, roundSeconds - 7)]),
  )
  add(
    making,
    'a line over another checkpoint',
    'witnesses',
    with_([
      sign(w1.secret, w1.name, roundSeconds - 9, log.checkpoints[0]!.note.replace(/time \d+/, 'time 1')),
    ]),
  )
  add(making, 'the log’s own line among them', 'witnesses', with_([...lines, note.split('\n').at(-2)!]))
  add(making, 'the lines inside the note', 'checkpoint', {
    ...proof,
    log: { ...proof.log!, sealCheckpoint: `${note}${lines[0]}\n` },
  })
  add(making, '--witness of one that did not sign', 'witnesses', with_([lines[0]!]), { witness: w2.key })
  add(making, '--witness that the opening does not name', 'witnesses', proof, { witness: stranger.key })
  const sameName = formatKey(witnessKey(w1.name, publicKeyOf(stranger.secret)))
  add(making, '--witness with another key of the same name', 'witnesses', proof, { witness: sameName })
  add(making, 'control: --witness that signed', drawn ? 'verified' : 'sealed', proof, { witness: w1.key })
  return making.cases
}

/** Attempts: earlier seals that are hidden, changed, out of order or too early. */
export function attemptFrauds(family: string, plan: IssuePlan): KitCase[] {
  const making: Making = { family, cases: [] }
  const { proof, sold } = played({ ...plan, attempts: 3 })
  const hidden = {
    ...proof,
    seal: { ...proof.seal, attempt: 1 },
    log: { ...proof.log!, entries: without(proof.log!.entries, 1, 2) },
  }
  add(making, 'earlier attempts hidden', 'inclusion', hidden)
  const second = {
    ...proof,
    seal: { ...proof.seal, attempt: 2 },
    log: { ...proof.log!, entries: without(proof.log!.entries, 1) },
  }
  add(making, 'the first attempt hidden', 'inclusion', second)
  const [open, one, two, ...rest] = proof.log!.entries
  add(making, 'attempts exchanged', 'inclusion', {
    ...proof,
    log: { ...proof.log!, entries: [open!, two!, one!, ...rest] },
  })
  add(making, 'fewer entries than attempts', 'terms', {
    ...proof,
    log: { ...proof.log!, entries: without(proof.log!.entries, 1) },
  })
  // the house writes other first attempts into a log of its own
  const changes: [string, Record<string, Json>][] = [
    ['another digest', { digest: 'ab'.repeat(32) }],
    ['other orders', { orders: proof.seal.orders - 1 }],
    ['another sum', { sum: '1' }],
    ['another salt', { salt: saltOf(7) }],
    ['another number', { attempt: 2 }],
    ['a round that its time does not give', { round: proof.seal.round! - 1 }],
    ['a later time than attempt 2', { sealedAt: proof.seal.sealedAt + 1, at: proof.seal.sealedAt + 1 }],
    ['a time that is not sealedAt', { at: 1 }],
    ['a field more', { note: 'x' }],
  ]
  const [, , before] = proof.log!.entries.map(({ bytes }) => JSON.parse(bytes) as { sealedAt: number })
  const early = before!.sealedAt - 1
  const round = roundFor(early, proof.terms.delay!, CHAIN)
  changes.push(['a round after attempt 2', { sealedAt: early, at: early, round }])
  for (const [what, change] of changes) {
    add(
      making,
      `attempt 1 with ${what}`,
      'inclusion',
      rewritten(sold, plan, (entry, i) => (i === 1 ? { ...entry, ...change } : entry)),
    )
  }
  return making.cases
}

const without = <T>(list: readonly T[], ...indexes: number[]): T[] =>
  list.filter((_, i) => !indexes.includes(i))

type Entry = Readonly<Record<string, Json>>

/** The proof over a log in which the house wrote the issue's entries differently; everything is signed. */
function rewritten(sold: SoldIssue, plan: IssuePlan, change: (entry: Entry, i: number) => Entry): IssueProof {
  const honest = played({ ...plan, attempts: sold.seal.attempt })
  const { log } = honest
  const twin = new PlayedLog(log.deployment)
  log.entries.forEach((text, index) => {
    const shown = sold.indexes.indexOf(index)
    twin.append(shown < 0 ? text : change(JSON.parse(text) as Entry, shown))
    for (const { note, cosignatures } of log.checkpoints) {
      const [, size = '', , , time = ''] = note.split('\n')
      if (Number(size) !== index + 1) continue
      twin.sign({ timeMs: Number(time.slice(5)) })
      const seconds = Math.floor(Number(time.slice(5)) / 1000)
      if (cosignatures.length > 0) for (const witness of WITNESSES) twin.cosign(witness, seconds)
    }
  })
  return proofOf(twin, sold)
}

/** What a house that signs everything can write: the rules of the log find it in the proof, or only in the whole log. */
export function houseFrauds(family: string, plan: IssuePlan): KitCase[] {
  const making: Making = { family, cases: [] }
  const { log, sold, proof } = played(plan)
  const files = exportOf(log)
  add(making, 'control: with the whole log', 'verified', proof, { log: files, key: KEY })
  if (sold.seal.round !== null) {
    const early = rewritten(sold, plan, (entry) =>
      entry['t'] === 'issue-draw' ? { ...entry, at: sold.seal.sealedAt + 1 } : entry,
    )
    add(making, 'a draw dated before its round', 'inclusion', early)
  }
  const before = rewritten(sold, plan, (entry) =>
    entry['t'] === 'issue-draw' ? { ...entry, at: sold.seal.sealedAt - 1 } : entry,
  )
  add(making, 'a draw dated before its seal', 'inclusion', before)
  const undated = rewritten(sold, plan, (entry) =>
    entry['t'] === 'issue-seal' ? { ...entry, at: sold.seal.sealedAt + 1 } : entry,
  )
  add(making, 'a seal that is not dated at sealedAt', 'inclusion', undated)
  secondSeal(making, plan)
  anotherLog(making, plan, proof)
  return making.cases
}

/** The house seals twice and shows the seal whose result it likes (S1 of the review). */
function secondSeal(making: Making, plan: IssuePlan): void {
  const { log, sold } = played({ ...plan, sealed: true })
  log.now += HOUR_MS
  const round = sold.seal.round === null ? null : roundFor(log.now, 30, CHAIN)
  const seal = { ...sold.seal, sealedAt: log.now, round }
  const index = log.append({ t: 'issue-seal', issue: sold.terms.issue, at: log.now, ...seal })
  log.sign()
  const sealCheckpoint = log.checkpoints.length - 1
  if (plan.grade === 'witnessed') for (const witness of WITNESSES) log.cosign(witness)
  log.now += 40_000
  const again = { ...sold, seal, sealed: false, sealCheckpoint }
  const drawIndex = log.append(drawEntry(again, log.now))
  log.sign()
  const proof = proofOf(log, { ...again, indexes: [sold.indexes[0]!, index, drawIndex] })
  add(making, 'a second seal, the proof alone', 'verified', proof)
  add(making, 'a second seal, --log', 'seal', proof, { log: exportOf(log), key: KEY })
}

/** The house shows a proof of one history and publishes another one (S2 of the review). */
function anotherLog(making: Making, plan: IssuePlan, proof: IssueProof): void {
  const { log } = played({ ...plan, seed: plan.seed + 1 })
  add(making, 'the log of another history, --log', 'log', proof, { log: exportOf(log), key: KEY })
  const empty = new PlayedLog('kit')
  empty.begin()
  empty.sign()
  add(making, 'a log without the issue, --log', 'log', proof, { log: exportOf(empty), key: KEY })
  const named = new PlayedLog('other')
  named.begin()
  named.sign()
  add(making, 'the log of another house, --log', 'log', proof, { log: exportOf(named) })
}
