import { describe, expect, test } from 'vitest'
import type { Json } from '../../canonical.ts'
import { noteBody } from '../../checkpoint.ts'
import { together } from '../../quorum.ts'
import { begin3, lineLimitMs, vouchedBy, witnessesOf } from '../../testing/played-lines.ts'
import { PlayedEvent3 } from '../../testing/played-event-3.ts'
import { PlayedIssue3 } from '../../testing/played-issue-3.ts'
import { PlayedLog, type PlayedWitness, playedWitness } from '../../testing/played-log.ts'
import { cosign } from '../../witness.ts'
import { audited, log3, stateOf, verdict } from '../audit.fixture.ts'

const W = witnessesOf(4)
const [W1, W2, W3, W4] = W as [PlayedWitness, PlayedWitness, PlayedWitness, PlayedWitness]
const STRANGER = playedWitness('stranger')

/** A sealed issue with four witnesses and a quorum of three. */
function sealed(by: readonly PlayedWitness[] = [], log = begin3(new PlayedLog())): PlayedIssue3 {
  return new PlayedIssue3(log, vouchedBy(W)).open().sell().seal({}, by)
}
/** Draws with exactly these lines, and with the mark of favour only where it is asked for. */
function drawnWith<S extends PlayedIssue3 | PlayedEvent3>(
  subject: S,
  { lines, favour }: { lines: readonly string[]; favour: boolean },
): S {
  const { log } = subject
  subject.draw({ lines })
  const { favour: _, ...entry } = JSON.parse(log.entries.at(-1)!) as Record<string, Json>
  log.checkpoints.pop()
  log.instead(favour ? { ...entry, favour } : entry)
  log.sign()
  return subject
}
/** The verdict over a draw with these notes; the draw stands at entry 4 unless entries came between. */
const drawn = (issue: PlayedIssue3, lines: readonly string[], favour = false) =>
  verdict(drawnWith(issue, { lines, favour }).log)
const noteAt = (issue: PlayedIssue3, at = -1) => issue.log.checkpoints.at(at)!.note
const lineBy = (witness: PlayedWitness, note: string, seconds: number) =>
  cosign(witness.secret, witness.name, note, seconds)
const withLines = (note: string, ...lines: string[]) => note + lines.map((line) => `${line}\n`).join('')
/** The last second of timely lines over the issue's seal. */
const lastSecond = (issue: PlayedIssue3) => Math.ceil(lineLimitMs(issue.sealed!.round!) / 1000) - 1

describe('a witnessed draw', () => {
  test('has the lines of a quorum or is in favour, for every number of witnesses, of their quorum and of signers', () => {
    for (let n = 1; n <= 4; n++) {
      const witnesses = W.slice(0, n)
      for (let k = Math.floor(n / 2) + 1; k <= n; k++) {
        for (let signers = 0; signers <= n; signers++) {
          const draw = (favour: boolean) => {
            const issue = new PlayedIssue3(begin3(new PlayedLog()), vouchedBy(witnesses, k))
            issue.open().sell().seal({}, witnesses.slice(0, signers))
            return verdict(drawnWith(issue, { lines: issue.lines().lines!, favour }).log)
          }
          expect([n, k, signers, draw(false)]).toEqual([
            n,
            k,
            signers,
            signers >= k ? 'sound' : ['witness', 4],
          ])
          const inFavour = signers < k ? 'sound' : ['favour', 4]
          expect([n, k, signers, draw(true)]).toEqual([n, k, signers, inFavour])
        }
      }
    }
  })

  test('of two histories stands without favour in both only with X dishonest witnesses (C1)', () => {
    for (let n = 1; n <= 4; n++) {
      for (let k = Math.floor(n / 2) + 1; k <= n; k++) {
        const x = together(n, k)
        for (let dishonest = 0; dishonest <= n; dishonest++) {
          const honest = n - dishonest
          // the honest ones sign one history each, the others both
          const both = Array.from(
            { length: honest + 1 },
            (_, first) => stands(n, k, dishonest + first) && stands(n, k, n - first),
          ).some(Boolean)
          expect([n, k, dishonest, both]).toEqual([n, k, dishonest, dishonest >= x])
        }
      }
    }
  })

  test('counts lines over later checkpoints too, each witness once', () => {
    const issue = sealed([W1])
    const { log } = issue
    const knownMs = log.now
    log.now = issue.sealed!.sealedAt + 1_000
    log.funding()
    log.sign()
    for (const witness of [W1, W2]) log.cosign(witness)
    log.funding()
    log.sign()
    log.cosign(W3)
    log.now = knownMs
    issue.draw()
    const { lines, favour } = JSON.parse(log.entries.at(-1)!) as { lines: string[]; favour?: true }
    expect([lines.length, favour]).toEqual([3, undefined])
    expect(audited(log).counts).toMatchObject({ drawn: 1, favours: 0 })
  })

  test('of an event follows the same rules', () => {
    const event = (by: readonly PlayedWitness[]) =>
      log3((log) => new PlayedEvent3(log, vouchedBy(W)).play(by))
    expect(audited(event([W1, W2, W4])).counts).toMatchObject({ eventsDrawn: 1, favours: 0 })
    expect(audited(event([W1, W2])).counts).toMatchObject({ eventsDrawn: 1, favours: 1, favoursStated: 1 })
    const plain = new PlayedEvent3(begin3(new PlayedLog()), vouchedBy(W)).open().join().seal({}, [W1, W2])
    drawnWith(plain, { lines: plain.lines().lines!, favour: false })
    expect(verdict(plain.log)).toEqual(['witness', 4])
  })
})

const known = new Map<string, boolean>()

