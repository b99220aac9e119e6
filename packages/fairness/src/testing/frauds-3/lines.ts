/** Lines and confirmations that do not make a quorum, and what a reader answers who trusts one witness. */
import { parseCheckpoint, signCheckpoint } from '../../checkpoint.ts'
import { formatKey } from '../../note.ts'
import type { IssueProof3, LinkedNote } from '../../proof/version-3/documents.ts'
import type { IssueTerms3 } from '../../proof/version-3/types.ts'
import { publicKeyOf } from '../../signatures/ed25519.ts'
import { cosign, witnessKey } from '../../witness.ts'
import { issueProof3 } from '../documents-3.ts'
import { PlayedIssue3 } from '../played-issue-3.ts'
import { lineLimitMs, vouchedBy, witnessesOf } from '../played-lines.ts'
import { type PlayedWitness, playedWitness } from '../played-log.ts'
import { LOG_SECRET } from '../proof-samples.ts'
import { newLog3, sampleFavour3, sampleIssue3, VOUCHED, WITNESSES_3 } from '../samples-3.ts'
import type { Fraud3 } from './fraud.ts'

const [W1, W2, W3] = WITNESSES_3
const STRANGER = playedWitness('stranger')

/** A note with lines of these witnesses, each at a second. */
function noteWith(note: string, ...lines: readonly (readonly [PlayedWitness, number])[]): string {
  return note + lines.map(([{ secret, name }, second]) => `${cosign(secret, name, note, second)}\n`).join('')
}

/** An issue that is sealed, and whose clock stands after its round. */
function sealed(by: readonly PlayedWitness[] = [], changes: Partial<IssueTerms3> = {}): PlayedIssue3 {
  return new PlayedIssue3(newLog3(), { ...VOUCHED, ...changes }).open().sell().seal({}, by)
}

/** The draw with these notes as its lines. */
function drawnWith(
  make: (about: { note: string; second: number; limit: number; issue: PlayedIssue3 }) => readonly string[],
  favour?: true,
): IssueProof3 {
  const issue = sealed()
  const { note } = issue.log.checkpoints.at(-1)!
  const limit = lineLimitMs(issue.sealed!.round!) / 1000
  const lines = make({ note, second: limit - 1, limit, issue })
  issue.draw({ lines, ...(favour && { favour }) })
  if (!favour) return issueProof3(withoutFavour(issue))
  return issueProof3(issue.favour())
}

/** `draw` of a played issue adds the field where lines are missing; a dishonest house leaves it out. */
function withoutFavour(issue: PlayedIssue3): PlayedIssue3 {
  const { favour: _, ...entry } = JSON.parse(issue.log.entries.at(-1)!) as Record<string, string>
  issue.log.instead(entry)
  issue.log.checkpoints.pop()
  issue.log.sign()
  issue.drawn = { code: issue.drawn!.code, isFavour: false }
  return issue
}

