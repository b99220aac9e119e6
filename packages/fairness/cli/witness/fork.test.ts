/**
 * A dishonest house with two copies of its database, against real witness programs and the default checks of a reader (finding C1 of
 * the review of November 2026: one dishonest witness of two was enough to choose the winner, and every default check passed).
 */
import { describe, expect, test } from 'vitest'
import { AuditBreach, auditLog } from '../../src/audit.ts'
import { parseKey } from '../../src/note.ts'
import { defaultQuorum, together } from '../../src/quorum.ts'
import type { PlayedLog } from '../../src/testing/played-log.ts'
import type { Verification } from '../../src/verify.ts'
import { verifyAnyProof } from '../../src/verify/any.ts'
import { fastVerify } from '../fast-ed25519.ts'
import { type Chosen, Fork, type ForkDocument, type ForkPlan, type Seen } from './forked-house.fixture.ts'

/**
 * Every way to show two copies to so many honest witnesses, of which each is as good as any other: how many see the first copy first,
 * the second one first, and neither in time. As many or more see the first copy first: the other ways differ by the names of the copies.
 */
function waysOf(honest: number): Seen[][] {
  const ways: Seen[][] = []
  for (let first = 0; first <= honest; first++)
    for (let second = 0; second <= first && first + second <= honest; second++)
      ways.push(Array.from({ length: honest }, (_, i) => (i < first ? 0 : i < first + second ? 1 : null)))
  return ways
}

type Played = {
  readonly plan: ForkPlan
  readonly honest: Fork['honest']
  readonly ends: readonly [Chosen, Chosen]
}

async function play(plan: ForkPlan): Promise<Played> {
  const fork = await Fork.play(plan)
  try {
    return { plan, honest: fork.honest, ends: [await fork.choose(0), await fork.choose(1)] }
  } finally {
    fork.stop()
  }
}

/** What a check says of a chosen copy: the house kept the money, or paid everybody; or why it is not ok. */
type Answer = 'kept' | 'paid' | Exclude<Verification['verdict'], 'verified'>

function answerOf(document: ForkDocument, witness?: string): Answer {
  const { verdict } = verifyAnyProof(document, witness === undefined ? {} : { witness: parseKey(witness)! })
  if (verdict !== 'verified') return verdict
  return document.result!.favour ? 'paid' : 'kept'
}

/** The broken rule of a log. */
function auditOf({ deployment, publicKey, entries, checkpoints }: PlayedLog): string {
  try {
    auditLog({ deployment, publicKey, entries, checkpoints, verify: fastVerify() })
    return 'sound'
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    return error.rule
  }
}

const isGreen = (answer: Answer): boolean => answer === 'kept' || answer === 'paid'
const bothOf = <T>([first, second]: Played['ends'], of: (end: Chosen) => T): [T, T] => [of(first), of(second)]

/** Plays every fork with so many witnesses. @returns the numbers of dishonest witnesses with which the house kept the money and chose */
async function chosenWith(kind: ForkPlan['kind'], n: number): Promise<number[]> {
  const k = defaultQuorum(n)
  const found = new Set<number>()
  for (let dishonest = 0; dishonest <= n; dishonest++) {
    for (const seen of waysOf(n - dishonest)) {
      const played = await play({ kind, witnesses: n, dishonest, seen })
      const where = JSON.stringify(played.plan)
      const [first, second] = played.ends
      expect(first.winner).not.toBe(second.winner)
      expect(
        bothOf(played.ends, ({ log }) => auditOf(log)),
        where,
      ).toEqual(['sound', 'sound'])
      const answers = bothOf(played.ends, ({ document }) => answerOf(document))
      // it keeps the money with one winner, and could show the other one instead
      if (answers.includes('kept') && answers.every(isGreen)) found.add(dishonest)
      if (answers.every((one) => one === 'kept')) expectSentence(played)
      // nothing but the lines of its own witnesses in time: it cannot leave the favour out
      if (dishonest < k && seen.every((one) => one === null)) expectNoGreed(first, where)
      expectPinned(played, where)
    }
  }
  return [...found]
}

/** What the verdicts on both winners say is true of this house. */
function expectSentence({ plan, ends }: Played): void {
  const x = together(plan.witnesses, defaultQuorum(plan.witnesses))
  expect(plan.dishonest).toBeGreaterThanOrEqual(x)
  for (const { document } of ends) {
    const { vouched, summary } = verifyAnyProof(document)
    expect(vouched).toEqual({ together: x, witnesses: plan.witnesses })
    expect(summary).toContain(
      `The house could choose only together with ${x} of these ${plan.witnesses} witnesses.`,
    )
  }
}

function expectNoGreed({ greedy }: Chosen, where: string): void {
  const { document, log } = greedy()
  expect([verifyAnyProof(document).failed, auditOf(log)], where).toEqual(['favour', 'witness'])
}

/** A reader who trusts one honest witness takes no other winner than the one that it saw in time, however many are dishonest. */
function expectPinned({ plan, honest, ends }: Played, where: string): void {
  for (const i of new Set([0, honest.length - 1].filter((one) => one in honest))) {
    const saw = plan.seen[i]!
    const answers = bothOf(ends, ({ document }) => answerOf(document, honest[i]!.key))
    if (saw === null) expect(answers, where).not.toContain('kept')
    else expect(answers[saw === 0 ? 1 : 0], where).toBe('failed')
  }
}

describe('a house that knows two winners before it chooses its log', () => {
  test.each([
    ['issue', 1],
    ['issue', 2],
    ['issue', 3],
    ['issue', 4],
    ['event', 2],
  ] as const)(
    'keeps the money of an %s and chooses, of %i witnesses only together with X, in whatever order it shows its copies',
    async (kind, n) => {
      const x = together(n, defaultQuorum(n))
      const enough = Array.from({ length: n + 1 }, (_, d) => d).filter((d) => d >= x)
      expect(await chosenWith(kind, n)).toEqual(enough)
    },
  )

  test.each([
    ['one of four', 1, [0, 0, null], ['kept', 'unconfirmed']],
    ['one of four, and each of the others sees another copy or none', 1, [0, 1, null], ['paid', 'paid']],
    ['one of four, and the others see nothing in time', 1, [null, null, null], ['paid', 'paid']],
    ['k − 1 of four, and the others see one copy', 2, [0, 0], ['kept', 'unconfirmed']],
    ['k − 1 of four, and the others see one copy each', 2, [0, 1], ['kept', 'kept']],
    ['k of four', 3, [null], ['kept', 'kept']],
  ] as const)('with %s', async (_, dishonest, seen, expected) => {
    const played = await play({ kind: 'issue', witnesses: 4, dishonest, seen })
    expect(bothOf(played.ends, ({ document }) => answerOf(document))).toEqual(expected)
  })
})
