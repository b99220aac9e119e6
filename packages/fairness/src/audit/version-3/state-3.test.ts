import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AuditBreach, type Auditor, type AuditState, createAuditor } from '../../audit.ts'
import { parseCheckpoint } from '../../checkpoint.ts'
import { begin3, vouchedBy, witnessesOf } from '../../testing/played-lines.ts'
import { PlayedEvent3 } from '../../testing/played-event-3.ts'
import { PlayedGame3, type PlayedRound3 } from '../../testing/played-game-3.ts'
import { PlayedIssue3 } from '../../testing/played-issue-3.ts'
import { PlayedLog } from '../../testing/played-log.ts'
import { rounds } from '../../testing/rounds.fixture.ts'
import { stateOf } from '../audit.fixture.ts'

const W = witnessesOf(3)

/** One thing that happens in the log; `pick` chooses among subjects and witnesses. */
type Step = {
  do:
    | 'open'
    | 'event'
    | 'seal'
    | 'draw'
    | 'favour'
    | 'refund'
    | 'chain'
    | 'round'
    | 'settle'
    | 'sign'
    | 'wait'
    | 'lie'
  pick: number
}
type Subject = PlayedIssue3 | PlayedEvent3

/** Plays the steps. Most logs are honest for a while; a step that does not fit leaves a breach. */
function play(steps: readonly Step[]): PlayedLog {
  const log = begin3(new PlayedLog())
  const [open, sealed, drawn]: [Subject[], Subject[], Subject[]] = [[], [], []]
  let game: PlayedGame3 | null = null
  const played: PlayedRound3[] = []
  const by = (pick: number) => W.slice(0, pick % 4)
  for (const { do: what, pick } of steps) {
    const take = (list: Subject[]) => list.splice(pick % Math.max(1, list.length), 1)[0]
    if (what === 'open')
      open.push(
        new PlayedIssue3(log, { issue: `M3-${1000 + log.size}`, ...(pick % 3 > 0 && vouchedBy(W, 2)) })
          .open()
          .sell(),
      )
    if (what === 'event')
      open.push(
        new PlayedEvent3(log, { event: `PS-${1000 + log.size}`, ...(pick % 2 > 0 && vouchedBy(W)) })
          .open()
          .join(),
      )
    if (what === 'seal') {
      const one = take(open)
      if (one) sealed.push(one.seal({}, by(pick)))
    }
    if (what === 'draw') {
      const one = take(sealed)
      if (one) drawn.push(one.draw())
    }
    if (what === 'favour') take(drawn)?.favour()
    if (what === 'refund') {
      const one = take(open)
      if (one instanceof PlayedIssue3) {
        log.now += pick % 2 === 0 ? 90_000_000 : 1
        one.refund(pick % 5 === 0 ? 'witnesses' : 'deadline', { shares: 9 })
      } else one?.void()
    }
    if (what === 'chain') {
      game = new PlayedGame3(log, pick % 2 > 0 ? vouchedBy(W, 2) : {}, `chain ${log.size}`)
      game.publish({}, by(pick))
    }
    if (what === 'round' && game) played.push(game.seal(game.open()))
    const last = played.pop()
    if (last && (what !== 'settle' || !game)) played.push(last)
    if (what === 'settle' && game && last) game.decide(last)
    if (what === 'sign') {
      log.sign()
      for (const witness of by(pick)) log.cosign(witness)
    }
    if (what === 'wait') log.now += 1 + pick * 1_000
    if (what === 'lie') log.funding(log.now - (pick % 3 === 0 ? 1 : 0))
  }
  log.sign()
  return log
}

/** The calls that feed a log to an auditor, in order. */
function calls(l: PlayedLog): ((auditor: Auditor) => void)[] {
  const list: ((auditor: Auditor) => void)[] = []
  l.entries.forEach((entry, i) => {
    list.push((auditor) => auditor.entry(entry))
    for (const { note, cosignatures } of l.checkpoints) {
      if (parseCheckpoint(note)!.size !== i + 1) continue
      list.push((auditor) => auditor.checkpoint(note))
      for (const line of cosignatures) list.push((auditor) => auditor.cosignature(i + 1, line))
    }
  })
  return list
}