/** C1: lines that do not make a quorum. */
export function lineFrauds(): Fraud3[] {
  const other = sealed([], { issue: 'M3-0009' }).log.checkpoints.at(-1)!.note
  const frauds: Fraud3[] = [
    { name: 'no line', expected: 'favour', document: drawnWith(() => []) },
    {
      name: 'fewer lines than the quorum',
      expected: 'favour',
      document: drawnWith(({ note, second }) => [noteWith(note, [W1, second])]),
    },
    {
      name: 'control: the last timely second',
      expected: 'verified',
      document: drawnWith(({ note, second }) => [noteWith(note, [W1, second], [W2, second])]),
    },
    {
      name: 'a line of the first late second',
      expected: 'witnesses',
      document: drawnWith(({ note, second, limit }) => [noteWith(note, [W1, second], [W2, limit])]),
    },
    {
      name: 'a line of a witness that the opening does not name',
      expected: 'witnesses',
      document: drawnWith(({ note, second }) => [noteWith(note, [W1, second], [STRANGER, second])]),
    },
    {
      name: 'two lines of one witness in a note',
      expected: 'witnesses',
      document: drawnWith(({ note, second }) => [noteWith(note, [W1, second], [W1, second - 1])]),
    },
    {
      name: 'a line over the state before the seal',
      expected: 'witnesses',
      document: drawnWith(({ second, issue: { log } }) => {
        const before = newLog3()
        before.sign()
        return [noteWith(before.checkpoints[0]!.note, [W1, second], [W2, second])].slice(0, log.size)
      }),
    },
    {
      name: 'a line over another history',
      expected: 'witnesses',
      document: drawnWith(({ second }) => [noteWith(other, [W1, second], [W2, second])]),
    },
    {
      name: 'a note without a line of a witness',
      expected: 'witnesses',
      document: drawnWith(({ note, second }) => [noteWith(note, [W1, second], [W2, second]), note]),
    },
    {
      name: 'a note whose first line is that of a witness',
      expected: 'witnesses',
      document: drawnWith(({ note, second }) => {
        const [body, own] = note.split('\n\n') as [string, string]
        const lines = noteWith(note, [W1, second], [W2, second]).slice(note.length)
        return [`${body}\n\n${lines}${own}`]
      }),
    },
    {
      name: 'a note that another key signed',
      expected: 'witnesses',
      document: drawnWith(({ note, second }) => {
        const forged = signCheckpoint('77'.repeat(32), parseCheckpoint(note)!)
        return [noteWith(forged, [W1, second], [W2, second])]
      }),
    },
    {
      name: 'a note of another log',
      expected: 'witnesses',
      document: drawnWith(({ note, second }) => {
        const foreign = signCheckpoint(LOG_SECRET, { ...parseCheckpoint(note)!, deployment: 'other' })
        return [noteWith(foreign, [W1, second], [W2, second])]
      }),
    },
  ]
  return [...frauds, ...twoNotes()]
}

/** Lines over two states of the log. */
function twoNotes(): Fraud3[] {
  const made = (reverse: boolean, second: PlayedWitness): IssueProof3 => {
    const issue = sealed()
    const { log } = issue
    const at = lineLimitMs(issue.sealed!.round!)
    const notes = [log.checkpoints.at(-1)!.note]
    const later = log.now
    log.now = at - 2_000
    log.funding()
    log.sign()
    notes.push(log.checkpoints.at(-1)!.note)
    log.now = later
    const lines = [noteWith(notes[0]!, [W1, at / 1000 - 2]), noteWith(notes[1]!, [second, at / 1000 - 1])]
    issue.draw({ lines: reverse ? lines.toReversed() : lines })
    return issueProof3(withoutFavour(issue))
  }
  return [
    { name: 'control: lines over two states', expected: 'verified', document: made(false, W2) },
    { name: 'lines over two states in descending order', expected: 'witnesses', document: made(true, W2) },
    { name: 'a witness that signed two states', expected: 'witnesses', document: made(false, W1) },
  ]
}

