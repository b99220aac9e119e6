import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AuditBreach, type Auditor, type AuditState, createAuditor } from '../audit.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { PlayedLog, playedWitness } from '../testing/played-log.ts'
import { rounds } from '../testing/rounds.fixture.ts'

const W = playedWitness('w1')

/** One thing that happens in the log; `pick` chooses among issues. */
type Step = {
  do: 'open' | 'seal' | 'draw' | 'refund' | 'again' | 'sign' | 'cosign' | 'wait' | 'lie'
  pick: number
}

/** Plays the steps. Most logs are honest for a while; a step that does not fit leaves a breach. */
function play(steps: readonly Step[]): PlayedLog {
  const l = new PlayedLog()
  l.begin()
  const open: string[] = []
  const sealed: string[] = []
  for (const { do: what, pick } of steps) {
    const take = (list: string[]) => list.splice(pick % Math.max(1, list.length), 1)[0]
    if (what === 'open') {
      const issue = `M1-${1000 + l.size}`
      l.open(issue, pick % 2 === 0 ? {} : { grade: 'witnessed', witnesses: [W.key] })
      open.push(issue)
    }
    if (what === 'sign' && l.size > 0) l.sign()
    if (what === 'wait') l.now += 1 + pick * 1000
    if (what === 'cosign' && l.checkpoints.length > 0) l.cosign(W)
    if (what === 'lie') l.funding(l.now - (pick % 3 === 0 ? 1 : 0))
    if (what === 'seal' || what === 'refund') {
      const issue = take(open)
      if (issue === undefined) continue
      if (what === 'refund') l.refund(issue)
      else {
        l.seal(issue)
        l.sign()
        if (pick % 4 > 0) l.cosign(W)
        sealed.push(issue)
      }
    }
    if (what === 'draw' || what === 'again') {
      const issue = take(sealed)
      if (issue === undefined) continue
      l.now = Math.max(l.now, l.roundMs(issue))
      if (what === 'draw') l.draw(issue)
      else {
        l.seal(issue)
        sealed.push(issue)
      }
    }
  }
  l.sign()
  return l
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

const step = fc.record<Step>({
  do: fc.constantFrom(
    'open',
    'open',
    'seal',
    'seal',
    'draw',
    'again',
    'refund',
    'sign',
    'cosign',
    'wait',
    'lie',
  ),
  pick: fc.nat(20),
})
const logs = fc.array(step, { maxLength: 25 }).map(play)
const options = { numRuns: rounds(400, 25) }

test('an audit that stops after any call and continues from its stored state gives the same result', () => {
  fc.assert(
    fc.property(logs, (l) => {
      const list = calls(l)
      const whole = run(createAuditor(l), list)
      for (let at = 0; at <= list.length; at++) {
        const first = createAuditor(l)
        const before = run(first, list.slice(0, at))
        if (before.breach) {
          expect(before).toEqual(whole)
          break
        }
        const stored = JSON.parse(JSON.stringify(first.state())) as AuditState
        expect(stored).toEqual(first.state())
        const after = run(createAuditor(l, stored), list.slice(at))
        expect(after.state).toEqual(whole.state)
        expect(after.breach?.slice(1)).toEqual(whole.breach?.slice(1))
      }
    }),
    options,
  )
})

test('rewinding to a mark gives back the state of the mark, from any later point', () => {
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
      expect(run(auditor, list.slice(at))).toEqual(run(createAuditor(l, marked), list.slice(at)))
    }),
    options,
  )
})

test('a breach changes nothing', () => {
  const l = new PlayedLog()
  l.begin()
  const auditor = createAuditor(l)
  auditor.entry(l.entries[0]!)
  const before = auditor.state()
  for (const call of [
    () => auditor.entry('{}'),
    () => auditor.entry(l.entries[0]!),
    () => auditor.checkpoint('nonsense'),
  ]) {
    expect(call).toThrow(AuditBreach)
    expect(auditor.state()).toEqual(before)
  }
})

test('a state of another log is refused', () => {
  const state = createAuditor(new PlayedLog('one')).state()
  expect(() => createAuditor(new PlayedLog('two'), state)).toThrow('another log')
  expect(() => createAuditor({ deployment: 'one', publicKey: '00'.repeat(32) }, state)).toThrow()
})
