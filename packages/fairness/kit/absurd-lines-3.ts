/** Draws of version 3 with lines of witnesses that no reader may count. */
import { noteBody } from '../src/checkpoint.ts'
import { begin3, lineLimitMs, vouchedBy } from '../src/testing/played-lines.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import { type PlayedLog, type PlayedWitness, playedWitness } from '../src/testing/played-log.ts'
import { cosign } from '../src/witness.ts'
import { WITNESSES } from './house.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { made } from './log-case.ts'

const [W1, W2, W3] = WITNESSES as [PlayedWitness, PlayedWitness, PlayedWitness]
const STRANGER = playedWitness('stranger')

const line = ({ name, secret }: PlayedWitness, note: string, seconds: number): string =>
  cosign(secret, name, note, seconds)
const withLines = (note: string, ...lines: readonly string[]): string =>
  note + lines.map((one) => `${one}\n`).join('')

/** What a case of lines is made from: the seal's checkpoint, and the last second of a timely line. */
type Sealed = {
  readonly note: string
  readonly second: number
  readonly log: PlayedLog
  readonly issue: PlayedIssue3
}

/** A draw with these lines, of an issue whose quorum is two of three; the mark of favour only where it is asked for. */
function lines3(
  what: string,
  expected: Expected,
  of: (sealed: Sealed) => readonly string[],
  favour = false,
): KitCase {
  return made(
    `version 3: lines, ${what}`,
    expected,
    (log) => {
      log.sign()
      const issue = new PlayedIssue3(log, vouchedBy(WITNESSES, 2)).open().sell().seal()
      const { note } = log.checkpoints.at(-1)!
      const second = Math.ceil(lineLimitMs(issue.sealed!.round!) / 1000) - 1
      const lines = of({ note, second, log, issue })
      issue.draw({ lines })
      const { favour: _, ...entry } = JSON.parse(log.entries.at(-1)!) as Record<string, never>
      log.checkpoints.pop()
      log.instead(favour ? { ...entry, favour } : entry)
    },
    begin3,
  )
}

/** Adds a checkpoint of one more entry, dated so long after the seal. */
function later({ log, issue }: Sealed, ms: number): string {
  const { now } = log
  log.now = issue.sealed!.sealedAt + ms
  log.funding()
  log.sign()
  log.now = Math.max(now, log.now)
  return log.checkpoints.at(-1)!.note
}

export function absurdLines3(): KitCase[] {
  const two = ({ note, second }: Sealed): string[] => [W1, W2].map((one) => line(one, note, second))
  return [
    lines3('control, the last second', 'verified', (one) => [withLines(one.note, ...two(one))]),
    lines3('control, all three', 'verified', (one) => [
      withLines(one.note, ...two(one), line(W3, one.note, one.second)),
    ]),
    lines3('control, over two checkpoints', 'verified', (one) => {
      const next = later(one, 1_000)
      return [
        withLines(one.note, line(W1, one.note, one.second)),
        withLines(next, line(W2, next, one.second)),
      ]
    }),
    lines3('control, in favour with one', 'verified', (one) => [withLines(one.note, two(one)[0]!)], true),
    lines3('control, in favour with none', 'verified', () => [], true),
    lines3('none', 'witness', () => []),
    lines3('one of two', 'witness', (one) => [withLines(one.note, two(one)[0]!)]),
    lines3('in favour with a quorum', 'favour', (one) => [withLines(one.note, ...two(one))], true),
    lines3('a second too late', 'witness', ({ note, second }) => [
      withLines(note, line(W1, note, second), line(W2, note, second + 1)),
    ]),
    lines3(
      'in favour, a second too late',
      'favour',
      ({ note, second }) => [withLines(note, line(W1, note, second + 1))],
      true,
    ),
    lines3('a stranger', 'witness', (one) => [
      withLines(one.note, two(one)[0]!, line(STRANGER, one.note, one.second)),
    ]),
    lines3('a stranger beside a quorum', 'witness', (one) => [
      withLines(one.note, ...two(one), line(STRANGER, one.note, one.second)),
    ]),
    lines3(
      'in favour with a stranger',
      'favour',
      ({ note, second }) => [withLines(note, line(STRANGER, note, second))],
      true,
    ),
    lines3('one witness twice', 'witness', (one) => [withLines(one.note, two(one)[0]!, two(one)[0]!)]),
    lines3('one witness with two seconds', 'witness', (one) => [
      withLines(one.note, ...two(one), line(W1, one.note, one.second - 1)),
    ]),
    lines3('one witness in two notes', 'witness', (one) => {
      const next = later(one, 1_000)
      return [withLines(one.note, ...two(one)), withLines(next, line(W1, next, one.second))]
    }),
    lines3('a line over another text', 'witness', (one) => [
      withLines(one.note, two(one)[0]!, line(W2, one.log.checkpoints[0]!.note, one.second)),
    ]),
    lines3('a checkpoint before the seal', 'witness', ({ log, second }) => {
      const { note } = log.checkpoints[0]!
      return [withLines(note, line(W1, note, second), line(W2, note, second))]
    }),
    lines3('a checkpoint that the log does not have', 'witness', (one) => {
      const other = one.log.copy()
      other.now = one.issue.sealed!.sealedAt + 5
      other.sign()
      const { note } = other.checkpoints.at(-1)!
      return [withLines(note, line(W1, note, one.second), line(W2, note, one.second))]
    }),
    lines3("the log's own line last", 'witness', (one) => {
      const body = `${noteBody(one.note)}\n`
      return [withLines(body, ...two(one), one.note.slice(body.length, -1))]
    }),
    lines3("without the log's own line", 'witness', (one) => [
      withLines(`${noteBody(one.note)}\n`, ...two(one)),
    ]),
    lines3('a note without lines', 'witness', (one) => {
      const next = later(one, 1_000)
      return [withLines(one.note, ...two(one)), next]
    }),
    lines3('notes that descend', 'witness', (one) => {
      const next = later(one, 1_000)
      return [
        withLines(next, line(W2, next, one.second)),
        withLines(one.note, line(W1, one.note, one.second)),
      ]
    }),
    lines3('one note twice', 'witness', (one) => [
      withLines(one.note, two(one)[0]!),
      withLines(one.note, two(one)[1]!),
    ]),
    lines3('a note that is none', 'witness', () => ['nonsense']),
  ]
}
