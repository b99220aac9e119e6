/** What a pinned witness vouches for in a log of version 3: a quorum of other witnesses is not enough for a reader who trusts one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseKey } from '../src/note.ts'
import { PlayedEvent3 } from '../src/testing/played-event-3.ts'
import { PlayedGame3 } from '../src/testing/played-game-3.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import { begin3, lineLimitMs, vouchedBy, witnessesOf } from '../src/testing/played-lines.ts'
import { PlayedLog, type PlayedWitness } from '../src/testing/played-log.ts'
import { hasPython, NOT_RUN, verifyInPython } from '../src/testing/python.fixture.ts'
import { writeExport } from './export.fixture.ts'
import { auditFolder } from './log-folder.ts'

const W = witnessesOf(4)
const [W1, W2, W3, W4] = W as [PlayedWitness, PlayedWitness, PlayedWitness, PlayedWitness]
const OTHERS = [W2, W3, W4]
let folder = ''
let log: PlayedLog
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-pinned-3-'))
  log = begin3(new PlayedLog())
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Signs the end of the log, and lets W1 sign what it is shown then. */
function signedInTheEnd(): void {
  log.now += 1_000
  log.sign()
  log.cosign(W1)
}

/** What W1 does not vouch for; the verifier in Python passes and fails the same logs. */
function problems(): string[] {
  writeExport(folder, log)
  const { unvouched } = auditFolder(folder, { witness: parseKey(W1.key)! }).witnessed!
  if (hasPython) {
    const [theirs] = verifyInPython([{ log: folder, witness: W1.key }])
    expect(theirs!.failed ?? theirs!.verdict).toBe(unvouched.length === 0 ? 'verified' : 'witnesses')
  } else console.warn(`a pinned witness in Python: ${NOT_RUN}`)
  return unvouched.map(({ problem }) => problem)
}

const issue = (by: readonly PlayedWitness[], changes = vouchedBy(W)): PlayedIssue3 =>
  new PlayedIssue3(log, changes).play(by)

describe('a draw', () => {
  test('that the witness signed in time holds, and not one that a quorum of others signed', () => {
    issue([W1, W2, W3])
    signedInTheEnd()
    expect(problems()).toEqual([])
    new PlayedIssue3(log, { ...vouchedBy(W), issue: 'M3-0002' }).play(OTHERS)
    new PlayedEvent3(log, vouchedBy(W)).play(OTHERS)
    signedInTheEnd()
    rmSync(folder, { recursive: true })
    expect(problems()).toEqual([
      expect.stringContaining('w1 did not sign the seal of issue M3-0002 (entry '),
      expect.stringContaining('w1 did not sign the seal of event '),
    ])
  })

  test.each([
    [1_000, []],
    [0, [expect.stringContaining('w1 did not sign the seal of issue M3-0001')]],
  ])('counts a line %i ms before five seconds before its round', (before, expected) => {
    const played = new PlayedIssue3(log, vouchedBy(W)).open().sell().seal({}, OTHERS)
    log.cosign(W1, (lineLimitMs(played.sealed!.round!) - before) / 1000)
    played.draw()
    signedInTheEnd()
    expect(problems()).toEqual(expected)
  })

  test('counts a line that only the draw itself carries', () => {
    issue([W1, W2, W3])
    const sealed = log.checkpoints.find(({ cosignatures }) => cosignatures.length === 3)!
    sealed.cosignatures.shift()
    signedInTheEnd()
    expect(problems()).toEqual([])
  })

  test('in favour of the members needs a line over the draw, at any time', () => {
    log.sign()
    log.cosign(W1)
    issue([W2])
    expect(problems()).toEqual(['w1 has signed no checkpoint that covers the favour of issue M3-0001'])
    signedInTheEnd()
    rmSync(folder, { recursive: true })
    expect(problems()).toEqual([])
  })

  test('of terms that name other witnesses does not hold', () => {
    issue(OTHERS, vouchedBy(OTHERS))
    signedInTheEnd()
    expect(problems()).toEqual(['the terms of issue M3-0001 do not name w1'])
  })
})

describe('a round', () => {
  test('holds when the witness signed its chain before the chain began', () => {
    const game = new PlayedGame3(log, vouchedBy(W))
    game.publish({}, [W1, W2, W3])
    game.play()
    signedInTheEnd()
    expect(problems()).toEqual([])
  })

  test('of a chain that only others signed does not hold', () => {
    const game = new PlayedGame3(log, vouchedBy(W))
    const index = game.publish({}, OTHERS)
    game.play()
    signedInTheEnd()
    expect(problems()).toEqual([
      expect.stringMatching(
        new RegExp(`^w1 did not sign the chain of round lucky-1m \\S+ \\(entry ${index}\\) before it began$`),
      ),
    ])
  })
})
