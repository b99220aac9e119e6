/** Well-signed logs in which an issue has an absurd life, or a draw rests on no witness. */
import type { Json } from '../src/canonical.ts'
import { type Grade, hasBeacon } from '../src/draw.ts'
import { type PlayedLog, playedWitness } from '../src/testing/played-log.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { A, HASH, made, type Play, terms, upToDraw, upToSeal, W1 } from './log-case.ts'

/** The life of an issue in an absurd order, in every grade. */
export function lives(grade: Grade): KitCase[] {
  const case_ = (what: string, rule: Expected, play: Play): KitCase => made(`${grade}: ${what}`, rule, play)
  const cases = [
    case_('control', 'verified', (l) => upToDraw(l, grade)),
    case_('two openings', 'open', (l) => [1, 2].forEach(() => l.open(A, terms(grade)))),
    case_('an opening after the draw', 'open', (l) => (upToDraw(l, grade), l.open(A, terms(grade)))),
    case_('a seal before the opening', 'seal', (l) => l.append({ t: 'issue-seal', issue: A, at: l.now })),
    case_('a draw before the opening', 'draw', (l) => l.append({ t: 'issue-draw', issue: A, at: l.now })),
    case_('a refund before the opening', 'refund', (l) => l.refund(A)),
    case_('two draws', 'draw', (l) => (upToDraw(l, grade), l.draw(A))),
    case_('two different draws', 'draw', (l) => (upToDraw(l, grade), l.draw(A, { code: 1_000_003 }))),
    case_(
      'a draw without a seal',
      'draw',
      (l) => (l.open(A, terms(grade)), l.append({ t: 'issue-draw', issue: A, at: l.now })),
    ),
    case_('a refund after the seal', 'refund', (l) => (upToSeal(l, grade), l.refund(A))),
    case_('a refund after the draw', 'refund', (l) => (upToDraw(l, grade), l.refund(A))),
    case_(
      'a draw after the refund',
      'draw',
      (l) => (l.open(A, terms(grade)), l.refund(A), l.append({ t: 'issue-draw', issue: A, at: l.now })),
    ),
    case_('a seal after the refund', 'seal', (l) => (l.open(A, terms(grade)), l.refund(A), l.seal(A))),
    case_('a seal after the draw', 'seal', (l) => (upToDraw(l, grade), l.seal(A, { attempt: 1 }))),
    case_('two refunds', 'refund', (l) => (l.open(A, terms(grade)), l.refund(A), l.refund(A))),
    case_(
      'a refund of more orders than shares',
      'refund',
      (l) => (l.open(A, terms(grade)), l.refund(A, { orders: 11 })),
    ),
    case_('another winning code', 'draw', (l) => (upToSeal(l, grade), otherCode(l))),
    case_(
      'a seal with more orders than shares',
      'seal',
      (l) => (l.open(A, terms(grade)), l.seal(A, { orders: 11 })),
    ),
    case_(
      'a sum that no times have',
      'seal',
      (l) => (l.open(A, terms(grade)), l.seal(A, { sum: '707880000' })),
    ),
    case_(
      'a seal that is not dated at sealedAt',
      'seal',
      (l) => (l.open(A, terms(grade)), l.seal(A, { at: l.now + 1 })),
    ),
    case_(
      'a seal dated before its opening',
      'time',
      (l) => (l.open(A, terms(grade)), l.seal(A, { sealedAt: l.now - 1, at: l.now - 1 })),
    ),
    case_('a seal without attempt', 'seal', (l) => (l.open(A, terms(grade)), l.sealOld(A))),
    case_('attempt 2 first', 'attempt', (l) => (l.open(A, terms(grade)), l.seal(A, { attempt: 2 }))),
    case_('an entry of version 1 after the beginning', 'open', (l) =>
      l.openOld(A, grade === 'witnessed' ? 'beacon' : grade),
    ),
  ]
  for (let n = 2; n <= 5; n++) {
    cases.push(
      case_(
        `${n} seals with attempt 1`,
        'seal',
        (l) => (l.open(A, terms(grade)), repeat(n, () => l.seal(A, { attempt: 1 }))),
      ),
    )
  }
  if (grade !== 'plain') {
    cases.push(
      case_('a salt that does not fit', 'seal', (l) => (l.open(A, terms(grade)), l.seal(A, { salt: HASH }))),
    )
    cases.push(case_('another entropy', 'draw', (l) => (upToSeal(l, grade), l.draw(A, { entropy: HASH }))))
  }
  return hasBeacon(grade) ? [...cases, ...rounds(grade, case_)] : cases
}

