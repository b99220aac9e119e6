import { describe, expect, test } from 'vitest'
import { AuditBreach, createAuditor } from '../audit.ts'
import type { Json } from '../canonical.ts'
import { type PlayedLog, playedWitness } from '../testing/played-log.ts'
import { cosign } from '../witness.ts'
import { audited, log, verdict } from './audit.fixture.ts'

const A = 'M1-0001'
const B = 'M1-0002'
const [W1, W2, STRANGER] = ['w1', 'w2', 'stranger'].map(playedWitness) as [
  ReturnType<typeof playedWitness>,
  ReturnType<typeof playedWitness>,
  ReturnType<typeof playedWitness>,
]
const TERMS = { grade: 'witnessed', witnesses: [W1.key, W2.key] } as const

/** A witnessed issue that is sealed in entry 2; the clock stands at the seal. */
const sealed = (play: (l: PlayedLog) => void) =>
  log((l) => {
    l.open(A, TERMS)
    l.now += 60_000
    l.seal(A)
    play(l)
  })
const result = (play: (l: PlayedLog) => void) => verdict(sealed(play))

function drawAtRound(l: PlayedLog, changes: Record<string, Json> = {}): void {
  l.now = Math.max(l.now, l.roundMs(A))
  l.draw(A, changes)
}

describe('a draw of a witnessed issue', () => {
  const signedBy = (sign: (l: PlayedLog) => void) =>
    result((l) => {
      l.sign()
      sign(l)
      drawAtRound(l)
    })

  test('rests on the signature of one named witness', () => {
    expect(signedBy((l) => l.cosign(W1))).toBe('sound')
    expect(signedBy((l) => l.cosign(W2))).toBe('sound')
    expect(
      signedBy((l) => {
        l.cosign(W1)
        l.cosign(W2)
        l.cosign(STRANGER)
      }),
    ).toBe('sound')
    expect(signedBy(() => {})).toEqual(['witness', 3])
    expect(signedBy((l) => l.cosign(STRANGER))).toEqual(['witness', 3])
  })

  test('does not rest on a line of another key with the name of a witness', () => {
    const impostor = { ...STRANGER, name: W1.name }
    expect(signedBy((l) => l.cosign(impostor))).toEqual(['witness', 3])
    const forged = (l: PlayedLog) => {
      const [, base64] = /^— stranger (.*)$/.exec(l.cosign(STRANGER))!
      l.checkpoints.at(-1)!.cosignatures = [`— ${W1.name} ${base64}`, 'nonsense', '']
    }
    expect(signedBy(forged)).toEqual(['witness', 3])
  })

  test('needs a signature before the second in which the round is published, by the clock of the witness', () => {
    const at = (beforeRound: number) => signedBy((l) => l.cosign(W1, l.roundMs(A) / 1000 - beforeRound))
    expect(at(1)).toBe('sound')
    expect(at(1_000_000)).toBe('sound')
    expect(at(0)).toEqual(['witness', 3])
    expect(at(-1)).toEqual(['witness', 3])
  })

  test('needs a signature over a checkpoint that covers the seal', () => {
    const early = log((l) => {
      l.open(A, TERMS)
      l.sign()
      l.cosign(W1)
      l.seal(A)
      l.sign()
      drawAtRound(l)
    })
    expect(verdict(early)).toEqual(['witness', 3])
    const later = (l: PlayedLog) => {
      l.funding()
      l.sign()
      l.cosign(W1)
    }
    expect(signedBy(later)).toBe('sound')
  })

  test('does not rest on a line that was put under another checkpoint', () => {
    const moved = sealed((l) => {
      l.sign()
      const line = l.cosign(W1)
      l.checkpoints.at(-1)!.cosignatures = []
      l.funding()
      l.sign()
      l.checkpoints.at(-1)!.cosignatures = [line]
      drawAtRound(l)
    })
    expect(verdict(moved)).toEqual(['witness', 4])
  })
})

