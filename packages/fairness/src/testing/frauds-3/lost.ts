/** Draws whose log was lost after the seal: honest ones, and what a house can write that signs everything with its own keys. */
import type { ProofLog3 } from '../../proof/version-3/documents.ts'
import type { LostPart } from '../../proof/version-3/lost.ts'
import { cosign } from '../../witness.ts'
import { eventReceipt3, issueProof3, orderReceipt3 } from '../documents-3.ts'
import { type LostChanges, type LostDocument, lostProof3, PlayedLoss } from '../lost-3.ts'
import { PlayedEvent3 } from '../played-event-3.ts'
import type { PlayedIssue3 } from '../played-issue-3.ts'
import { newLog3, sampleFavour3, sampleLostIssue, VOUCHED, WITNESSES_3 } from '../samples-3.ts'
import type { Fraud3 } from './fraud.ts'

const [W1, W2, W3] = WITNESSES_3
const confirmedBy = [W1, W3]
const HASH = 'ab'.repeat(32)

function lossOf(changes: LostChanges = {}, issue: PlayedIssue3 = sampleLostIssue()): PlayedLoss {
  return new PlayedLoss(issue, { confirmedBy, ...changes })
}

const withLog = (proof: LostDocument, changes: Partial<ProofLog3>): unknown => ({
  ...proof,
  log: { ...proof.log, ...changes },
})
const withLost = (proof: LostDocument, changes: Partial<LostPart>): unknown => ({
  ...proof,
  lost: { ...proof.lost, ...changes },
})
function without(proof: LostDocument): unknown {
  const { lost: _, ...rest } = proof
  return rest
}

type Next = LostPart['logs'][number]
function withNext(proof: LostDocument, changes: (next: Next) => Partial<Next>): unknown {
  const [first, ...rest] = proof.lost.logs
  return withLost(proof, { logs: [{ ...first!, ...changes(first!) }, ...rest] })
}

/** The house shows another history of the lost log, which no witness signed in time. */
function anotherSeal(): PlayedIssue3 {
  const issue = sampleLostIssue([])
  issue.log.cosign(W2)
  return issue
}

/** What the reader answers with receipts, the exported logs and a trusted witness. */
function asked(): Fraud3[] {
  const loss = lossOf()
  const proof = lostProof3(loss)
  const [before, after] = [loss.logs[0]!, loss.logs.at(-1)!]
  const receipt = orderReceipt3(loss.sealed as PlayedIssue3, 2)
  const joined = new PlayedEvent3(newLog3(), VOUCHED).open().join().seal({}, [W2, W3])
  const event = lostProof3(new PlayedLoss(joined, { confirmedBy }))
  const other = newLog3('demo.2')
  other.sign()
  return [
    { name: 'control: signed by one', expected: 'verified', document: proof },
    { name: 'control: the lost log', expected: 'verified', document: proof, log: before },
    { name: 'control: the log of the draw', expected: 'verified', document: proof, log: after },
    { name: 'another log', expected: 'log', document: proof, log: other },
    { name: 'control: a receipt', expected: 'verified', document: proof, receipt },
    {
      name: 'control: a receipt, and the lost log',
      expected: 'verified',
      document: proof,
      receipt,
      log: before,
    },
    {
      name: 'control: a receipt, and the log of the draw',
      expected: 'verified',
      document: proof,
      receipt,
      log: after,
    },
    {
      name: 'a receipt of another state of the lost log',
      expected: 'receipt',
      document: proof,
      receipt: orderReceipt3(loss.sealed as PlayedIssue3, 2, { logRoot: HASH }),
      log: before,
    },
    {
      name: 'control: the receipt of a participant',
      expected: 'verified',
      document: event,
      receipt: eventReceipt3(joined, 1),
    },
    { name: 'control: a witness that confirmed it', expected: 'verified', document: proof, witness: W1.key },
    { name: 'a witness that signed the seal only', expected: 'witnesses', document: proof, witness: W2.key },
  ]
}