const repeat = (times: number, act: () => void): void => Array.from({ length: times }).forEach(act)

/** A draw with the code after the right one. */
function otherCode(log: PlayedLog): void {
  log.draw(A)
  const right = JSON.parse(log.entries.at(-1)!) as Record<string, Json> & { code: number }
  log.instead({ ...right, code: right.code === 1_000_010 ? 1_000_001 : right.code + 1 })
}

/** What only grades with a beacon can break. */
function rounds(grade: Grade, case_: (what: string, rule: Expected, play: Play) => KitCase): KitCase[] {
  return [
    case_(
      'another round than the time gives',
      'seal',
      (l) => (l.open(A, terms(grade)), l.seal(A, { round: 1 })),
    ),
    case_('a draw with another round', 'draw', (l) => (upToSeal(l, grade), l.draw(A, { round: 1 }))),
    case_(
      'a draw before its round',
      'draw',
      (l) => (upToSeal(l, grade), (l.now = l.roundMs(A) - 1), l.draw(A)),
    ),
    case_('a checkpoint for the seal at its round', 'seal-late', (l) => (lateSeal(l, grade, 0), l.sign())),
    case_(
      'a checkpoint for the seal after its round',
      'seal-late',
      (l) => (lateSeal(l, grade, 60_000), l.sign()),
    ),
    case_('a draw with no beacon', 'format', (l) => (upToSeal(l, grade), l.draw(A, { beacon: null }))),
  ]
}

function lateSeal(log: PlayedLog, grade: Grade, lateMs: number): void {
  log.open(A, terms(grade))
  log.seal(A)
  log.now = log.roundMs(A) + lateMs
}

/** Grade `witnessed`: draws and further attempts that no rule allows. */
export function witnessed(): KitCase[] {
  const opened = (l: PlayedLog): void => void l.open(A, terms('witnessed'))
  const sealed = (l: PlayedLog, by: Play = () => {}): void => {
    opened(l)
    l.seal(A)
    l.sign()
    by(l)
    l.now = l.roundMs(A) + 1_000
  }
  const seconds = (l: PlayedLog): number => l.roundMs(A) / 1000
  const stranger = playedWitness('stranger.example')
  const impostor = { ...stranger, name: W1.name }
  const drawn =
    (by: Play): Play =>
    (l) => (sealed(l, by), l.draw(A))
  const again =
    (changes: Record<string, Json> = {}): Play =>
    (l) => (sealed(l), l.seal(A, changes), l.sign())
  const case_ = (what: string, rule: Expected, play: Play): KitCase => made(`witnesses: ${what}`, rule, play)
  return [
    case_(
      'control: signed one second before the round',
      'verified',
      drawn((l) => l.cosign(W1, seconds(l) - 1)),
    ),
    case_('control: attempt 2 after an attempt that nobody signed', 'verified', again()),
    case_(
      'a draw that nobody signed',
      'witness',
      drawn(() => {}),
    ),
    case_(
      'a draw that was signed when the round was published',
      'witness',
      drawn((l) => l.cosign(W1, seconds(l))),
    ),
    case_(
      'a draw that was signed later',
      'witness',
      drawn((l) => l.cosign(W1, seconds(l) + 60)),
    ),
    case_(
      'a draw that only a stranger signed',
      'witness',
      drawn((l) => l.cosign(stranger)),
    ),
    case_(
      'a draw that a stranger signed under the name of the witness',
      'witness',
      drawn((l) => l.cosign(impostor)),
    ),
    case_('a draw whose line is over an earlier checkpoint', 'witness', (l) => {
      opened(l)
      l.sign()
      l.cosign(W1)
      l.seal(A)
      l.sign()
      l.now = l.roundMs(A) + 1_000
      l.draw(A)
    }),
    case_('a seal again after it was signed', 'attempt', (l) => (sealed(l, () => l.cosign(W1)), l.seal(A))),
    case_(
      'a seal again before its round is published',
      'attempt',
      (l) => (sealed(l), (l.now = l.roundMs(A) - 1_000), l.seal(A)),
    ),
    case_('attempt 3 after attempt 1', 'attempt', again({ attempt: 3 })),
    case_('attempt 2 with another digest', 'attempt', again({ digest: HASH })),
    case_('attempt 2 with another sum', 'attempt', again({ sum: '1' })),
    case_('attempt 2 with other orders', 'attempt', again({ orders: 2 })),
    case_(
      'a draw of attempt 2 that nobody signed',
      'witness',
      (l) => (again()(l), (l.now += 60_000), l.draw(A)),
    ),
    case_('a refund after attempt 2', 'refund', (l) => (again()(l), l.refund(A))),
  ]
}
