import { beforeAll, describe, expect, test } from 'vitest'
import { QUICKNET, roundTimeMs } from '../beacon.ts'
import { parseKey } from '../note.ts'
import type { RoundProof } from '../proof/round-types.ts'
import { changed } from '../testing/mutations.ts'
import { PlayedLog, playedWitness } from '../testing/played-log.ts'
import { BETS, PlayedGame, type PlayedRound } from '../testing/played-rounds.ts'
import { alteredRounds, ROUND_STEP_OF } from '../testing/altered-rounds.ts'
import type { StepName } from './types.ts'
import { verifyAnyProof } from './any.ts'
import { ROUND_STEPS, verifyRound } from './round.ts'

const [one, two] = ['w1.example', 'w2.example'].map(playedWitness) as [
  ReturnType<typeof playedWitness>,
  ReturnType<typeof playedWitness>,
]
const witnessed = { grade: 'witnessed', witnesses: [one.key, two.key] } as const

function newGame(changes: ConstructorParameters<typeof PlayedGame>[1] = {}): PlayedGame {
  const log = new PlayedLog()
  log.begin()
  const game = new PlayedGame(log, changes)
  game.publish()
  log.sign()
  return game
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const failedBy = (proof: unknown, options = {}): StepName | undefined => verifyRound(proof, options).failed

let game: PlayedGame
let round: PlayedRound
let proof: RoundProof
beforeAll(() => {
  game = newGame(witnessed)
  game.play([one])
  round = game.play([one, two])
  proof = game.proof(round)
})

describe('the proof of a round', () => {
  test('verifies with all its steps, and says whom the reader still trusts', () => {
    const { verdict, badge, steps, summary } = verifyRound(asJson(proof))
    expect(steps.map(({ step, status }) => [step, status])).toEqual(
      ROUND_STEPS.map((step) => [step, 'passed']),
    )
    expect([verdict, badge]).toEqual(['verified', 'witnessed-local'])
    expect(summary).toContain('A proof alone cannot show that no other seal of this round exists')
    expect(verifyAnyProof(proof).verdict).toBe('verified')
    const king = newGame({ game: 'king-2m', roundMs: 120_000, cutoffMs: 15_000 })
    expect(verifyRound(king.proof(king.play()))).toMatchObject({ verdict: 'verified', badge: 'beacon-local' })
  })

  test('changing a field fails the step that checks the field', () => {
    const seen = new Set<string>()
    const wrong: string[] = []
    for (const { place, name, expected, document } of alteredRounds(proof)) {
      seen.add(name)
      const failed = failedBy(asJson(document))
      if (failed !== expected) wrong.push(`${place}: ${failed}, not ${expected}`)
    }
    expect(wrong).toEqual([])
    expect([...seen].toSorted()).toEqual(Object.keys(ROUND_STEP_OF).toSorted())
  })

  test('fails for a bet from the close on, before the opening, out of order, or on something else', () => {
    const rowsWith = (i: number, change: object): unknown =>
      changed(proof, ['rows', i], { ...proof.rows[i]!, ...change })
    const { opensAt, closesAt } = round
    expect(failedBy(rowsWith(3, { ms: closesAt }))).toBe('times')
    expect(failedBy(rowsWith(3, { ms: closesAt - 2 }))).toBe('digest')
    expect(failedBy(rowsWith(0, { ms: opensAt - 1 }))).toBe('times')
    expect(failedBy(rowsWith(2, { ms: proof.rows[1]!.ms - 1 }))).toBe('times')
    for (const picks of [['11'], ['big', 'big'], ['orange']])
      expect(failedBy(rowsWith(1, { bet: { game: 'lucky-1m', picks } })), picks[0]).toBe('digest')
  })

  test('fails when the house sealed before the close or after the end, however it signs', () => {
    const sealedAt = (ms: (times: PlayedRound) => number): StepName | undefined => {
      const own = newGame()
      const opened = own.open()
      own.log.now = ms(opened)
      return failedBy(own.proof(own.decide(own.seal(opened))))
    }
    expect(sealedAt(({ closesAt }) => closesAt)).toBeUndefined()
    expect(sealedAt(({ endsAt }) => endsAt - 1)).toBeUndefined()
    expect(sealedAt(({ closesAt }) => closesAt - 1)).toBe('times')
    expect(sealedAt(({ endsAt }) => endsAt)).toBe('times')
  })

  test('fails when a secret, an index or a chain is another one, or the chain is younger than the round', () => {
    const own = newGame()
    const opened = own.open(BETS.lucky)
    const skipped = own.seal(opened, { secret: own.secret(2) })
    expect(failedBy(own.proof(own.decide(skipped)))).toBe('commitment')
    const young = newGame()
    young.log.now -= 3_600_000
    expect(failedBy(young.proof(young.decide(young.seal(young.open()))))).toBe('terms')
  })

  test('without a log is arithmetic only, and fails when the reader gives what only a log can answer', () => {
    const bare = { ...proof, log: null }
    expect(verifyRound(bare)).toMatchObject({ verdict: 'arithmetic', ok: false })
    for (const options of [{ publicKey: '00'.repeat(32) }, { witness: parseKey(one.key)! }])
      expect(failedBy(bare, options)).toBe('inclusion')
    expect(failedBy(proof, { publicKey: '00'.repeat(32) })).toBe('checkpoint')
  })

  test('needs a named witness that signed in time', () => {
    const lone = game.proof(game.play([one]))
    expect(failedBy(lone)).toBeUndefined()
    expect(failedBy(lone, { witness: parseKey(one.key)! })).toBeUndefined()
    expect(failedBy(lone, { witness: parseKey(two.key)! })).toBe('witnesses')
    expect(failedBy(game.proof(game.play([])))).toBe('witnesses')
    const own = newGame(witnessed)
    const sealed = own.seal(own.open())
    own.log.cosign(one, roundTimeMs(sealed.seal!.round, QUICKNET) / 1000)
    expect(failedBy(own.proof(own.decide(sealed)))).toBe('witnesses')
  })
})

describe('a round that is sealed, or void', () => {
  test('a sealed round verifies up to its result', () => {
    const own = newGame(witnessed)
    const sealed = verifyRound(own.proof(own.seal(own.open(BETS.lucky), {}, [one])))
    expect(sealed).toMatchObject({ verdict: 'sealed', ok: true })
    const open = sealed.steps.filter(({ status }) => status === 'open').map(({ step }) => step)
    expect(open).toEqual(['beacon', 'entropy', 'result'])
  })

  test('a void round has terms, inclusion and checkpoint', () => {
    const own = newGame()
    const ended = own.proof(own.void(own.open(BETS.lucky)))
    const { verdict, steps, summary } = verifyRound(ended)
    expect(steps.map(({ step }) => step)).toEqual(['terms', 'inclusion', 'checkpoint'])
    expect(verdict).toBe('verified')
    expect(summary).toContain('all stakes go back')
    expect(failedBy(changed(ended, ['terms', 'closesAt'], ended.terms.closesAt + 1))).toBe('terms')
    expect(failedBy(changed(ended, ['terms', 'fee'], 0))).toBe('inclusion')
    expect(failedBy({ ...ended, rows: proof.rows })).toBe('terms')
    expect(failedBy({ ...ended, terms: { ...ended.terms, index: 1, previous: 0 } })).toBe('terms')
  })

  test('is not void before its close; a sealed one only in grade witnessed, after its beacon round', () => {
    const early = newGame()
    const opened = early.open()
    early.log.now = opened.closesAt - 1
    expect(failedBy(early.proof(early.void(opened)))).toBe('inclusion')
    const own = newGame()
    expect(failedBy(own.proof(own.void(own.seal(own.open()))))).toBe('inclusion')
    const unsigned = newGame(witnessed)
    const sealed = unsigned.seal(unsigned.open())
    const known = roundTimeMs(sealed.seal!.round, QUICKNET)
    expect(failedBy(unsigned.proof(unsigned.void(sealed)))).toBeUndefined()
    const hasty = newGame(witnessed)
    const other = hasty.seal(hasty.open())
    expect(failedBy(hasty.proof(hasty.void(other, { at: known - 1 })))).toBe('inclusion')
  })
})

describe('the receipt of a bet', () => {
  test('matches its row, also in a void round', () => {
    const step = (changes = {}, of: unknown = proof): StepName | undefined =>
      failedBy(of, { receipt: game.receipt(round, 1, changes) })
    expect(step()).toBeUndefined()
    const lies = { tag: '00'.repeat(8), ms: 1, picks: ['7', 'green'], amount: '1', period: '20250615-0001' }
    for (const [field, value] of Object.entries({ ...lies, game: 'king-2m', logSize: 0 }))
      expect(step({ [field]: value }), field).toBe('receipt')
    const own = newGame()
    const ended = own.void(own.open(BETS.lucky))
    expect(failedBy(own.proof(ended), { receipt: own.receipt(ended, 2) })).toBeUndefined()
    expect(failedBy(own.proof(ended), { receipt: game.receipt(round, 2) })).toBe('receipt')
  })
})