describe('a further attempt', () => {
  /** The first round passes without a witness, then the issue is sealed again in entry 3. */
  const again = (changes: Record<string, Json>, before: (l: PlayedLog) => void = () => {}) =>
    result((l) => {
      l.sign()
      before(l)
      l.now = l.roundMs(A)
      l.seal(A, changes)
    })

  test('follows when no named witness signed the attempt before in time', () => {
    expect(again({})).toBe('sound')
    expect(again({}, (l) => l.cosign(W1))).toEqual(['attempt', 3])
    expect(again({}, (l) => l.cosign(W2))).toEqual(['attempt', 3])
    expect(again({}, (l) => l.cosign(STRANGER))).toBe('sound')
    expect(again({}, (l) => l.cosign(W1, l.roundMs(A) / 1000))).toBe('sound')
  })

  test('has the next number and the same orders, sum and salt', () => {
    expect(again({ attempt: 1 })).toEqual(['seal', 3])
    expect(again({ attempt: 3 })).toEqual(['attempt', 3])
    expect(again({ orders: 4 })).toEqual(['attempt', 3])
    expect(again({ digest: '11'.repeat(32) })).toEqual(['attempt', 3])
    expect(again({ sum: '123456788' })).toEqual(['attempt', 3])
    expect(again({ salt: '11'.repeat(32) })).toEqual(['seal', 3])
  })

  test('comes after the round of the attempt before is published, and never after the draw', () => {
    const after = (ms: number) =>
      result((l) => {
        l.sign()
        l.now = l.roundMs(A) + ms
        l.seal(A)
      })
    expect(after(0)).toBe('sound')
    expect(after(-1)).toEqual(['attempt', 3])
    const drawn = result((l) => {
      l.sign()
      l.cosign(W1)
      drawAtRound(l)
      l.now += 60_000
      l.seal(A)
    })
    expect(drawn).toEqual(['seal', 4])
  })

  test('exists in grade witnessed only', () => {
    const beacon = log((l) => {
      l.open(A)
      l.seal(A)
      l.sign()
      l.now = l.roundMs(A)
      l.seal(A)
    })
    expect(verdict(beacon)).toEqual(['seal', 3])
  })

  test('is the one that is drawn, with a witness of its own', () => {
    const third = (by: (l: PlayedLog) => void, changes: Record<string, Json> = {}) =>
      sealed((l) => {
        for (let i = 0; i < 2; i++) {
          l.sign()
          l.now = l.roundMs(A)
          l.seal(A)
        }
        l.sign()
        by(l)
        drawAtRound(l, changes)
        l.sign()
      })
    const honest = third((l) => l.cosign(W2))
    expect(audited(honest).counts).toMatchObject({ sealed: 1, furtherAttempts: 2, drawn: 1 })
    expect(
      audited(honest)
        .find(A)
        .map(({ kind }) => kind),
    ).toEqual(['issue-open', 'issue-seal', 'issue-seal', 'issue-seal', 'issue-draw'])
    expect(
      verdict(
        third(() => {}),
        { sign: false },
      ),
    ).toEqual(['witness', 5])
    const first = JSON.parse(honest.entries[2]!) as { round: number }
    expect(
      verdict(
        third((l) => l.cosign(W2), { round: first.round }),
        { sign: false },
      ),
    ).toEqual(['draw', 5])
  })

  test('is not made void by a witness whose clock is behind and that saw both attempts at once', () => {
    const both = sealed((l) => {
      l.sign()
      l.now = l.roundMs(A)
      const void1 = l.now / 1000 - 5
      l.seal(A)
      l.sign()
      l.cosign(W1, void1)
      drawAtRound(l)
    })
    expect(verdict(both)).toBe('sound')
  })

  test('is never followed by a refund', () => {
    expect(
      result((l) => {
        l.sign()
        l.now = l.roundMs(A)
        l.refund(A)
      }),
    ).toEqual(['refund', 3])
  })

  test('is a breach also when the signature over the attempt before becomes known later', () => {
    const l = sealed((one) => {
      one.sign()
      one.now = one.roundMs(A)
      one.seal(A)
      one.sign()
    })
    const auditor = createAuditor(l)
    l.entries.forEach((entry, i) => {
      auditor.entry(entry)
      for (const { note } of l.checkpoints.filter((c) => c.note.split('\n')[1] === String(i + 1)))
        auditor.checkpoint(note)
    })
    const seal = JSON.parse(l.entries[2]!) as { sealedAt: number }
    const [first] = l.checkpoints
    const line = (seconds: number) => cosign(W1.secret, W1.name, first!.note, seconds)
    auditor.cosignature(3, line(Math.floor(seal.sealedAt / 1000) + 60))
    expect(() => auditor.cosignature(3, line(Math.floor(seal.sealedAt / 1000)))).toThrow(AuditBreach)
    expect(() => auditor.cosignature(3, line(Math.floor(seal.sealedAt / 1000)))).toThrow(
      'entry 3 seals issue M1-0001 again, but w1 signed attempt 1 in time',
    )
    expect(auditor.waiting()).toMatchObject([{ issue: A, attempt: 2, index: 3, firstIndex: 2, timely: [] }])
  })
})

test('keeps checkpoints only while a witnessed seal waits', () => {
  const l = log((one) => {
    one.open(A, TERMS)
    one.open(B)
    one.sign()
    one.seal(B)
    one.sign()
    one.seal(A)
    one.sign()
    one.cosign(W1)
    one.funding()
    one.sign()
  })
  const auditor = createAuditor(l)
  const feed = (from: number) => {
    for (const entry of l.entries.slice(from)) {
      auditor.entry(entry)
      for (const { note, cosignatures } of l.checkpoints) {
        if (note.split('\n')[1] !== String(auditor.size())) continue
        auditor.checkpoint(note)
        for (const line of cosignatures) auditor.cosignature(auditor.size(), line)
      }
    }
  }
  feed(0)
  expect(auditor.state().notes.map(({ size }) => size)).toEqual([5, 6])
  expect(auditor.waiting().map(({ issue, timely }) => [issue, timely])).toEqual([
    [B, []],
    [A, [W1.key]],
  ])
  l.now = Math.max(l.roundMs(A), l.roundMs(B))
  const { size } = l
  l.draw(A)
  l.sign()
  feed(size)
  expect(auditor.state().notes).toEqual([])
  expect(auditor.waiting().map(({ issue }) => issue)).toEqual([B])
})
