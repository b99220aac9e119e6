/**
 * The content of `proof-vectors.json`: worked running hashes, a witness' signature and whole documents, for verifiers in
 * other languages. `fairness-vectors.json` has the worked values of the formulas.
 */
import { verifyCosignature } from '../witness.ts'
import { publicKeyOf } from '../signatures/ed25519.ts'
import { parseKey } from '../note.ts'
import type { EventProof, IssueProof, RoundProof } from '../proof.ts'
import { type SignedReceipt, signReceipt } from '../receipt.ts'
import { runningHash, runningStart } from '../running.ts'
import type { Verdict } from '../verify.ts'
import { LOG_SECRET, WITNESSES, witnessText } from './log-samples.ts'
import { PlayedEvent } from './played-events.ts'
import { PlayedLog, playedWitness } from './played-log.ts'
import { BETS, PlayedGame } from './played-rounds.ts'
import { sampleProof, sampleSealed } from './proof-samples.ts'
import { VECTORS } from './vectors-file.ts'
import { workedProofs3 } from './worked-proofs-3.ts'

export type WorkedProof = {
  readonly name: string
  readonly verdict: Verdict
  /** what the reader gives beside the document */
  readonly key?: string
  readonly witness?: string
  readonly receipt?: SignedReceipt
  readonly document: IssueProof
}

const OPTIONS = { grade: 'witnessed', reading: 'all', withLog: true } as const

export function workedProofs() {
  const proof = sampleProof(VECTORS.draw, OPTIONS)
  const again = sampleProof(VECTORS.draw, { ...OPTIONS, local: true, attempts: 2, demo: true })
  const { issue, shares } = proof.terms
  const key = publicKeyOf(LOG_SECRET)
  const witness = witnessText(WITNESSES[1])
  const note = proof.log!.sealCheckpoint
  const line = proof.log!.cosignatures[1]!
  const documents: WorkedProof[] = [
    { name: 'witnessed', verdict: 'verified', key, witness, receipt: receiptOf(proof, 3), document: proof },
    { name: 'witnessed by a local beacon at its second attempt, demo', verdict: 'verified', document: again },
    {
      name: 'before-final, beacon',
      verdict: 'verified',
      document: sampleProof(VECTORS.draw, { ...OPTIONS, grade: 'beacon', reading: 'before-final' }),
    },
    { name: 'sealed, not drawn', verdict: 'sealed', key, document: sampleSealed(VECTORS.draw, OPTIONS) },
    { name: 'without a log', verdict: 'arithmetic', document: { ...proof, log: null } },
    { name: 'without a log, with a key', verdict: 'failed', key, document: { ...proof, log: null } },
  ]
  return {
    rounds: workedRounds(),
    events: workedEvents(),
    running: {
      start: runningStart(issue, shares),
      rows: proof.rows,
      hashes: proof.rows.map(({ seq }) => runningHash(issue, shares, proof.rows.slice(0, seq))),
    },
    cosignature: { key: witness, note, line, seconds: verifyCosignature(note, line, parseKey(witness)!) },
    documents,
    version3: workedProofs3(),
  }
}

export type WorkedRound = Omit<WorkedProof, 'document'> & { readonly document: RoundProof }

/** Rounds of both kinds with a local beacon, each up to another step. */
function workedRounds(): WorkedRound[] {
  const log = new PlayedLog('demo')
  log.begin()
  const [one, two] = [playedWitness('w1.example'), playedWitness('w2.example')]
  const king = new PlayedGame(log, {
    game: 'king-2m',
    roundMs: 120_000,
    cutoffMs: 15_000,
    grade: 'witnessed',
    witnesses: [one.key, two.key],
  })
  const lucky = new PlayedGame(log)
  king.publish()
  lucky.publish()
  log.sign()
  const first = king.play([one, two])
  const unsigned = king.void(king.seal(king.open(BETS.king)))
  const second = lucky.play()
  const never = lucky.void(lucky.open(BETS.lucky))
  const key = log.publicKey
  const receipt = king.receipt(first, 2)
  const worked: WorkedRound[] = [
    {
      name: 'King, witnessed',
      verdict: 'verified',
      key,
      witness: two.key,
      receipt,
      document: king.proof(first),
    },
    {
      name: 'King, void because no witness signed',
      verdict: 'verified',
      key,
      document: king.proof(unsigned),
    },
    { name: 'lucky ball', verdict: 'verified', key, document: lucky.proof(second) },
    { name: 'lucky ball, void', verdict: 'verified', document: lucky.proof(never) },
    {
      name: 'lucky ball, without a log',
      verdict: 'arithmetic',
      document: { ...lucky.proof(second), log: null },
    },
  ]
  const sealed = lucky.proof(lucky.seal(lucky.open(BETS.lucky)))
  return [...worked, { name: 'lucky ball, sealed', verdict: 'sealed', document: sealed }]
}

export type WorkedEvent = Omit<WorkedProof, 'document'> & { readonly document: EventProof }

/** Prize-share events with a local beacon, each up to another step. */
function workedEvents(): WorkedEvent[] {
  const log = new PlayedLog('demo')
  log.begin()
  const [one, two] = [playedWitness('w1.example'), playedWitness('w2.example')]
  const witnessed = { grade: 'witnessed', witnesses: [one.key, two.key] } as const
  const key = log.publicKey
  const again = new PlayedEvent(log, { ...witnessed, winners: 2 }).open().join().seal().seal({}, [one, two])
  const sealed = again.proof()
  const drawn = again.draw().proof()
  const salt = new PlayedEvent(log, { event: 'PS-0002', grade: 'salt', winners: 9 }).play().proof()
  const nobody = new PlayedEvent(log, { event: 'PS-0003' }).open().join([]).void().proof()
  const receipt = again.receipt(3)
  return [
    {
      name: 'event, witnessed at its second attempt',
      verdict: 'verified',
      key,
      witness: two.key,
      receipt,
      document: drawn,
    },
    { name: 'event, sealed', verdict: 'sealed', key, document: sealed },
    { name: 'event of grade salt, everybody wins', verdict: 'verified', document: salt },
    { name: 'event that nobody joined', verdict: 'verified', key, document: nobody },
    { name: 'event, without a log', verdict: 'arithmetic', document: { ...drawn, log: null } },
  ]
}

function receiptOf({ terms, rows }: IssueProof, seq: number): SignedReceipt {
  const { tag, ms, first, quantity } = rows[seq - 1]!
  return signReceipt(LOG_SECRET, {
    t: 'receipt',
    kind: 'order',
    issue: terms.issue,
    id: '01970000-0000-7000-8000-000000000001',
    tag,
    ms,
    first,
    quantity,
    amount: String(BigInt(terms.price) * BigInt(quantity)),
    logSize: 2,
    logRoot: 'ab'.repeat(32),
    seq,
    running: runningHash(terms.issue, terms.shares, rows.slice(0, seq)),
  })
}