/** The entry `log-continues`, and what connects it with both logs. */
function continued(): Fraud3[] {
  const proof = lostProof3(lossOf())
  const twice = lostProof3(lossOf({ losses: 2 }))
  const says = (continues: LostChanges['continues']): unknown => lostProof3(lossOf({ continues: continues! }))
  const [first, second] = twice.lost.logs
  return [
    { name: 'control: lost twice', expected: 'verified', document: twice },
    { name: 'another old root', expected: 'loss', document: says({ root: HASH }) },
    { name: 'another old log', expected: 'loss', document: says({ deployment: 'other' }) },
    { name: 'a new log that starts before the seal', expected: 'loss', document: says({ size: 3 }) },
    {
      name: 'control: entries that are lost after the shown state',
      expected: 'verified',
      document: says({ size: 99, root: HASH }),
    },
    {
      name: 'no path to a state that is shown',
      expected: 'loss',
      document: withNext(proof, () => ({ consistency: null })),
    },
    { name: 'the issue is not lost', expected: 'loss', document: says({ lost: ['M3-0002'] }) },
    { name: 'another kind of entry', expected: 'loss', document: says({ t: 'funding' }) },
    { name: 'a log that began before the seal', expected: 'loss', document: says({ at: 1 }) },
    {
      name: 'a log that began after the draw',
      expected: 'loss',
      document: says({ at: proof.terms.at + 864e5 }),
    },
    {
      name: 'a path too much',
      expected: 'loss',
      document: withNext(proof, () => ({ consistency: [HASH] })),
    },
    {
      name: 'the path of another entry',
      expected: 'loss',
      document: withNext(proof, ({ entry }) => ({
        entry: { ...entry, inclusion: entry.inclusion.toReversed() },
      })),
    },
    {
      name: 'the logs exchanged',
      expected: 'inclusion',
      document: withLost(twice, { logs: [second!, first!] }),
    },
    { name: 'the first log left out', expected: 'loss', document: withLost(twice, { logs: [second!] }) },
    { name: 'the last log left out', expected: 'inclusion', document: withLost(twice, { logs: [first!] }) },
    { name: 'no log', expected: 'terms', document: withLost(proof, { logs: [] }) },
  ]
}

/** The seal in the lost log, and who signed it. */
function seals(): Fraud3[] {
  const proof = lostProof3(lossOf())
  const kept = lostProof3(lossOf(), W2)
  const quorum = lostProof3(lossOf({}, sampleLostIssue([W2, W3])))
  const [open, seal, draw, favour] = proof.log!.entries
  const late = lostProof3(lossOf({}, anotherSeal()))
  return [
    { name: 'control: signed by a quorum', expected: 'verified', document: quorum },
    { name: 'control: kept by a witness', expected: 'verified', document: kept },
    { name: 'a seal that a witness signed late', expected: 'witnesses', document: late },
    { name: 'no line over the seal', expected: 'witnesses', document: withLog(proof, { lines: [] }) },
    { name: 'no confirmation', expected: 'unconfirmed', document: withLog(proof, { confirmation: [] }) },
    {
      name: 'opening and seal exchanged',
      expected: 'inclusion',
      document: withLog(proof, { entries: [seal!, open!, draw!, favour!] }),
    },
    {
      name: 'the path of the seal as that of the draw',
      expected: 'inclusion',
      document: withLog(proof, {
        entries: [open!, seal!, { ...draw!, inclusion: seal!.inclusion }, favour!],
      }),
    },
    {
      name: 'the lines of the lost log in the draw',
      expected: 'inclusion',
      document: lostProof3(lossOf({ draw: { lines: proof.log!.lines.map(({ note }) => note) } })),
    },
    {
      name: 'a draw that is not in favour',
      expected: 'terms',
      document: { ...proof, result: { ...proof.result, favour: false } },
    },
    {
      name: 'the amount of another favour',
      expected: 'favour',
      document: lostProof3(lossOf({ favour: { amount: '1' } })),
    },
    {
      name: 'an opening that is not shown',
      expected: 'inclusion',
      document: withLost(kept, { opened: null }),
    },
    {
      name: 'an opening in a state that no witness signed',
      expected: 'checkpoint',
      document: withLost(kept, { opened: kept.lost.opened!.split('\n').slice(0, -2).join('\n') + '\n' }),
    },
    {
      name: 'an opening in a state that another witness signed',
      expected: 'checkpoint',
      document: openedByAnother(),
    },
    { name: 'a part of a loss without a log', expected: 'terms', document: { ...proof, log: null } },
    {
      name: 'a part of a loss in a document of one log',
      expected: 'inclusion',
      document: { ...issueProof3(sampleFavour3([W1, W3])), lost: proof.lost },
    },
    { name: 'a loss without its part', expected: 'inclusion', document: without(proof) },
  ]
}

/** The seal is kept by W2, and the state with the opening has the line of W3 alone. */
function openedByAnother(): unknown {
  const issue = sampleLostIssue()
  const kept = lostProof3(lossOf({}, issue), W2)
  const { note } = issue.log.checkpoints[0]!
  const line = cosign(W3.secret, W3.name, note, Math.floor(issue.terms.at / 1000))
  return withLost(kept, { opened: `${note}${line}\n` })
}

export const lostLogs = (): Fraud3[] => [...asked(), ...continued(), ...seals()]