/** Whether a history whose seal so many of n witnesses signed passes without favour. Only the number of them matters. */
function stands(n: number, k: number, signers: number): boolean {
  const name = [n, k, signers].join(' ')
  const answer = known.get(name)
  if (answer !== undefined) return answer
  const log = begin3(new PlayedLog())
  const issue = new PlayedIssue3(log, vouchedBy(W.slice(0, n), k)).open().sell([9])
  // each history sells the last share to another buyer
  const history = issue.on(log.copy()).sell([1], [signers + 7])
  history.seal({}, W.slice(0, signers)).draw()
  expect(verdict(history.log)).toBe('sound')
  known.set(name, !history.drawn!.isFavour)
  return !history.drawn!.isFavour
}

describe('a line of a draw', () => {
  test('is timely with the last second before five seconds before the round, and not with the next one', () => {
    const issue = sealed()
    const note = noteAt(issue)
    const second = lastSecond(issue)
    const at = (seconds: number) =>
      withLines(note, ...[W1, W2, W3].map((witness) => lineBy(witness, note, seconds)))
    expect((second + 1) * 1000).toBe(issue.knownMs - 5_000)
    expect(drawn(issue.on(issue.log.copy()), [at(second)])).toBe('sound')
    expect(drawn(issue.on(issue.log.copy()), [at(second + 1)])).toEqual(['witness', 4])
    const late = withLines(note, lineBy(W1, note, second + 1))
    expect(drawn(issue.on(issue.log.copy()), [late], true)).toEqual(['favour', 4])
  })

  test('is of a named witness, valid, and the only one of its witness', () => {
    const issue = sealed()
    const note = noteAt(issue)
    const second = lastSecond(issue)
    const good = [W1, W2, W3].map((witness) => lineBy(witness, note, second))
    const fake = lineBy(W4, `${noteBody(note).replace('\n', 'x\n')}\n`, second)
    for (const [lines, favour] of [
      [[...good, lineBy(STRANGER, note, second)], false],
      [[good[0]!, good[1]!, lineBy(STRANGER, note, second)], false],
      [[...good, good[0]!], false],
      [[...good, lineBy(W1, note, second - 1)], false],
      [[...good, fake], false],
      [[good[0]!, fake], true],
      [[lineBy(STRANGER, note, second)], true],
      [[good[0]!, lineBy(W1, note, second - 1)], true],
    ] as [string[], boolean][]) {
      const rule = favour ? 'favour' : 'witness'
      expect(drawn(issue.on(issue.log.copy()), [withLines(note, ...lines)], favour)).toEqual([rule, 4])
    }
  })

  test("is over a checkpoint of this log that covers the seal, with the log's own signature first", () => {
    const log = begin3(new PlayedLog())
    log.sign()
    const issue = sealed([], log)
    const note = noteAt(issue)
    const second = lastSecond(issue)
    const three = (over: string) => [W1, W2, W3].map((witness) => lineBy(witness, over, second))
    const early = noteAt(issue, 0)
    const foreign = log.copy()
    foreign.checkpoints.length = 0
    foreign.now = issue.sealed!.sealedAt + 5
    foreign.sign()
    const body = `${noteBody(note)}\n`
    const own = note.slice(body.length)
    for (const notes of [
      [withLines(early, ...three(early))],
      [withLines(foreign.checkpoints[0]!.note, ...three(foreign.checkpoints[0]!.note))],
      [withLines(body, ...three(note), own.trimEnd())],
      [withLines(body, ...three(note))],
      [note],
      [withLines(note, ...three(note)), note],
      [withLines(note, ...three(note).slice(0, 2)), withLines(note, three(note)[2]!)],
      ['nonsense'],
      [`${withLines(note, ...three(note))}\n`],
    ])
      expect(drawn(issue.on(log.copy()), notes)).toEqual(['witness', 4])
    expect(drawn(issue.on(log.copy()), [withLines(note, ...three(note))])).toBe('sound')
  })

  test('stands in notes of ascending size, which cover no fewer entries than the one before', () => {
    const issue = sealed([W1, W2])
    const { log } = issue
    const knownMs = log.now
    log.now = issue.sealed!.sealedAt + 1_000
    log.funding()
    log.sign()
    log.cosign(W3)
    log.now = knownMs
    const { lines } = issue.lines()
    expect(drawn(issue.on(log.copy()), lines!)).toBe('sound')
    expect(drawn(issue.on(log.copy()), lines!.toReversed())).toEqual(['witness', 5])
  })

  test('that turns up elsewhere does not break a draw in favour', () => {
    const issue = sealed(W)
    expect(drawn(issue, [], true)).toBe('sound')
  })

  test('does not count over a checkpoint that is dated 15 minutes after the round, whatever else waits', () => {
    const dated = (ms: number) => {
      const issue = sealed([W1, W2])
      const { log } = issue
      log.now = issue.knownMs + ms
      new PlayedIssue3(log, { issue: 'M3-0002', ...vouchedBy(W) }).open().sell().seal()
      log.now = issue.knownMs + ms
      log.cosign(W3, lastSecond(issue))
      log.now = issue.knownMs + 3_600_000
      return drawn(issue.on(log.copy()), issue.lines().lines!)
    }
    expect(dated(0)).toBe('sound')
    expect(dated(15 * 60_000)).toEqual(['witness', 6])
  })
})

test('the audit of a seal that waits for long keeps no checkpoints from after its round', () => {
  const issue = sealed([W1, W2])
  const { log } = issue
  const size = () => JSON.stringify(stateOf(log)).length
  const before = size()
  for (let n = 0; n < 60; n++) {
    log.now += 3_600_000
    log.funding()
    log.sign()
  }
  expect(size()).toBeLessThan(before * 1.2)
  expect(verdict(issue.draw().favour().log)).toBe('sound')
})
