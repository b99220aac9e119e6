/** Logs of version 3 that continue a lost one: what they may draw of it, and what not. */
import { eventName } from '../src/entries.ts'
import { begin3, vouchedBy } from '../src/testing/played-lines.ts'
import { PlayedEvent3 } from '../src/testing/played-event-3.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { WITNESSES } from './house.ts'
import type { Expected, KitCase } from './kit-case.ts'
import { HASH, made, type Play } from './log-case.ts'

const K = vouchedBy(WITNESSES, 2)
const ISSUE = 'M3-0001'
const EVENT = 'PS-0301'

/** @param rules whether the new log is of version 3 */
function continued(rules = true): Play {
  return (log) => {
    const names = [ISSUE, eventName(EVENT)]
    log.append({ t: 'log-continues', deployment: 'shop', size: 9, root: HASH, lost: names, at: log.now })
    log.begin('sandbox')
    if (rules) log.rules()
  }
}

/** A log that was lost, in which an issue and an event were sealed. */
function lostLog(): PlayedLog {
  const log = new PlayedLog('shop')
  begin3(log)
  return log
}

/** @param play is given an issue that the lost log sealed; the clock stands after its round */
function lost(
  what: string,
  expected: Expected,
  play: (issue: PlayedIssue3, log: PlayedLog) => unknown,
  start: Play = continued(),
): KitCase {
  return made(
    `continues: version 3: ${what}`,
    expected,
    (log) => {
      const before = new PlayedIssue3(lostLog(), K).open().sell().seal({}, WITNESSES)
      log.now = before.log.now
      play(before.on(log), log)
    },
    start,
  )
}

/** The same of an event. */
function lostEvent(what: string, expected: Expected, play: (event: PlayedEvent3) => unknown): KitCase {
  return made(
    `continues: version 3: event, ${what}`,
    expected,
    (log) => {
      const before = new PlayedEvent3(lostLog(), { ...K, event: EVENT }).open().join().seal({}, WITNESSES)
      log.now = before.log.now
      play(before.on(log))
    },
    continued(),
  )
}

/** Draws of what the log before lost, by the seal there. */
export function absurdLosses3(): KitCase[] {
  return [
    lost('control, a draw in favour by the lost seal', 'verified', (issue) => issue.draw().favour()),
    lost('control, a refund', 'verified', (issue) => issue.refund('lost')),
    lost('a draw that is not in favour', 'draw', (issue, log) => {
      issue.draw()
      const { favour: _, ...entry } = JSON.parse(log.entries.at(-1)!) as Record<string, never>
      log.checkpoints.pop()
      log.instead(entry)
    }),
    lost('a draw with lines', 'favour', (issue) => issue.draw({ lines: ['a note'] })),
    lost('a draw without a list of lines', 'format', (issue) => issue.draw({ lines: null })),
    lost('a draw with a signature that is not the beacon’s', 'draw', (issue) =>
      issue.draw({ signature: 'ab'.repeat(48) }),
    ),
    lost('a draw before the round', 'draw', (issue, log) => {
      log.now = issue.knownMs - 1
      issue.draw()
    }),
    lost('two draws', 'draw', (issue) => issue.draw().draw()),
    lost('a refund after the draw', 'refund', (issue) => issue.draw().refund('lost')),
    lost('a draw after the refund', 'draw', (issue) => issue.refund('lost').draw()),
    lost('two favours', 'favour', (issue) => issue.draw().favour().favour()),
    lost('a favour without a draw', 'favour', (issue, log) =>
      log.append({ t: 'issue-favour', issue: issue.terms.issue, orders: 1, amount: '1', at: log.now }),
    ),
    lost('a draw in a log of version 2', 'draw', (issue) => issue.draw(), continued(false)),
    lost('a draw of an issue that is not lost', 'draw', (issue) => issue.draw({ issue: 'M3-0002' })),
    lostEvent('control, a draw in favour by the lost seal', 'verified', (event) => event.draw().favour()),
    lostEvent('control, an end without a draw', 'verified', (event) => event.void()),
    lostEvent('control, an end that leaves participants out', 'verified', (event) => event.leave(2).void()),
    lostEvent('an end that leaves out somebody who is not there', 'format', (event) =>
      event.leave(99).void(),
    ),
    lostEvent('a draw with lines', 'favour', (event) => event.draw({ lines: ['a note'] })),
    lostEvent('an end after the draw', 'void', (event) => event.draw().void()),
    lostEvent('a draw after the end', 'draw', (event) => event.void().draw()),
  ]
}