/** State and breach after the calls. The calls end at the first breach. */
function run(auditor: Auditor, list: readonly ((auditor: Auditor) => void)[]) {
  for (const [i, call] of list.entries()) {
    try {
      call(auditor)
    } catch (error) {
      if (!(error instanceof AuditBreach)) throw error
      return { state: auditor.state(), breach: [i, error.rule, error.index, error.message] }
    }
  }
  return { state: auditor.state(), breach: null }
}

const kinds = [
  'open',
  'event',
  'seal',
  'seal',
  'draw',
  'draw',
  'favour',
  'refund',
  'chain',
  'round',
  'settle',
  'sign',
  'wait',
  'lie',
] as const
const logs = fc
  .array(fc.record<Step>({ do: fc.constantFrom(...kinds), pick: fc.nat(20) }), { maxLength: 20 })
  .map(play)
const options = { numRuns: rounds(150, 12) }

describe('the state of an audit of version 3', () => {
  test('stops after any call and continues with the same result', () => {
    fc.assert(
      fc.property(logs, (l) => {
        const list = calls(l)
        const whole = run(createAuditor(l), list)
        const auditor = createAuditor(l)
        for (let at = 0; at <= list.length; at++) {
          if (at > 0 && run(auditor, list.slice(at - 1, at)).breach) break
          const stored = JSON.parse(JSON.stringify(auditor.state())) as AuditState
          expect(stored).toEqual(auditor.state())
          const after = run(createAuditor(l, stored), list.slice(at))
          expect(after.state).toEqual(whole.state)
          expect(after.breach?.slice(1)).toEqual(whole.breach?.slice(1))
        }
      }),
      options,
    )
  })

  test('goes back to a mark from any later point', () => {
    fc.assert(
      fc.property(logs, fc.nat(), (l, n) => {
        const list = calls(l)
        const at = n % (list.length + 1)
        const auditor = createAuditor(l)
        if (run(auditor, list.slice(0, at)).breach) return
        auditor.mark()
        const marked = auditor.state()
        run(auditor, list.slice(at))
        auditor.rewind()
        expect(auditor.state()).toEqual(marked)
      }),
      options,
    )
  })

  test('of an earlier version of the program is continued with version 3', () => {
    const log = new PlayedLog()
    log.begin('sandbox')
    log.life('M1-0001', { grade: 'witnessed', witnesses: [W[0]!.key] }, [W[0]!])
    log.open('M1-0002')
    log.sign()
    const { rules, dead, counts, ...old } = stateOf(log)
    const { favours, favoursStated, favoursLate, ...oldCounts } = counts
    expect([rules, dead, favours, favoursStated, favoursLate]).toEqual([null, {}, 0, 0, 0])
    const auditor = createAuditor(log, { ...old, counts: oldCounts } as AuditState)
    const from = log.size
    log.rules()
    log.seal('M1-0002')
    log.sign()
    new PlayedIssue3(log, vouchedBy(W)).play(W)
    for (const [i, entry] of log.entries.entries()) {
      if (i < from) continue
      auditor.entry(entry)
      for (const { note } of log.checkpoints)
        if (parseCheckpoint(note)!.size === i + 1) auditor.checkpoint(note)
    }
    expect(auditor.counts()).toMatchObject({ opened: 3, sealed: 3, drawn: 2, favours: 0 })
    expect(auditor.state()).toEqual({ ...stateOf(log) })
  })

  test('names the seals and chains that wait, with the time from which lines are late', () => {
    const log = begin3(new PlayedLog())
    const game = new PlayedGame3(log, vouchedBy(W))
    game.publish({}, W.slice(0, 1))
    const issue = new PlayedIssue3(log, vouchedBy(W)).open().sell().seal({}, W.slice(1, 2))
    const auditor = createAuditor(log, stateOf(log))
    const witnesses = W.map(({ key }) => key)
    const waiting = { version: 3, witnessed: true, attempt: 1, witnesses }
    expect(auditor.waiting()).toEqual([
      {
        ...waiting,
        issue: 'M3-0001',
        what: 'issue M3-0001',
        index: 4,
        firstIndex: 4,
        roundMs: issue.knownMs,
        limitMs: issue.knownMs - 5_000,
        timely: witnesses.slice(1, 2),
      },
      {
        ...waiting,
        issue: game.terms.chain,
        what: `chain ${game.terms.chain}`,
        index: 2,
        firstIndex: 2,
        roundMs: game.opensMs,
        limitMs: game.opensMs,
        // the checkpoint of the seal covers the chain too
        timely: witnesses.slice(0, 2),
      },
    ])
  })
})
