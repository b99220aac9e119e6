import { describe, expect, test } from 'vitest'
import { type AuditState, createAuditor } from '../audit.ts'
import { roundTimeMs, QUICKNET } from '../beacon.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { roundName } from '../entries.ts'
import { PlayedLog, playedWitness } from '../testing/played-log.ts'
import { PlayedGame } from '../testing/played-rounds.ts'
import { audited, verdict } from './audit.fixture.ts'

const [W1, W2] = [playedWitness('w1'), playedWitness('w2')]
const witnessed = { grade: 'witnessed', witnesses: [W1.key, W2.key] } as const

function newGame(changes: ConstructorParameters<typeof PlayedGame>[1] = {}, deployment = 'demo'): PlayedGame {
  const log = new PlayedLog(deployment)
  log.begin()
  const game = new PlayedGame(log, changes)
  game.publish()
  log.sign()
  return game
}

describe('the audit of games', () => {
  test('counts chains and rounds, and finds the entries of each', () => {
    const game = newGame(witnessed)
    const round = game.play([W1])
    const lost = game.void(game.seal(game.open()))
    const never = game.void(game.open())
    const { counts, named, find } = audited(game.log)
    expect(counts).toMatchObject({ chains: 1, roundsSealed: 2, roundsDecided: 1, roundsVoid: 2 })
    expect(named).toEqual([W1.key, W2.key])
    const kinds = (period: string): string[] => find(roundName('lucky-1m', period)).map(({ kind }) => kind)
    expect(kinds(round.period)).toEqual(['round-seal', 'round-result'])
    expect(kinds(lost.period)).toEqual(['round-seal', 'round-void'])
    expect(kinds(never.period)).toEqual(['round-void'])
    expect(find(game.terms.chain).map(({ index }) => index)).toEqual([1])
  })

  test('stops and continues at any entry, with a state that does not grow with the rounds', () => {
    const game = newGame(witnessed)
    for (let n = 0; n < 6; n++) {
      if (n % 3 === 2) game.void(game.seal(game.open()))
      else game.play([W1])
    }
    const { log } = game
    const at = { deployment: log.deployment, publicKey: log.publicKey }
    let state: AuditState | undefined
    const sizes: number[] = []
    log.entries.forEach((entry, i) => {
      const auditor = createAuditor(at, state)
      auditor.entry(entry)
      for (const { note, cosignatures } of log.checkpoints) {
        if (parseCheckpoint(note)!.size !== i + 1) continue
        auditor.checkpoint(note)
        for (const line of cosignatures) auditor.cosignature(i + 1, line)
      }
      const text = JSON.stringify(auditor.state())
      state = JSON.parse(text) as AuditState
      sizes.push(text.length)
    })
    expect(createAuditor(at, state).counts()).toEqual(audited(log).counts)
    expect(sizes.at(-1)).toBeLessThan(sizes[3]! * 1.5)
  })

  test('names the sealed rounds that wait for their result, with the witnesses that signed in time', () => {
    const game = newGame(witnessed)
    const sealed = game.seal(game.open(), {}, [W1])
    const { log } = game
    const auditor = createAuditor({ deployment: log.deployment, publicKey: log.publicKey })
    for (const entry of log.entries) auditor.entry(entry)
    const { note, cosignatures } = log.checkpoints.at(-1)!
    auditor.checkpoint(note)
    for (const line of cosignatures) auditor.cosignature(log.size, line)
    const knownMs = roundTimeMs(sealed.seal!.round, QUICKNET)
    const name = roundName('lucky-1m', sealed.period)
    expect(auditor.waiting()).toEqual([
      {
        issue: name,
        what: `round ${name}`,
        version: 2,
        witnessed: true,
        attempt: 1,
        index: 2,
        firstIndex: 2,
        roundMs: knownMs,
        limitMs: knownMs,
        witnesses: [W1.key, W2.key],
        timely: [W1.key],
      },
    ])
    auditor.mark()
    game.decide(sealed)
    auditor.entry(log.entries.at(-1)!)
    expect(auditor.waiting()).toEqual([])
    auditor.rewind()
    expect(auditor.waiting()).toHaveLength(1)
  })

  test('a round that the lost log opened is void once, without a chain', () => {
    const log = new PlayedLog('shop.2')
    const round = { t: 'round-void', game: 'king-2m', period: '20250615-0007', bets: 3 }
    const lost = ['M1-0001', 'king-2m 20250615-0007']
    log.append({ t: 'log-continues', deployment: 'shop', size: 9, root: 'ab'.repeat(32), lost, at: log.now })
    log.begin()
    log.append({ ...round, at: log.now })
    expect(verdict(log)).toBe('sound')
    log.append({ ...round, at: log.now })
    expect(verdict(log)).toEqual(['void', 3])
  })

  test('games begin with the log, and their demo is marked', () => {
    const early = new PlayedLog()
    new PlayedGame(early).publish()
    expect(verdict(early)).toEqual(['begin', 0])
    const log = new PlayedLog()
    log.begin('sandbox', { at: log.now + 86_400_000 })
    const demo = new PlayedGame(log, { demo: true })
    demo.publish()
    demo.play()
    expect(verdict(log, { sign: false })).toBe('sound')
  })
})