/** Favours that are none, and what they state. */
export function favourFrauds(): Fraud3[] {
  const [first, second] = [sampleFavour3([W1, W3]), sampleFavour3([W1, W3])]
  const stated = (changes: Parameters<PlayedIssue3['favour']>[0]): IssueProof3 =>
    issueProof3(sealed([W1]).draw().favour(changes))
  const document = issueProof3(first)
  const { log } = document
  const note = (change: (notes: readonly LinkedNote[]) => readonly LinkedNote[]): unknown => ({
    ...document,
    log: { ...log!, confirmation: change(log!.confirmation) },
  })
  const size = (linked: LinkedNote): number => parseCheckpoint(linked.note)!.size
  const bare = (linked: LinkedNote): string => linked.note.split('\n').slice(0, 7).join('\n') + '\n'
  return [
    { name: 'control: confirmed', expected: 'verified', document },
    {
      name: 'control: the favour is not in the log yet',
      expected: 'unconfirmed',
      document: issueProof3(sealed([W1]).draw()),
    },
    {
      name: 'a favour beside a quorum',
      expected: 'favour',
      document: drawnWith(({ note: over, second: at }) => [noteWith(over, [W1, at], [W2, at])], true),
    },
    { name: 'a favour of less', expected: 'favour', document: stated({ amount: '1' }) },
    { name: 'a favour for more orders than there are', expected: 'favour', document: stated({ orders: 5 }) },
    { name: 'a favour before its draw', expected: 'favour', document: stated({ at: 1 }) },
    { name: 'the favour of another issue', expected: 'inclusion', document: stated({ issue: 'M3-0002' }) },
    { name: 'without confirmation', expected: 'unconfirmed', document: note(() => []) },
    {
      name: 'confirmed by a stranger',
      expected: 'witnesses',
      document: note((notes) =>
        notes.map((one) => ({ ...one, note: noteWith(bare(one), [STRANGER, 1], [W1, 1]) })),
      ),
    },
    {
      name: 'confirmed by one witness twice',
      expected: 'witnesses',
      document: note((notes) =>
        notes.map((one) => ({ ...one, note: noteWith(bare(one), [W1, 1], [W1, 2]) })),
      ),
    },
    {
      name: 'confirmed in an older state',
      expected: 'witnesses',
      document: note(([one]) => {
        const early = second.log.checkpoints.find(
          ({ note: known }) => parseCheckpoint(known)!.size < size(one!),
        )!
        return [{ note: noteWith(early.note, [W1, 1], [W2, 1]), consistency: [] }]
      }),
    },
    {
      name: 'confirmed in another history',
      expected: 'witnesses',
      document: note(([one]) => {
        const twin = newLog3()
        while (twin.size < size(one!)) twin.funding()
        twin.sign()
        return [{ note: noteWith(twin.checkpoints[0]!.note, [W1, 1], [W2, 1]), consistency: [] }]
      }),
    },
    {
      name: 'a confirmation of a draw with its quorum',
      expected: 'terms',
      document: {
        ...issueProof3(sampleIssue3(VOUCHED, [W1, W2])),
        log: { ...issueProof3(sampleIssue3(VOUCHED, [W1, W2])).log!, confirmation: log!.confirmation },
      },
    },
  ]
}

/** What a reader answers who trusts one witness alone. */
export function pinned(): Fraud3[] {
  const witnessed = issueProof3(sampleIssue3(VOUCHED, [W2, W3]))
  const favour = issueProof3(sampleFavour3([W1]))
  const lit = issueProof3(sampleIssue3({}))
  return [
    { name: 'control: signed', expected: 'verified', document: witnessed, witness: W2.key },
    { name: 'silent', expected: 'witnesses', document: witnessed, witness: W1.key },
    { name: 'not named', expected: 'witnesses', document: witnessed, witness: STRANGER.key },
    { name: 'control: confirmed a favour', expected: 'verified', document: favour, witness: W1.key },
    { name: 'signed the seal, not the favour', expected: 'witnesses', document: favour, witness: W2.key },
    { name: 'grade beacon', expected: 'witnesses', document: lit, witness: W1.key },
    {
      name: 'grade salt',
      expected: 'witnesses',
      document: issueProof3(sampleIssue3({ grade: 'salt' })),
      witness: W1.key,
    },
  ]
}

/** Openings whose witnesses cannot be a quorum, or are named twice. */
export function openings(): Fraud3[] {
  const opened = (changes: Partial<IssueTerms3>): unknown =>
    issueProof3(sampleIssue3({ ...VOUCHED, ...changes }, [W1, W2, W3]))
  const four = witnessesOf(4)
  return [
    { name: 'half of the witnesses', expected: 'terms', document: opened(vouchedBy(four, 2)) },
    { name: 'more than all witnesses', expected: 'terms', document: opened({ quorum: 4 }) },
    { name: 'no quorum', expected: 'terms', document: opened({ quorum: null }) },
    {
      name: 'one name with two keys',
      expected: 'terms',
      document: opened({
        witnesses: [{ key: W1.key }, { key: formatKey(witnessKey(W1.name, publicKeyOf('55'.repeat(32)))) }],
      }),
    },
    {
      name: 'one witness twice, once as its own',
      expected: 'terms',
      document: opened({ witnesses: [{ key: W1.key }, { key: W1.key, own: true }] }),
    },
    {
      name: 'an own that is false',
      expected: 'terms',
      document: opened({ witnesses: [{ key: W1.key, own: false }, { key: W2.key }] as never, quorum: 2 }),
    },
    { name: 'control: the line of an own witness counts', expected: 'verified', document: opened({}) },
  ]
}
